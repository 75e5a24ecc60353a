import { readFileSync } from 'node:fs';
import process from 'node:process';

/** The user `postgres` of Debian, for root, whom PostgreSQL refuses; whoever runs this otherwise. */
export function unprivileged(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  if (line === undefined) throw new Error('this machine has no user postgres');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
