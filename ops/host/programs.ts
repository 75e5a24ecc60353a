import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { run } from '../../tools/steps.ts';

/** Programs that a test of one host starts, and their packages of Debian. */
export const HOST_PROGRAMS = [
  ['/usr/sbin/debootstrap', 'debootstrap'],
  ['/usr/bin/buildah', 'buildah'],
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['/usr/bin/caddy', 'caddy'],
  ['/usr/bin/curl', 'curl'],
  ['/bin/ip', 'iproute2'],
] as const;

/** Debian's container runtime: without it roots are started by chroot. */
export const RUNTIME = ['/usr/sbin/runc', 'runc'] as const;

/** Why a host cannot be set up here, or undefined. */
export function whyNoHost(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may make roots, mounts and networks';
  const missing = HOST_PROGRAMS.filter(([program]) => !existsSync(program)).map(([, name]) => name);
  return missing.length === 0 ? undefined : `missing ${missing.join(', ')}`;
}

/** Runs a program to its end and answers what it printed. Throws what it said where it fails. */
export async function give(command: string, ...args: readonly string[]): Promise<string> {
  const { code, output, stdout } = await run(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output.slice(-4_000)}`);
  return stdout.trim();
}

/** The same for what takes a moment: it waits. */
export const giveNow = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
