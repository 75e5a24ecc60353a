import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const session = z.object({
  server: z.string(),
  tenant: z.int(),
  name: z.string(),
  token: z.string(),
  endsAt: z.string(),
});
/** A session of a member of staff on a server. */
export type StoredSession = z.output<typeof session>;

const file = z.object({ sessions: z.array(session) });

export type SessionFile = {
  /** The latest sign-in, or the latest of a name. */
  find(name: string | undefined): StoredSession | undefined;
  /** Puts a session first, in place of an older one of the same member of staff. */
  add(session: StoredSession): void;
  remove(session: StoredSession): void;
};

/** The desk sessions of this user of the machine. Mode 0600: a token is as good as the password. */
export function openSessionFile(place: string, nowMs: () => number): SessionFile {
  const isSame = (one: StoredSession, other: StoredSession) =>
    one.server === other.server && one.tenant === other.tenant && one.name === other.name;
  const live = () => read(place).filter(({ endsAt }) => Date.parse(endsAt) > nowMs());
  return {
    find: (name) => live().find((one) => name === undefined || one.name === name),
    add: (added) => write(place, [added, ...live().filter((one) => !isSame(one, added))]),
    remove: (removed) =>
      write(
        place,
        live().filter((one) => !isSame(one, removed)),
      ),
  };
}

/** A file that cannot be read holds no session. */
function read(place: string): readonly StoredSession[] {
  try {
    return file.parse(JSON.parse(readFileSync(place, 'utf8'))).sessions;
  } catch {
    return [];
  }
}

function write(place: string, sessions: readonly StoredSession[]): void {
  mkdirSync(path.dirname(place), { recursive: true });
  const half = `${place}.${process.pid}`;
  writeFileSync(half, `${JSON.stringify({ sessions }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(half, 0o600);
  renameSync(half, place);
}
