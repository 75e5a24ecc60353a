import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';

/**
 * The user that runs the PostgreSQL programs. PostgreSQL refuses to run as root. Root therefore runs them in
 * a user namespace, where it has another id but still owns its files. Without namespaces (in most containers)
 * they run as another user.
 */
export type PostgresUser = {
  /** The command line to spawn a program (`initdb`, `postgres`) with its arguments. */
  command(program: string, args: readonly string[]): SpawnPlan;
  /** The location of a data folder's cluster: inside it, unless the user cannot access it. */
  homeFor(folder: string): string;
  /** Creates a folder that the programs may write to, or changes the owner of an existing one recursively. */
  own(folder: string): void;
};

export type SpawnPlan = {
  readonly file: string;
  readonly args: readonly string[];
  readonly uid?: number;
  readonly gid?: number;
};

type Identity = { readonly uid: number; readonly gid: number };

const ROOT: Identity = { uid: 0, gid: 0 };
/** Cluster location when the user cannot access root's folders. */
const ELSEWHERE = '/var/lib/wattle';

/** The user for the programs in `bin`. */
export function postgresUser(bin: string): PostgresUser {
  if (process.getuid?.() !== 0) return ourselves(bin);
  const identity = knownUser();
  return inNamespace(bin, identity) ?? anotherUser(bin, identity);
}

function ourselves(bin: string): PostgresUser {
  return {
    command: (program, args) => ({ file: path.join(bin, program), args }),
    homeFor: (folder) => folder,
    own: (folder) => void mkdirSync(folder, { recursive: true, mode: 0o700 }),
  };
}

/** The programs look up their user by id, so it must exist on the machine; `no one` always does. */
function knownUser(): Identity {
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid }) => uid > 0);
  const user = users.find(({ name }) => name === 'nobody') ?? users[0];
  if (!user) throw new Error('PostgreSQL does not run as root, and this machine has no other user. Set DATABASE_URL.');
  return user;
}

function inNamespace(bin: string, { uid, gid }: Identity): PostgresUser | undefined {
  const prefix = ['-U', `--map-user=${uid}`, `--map-group=${gid}`, '--'];
  try {
    execFileSync('unshare', [...prefix, path.join(bin, 'postgres'), '--version'], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  return {
    command: (program, args) => ({ file: 'unshare', args: [...prefix, path.join(bin, program), ...args] }),
    homeFor: (folder) => elsewhereOf(folder) ?? folder,
    own: (folder) => ownAs(folder, ROOT),
  };
}

function anotherUser(bin: string, identity: Identity): PostgresUser {
  const reachable = reachableBinaries(bin);
  return {
    command: (program, args) => ({ file: path.join(reachable, program), args, ...identity }),
    homeFor(folder) {
      // Makes the folder traversable, but not listable; its files stay unreadable for others.
      if (existsSync(folder)) chmodSync(folder, 0o711);
      return isReachable(folder) ? folder : makeElsewhere(folder);
    },
    own: (folder) => ownAs(folder, identity),
  };
}

function ownAs(folder: string, { uid, gid }: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (statSync(folder).uid === uid) return;
  // It was created under the other kind of user.
  for (const inside of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, inside), uid, gid);
  }
  lchownSync(folder, uid, gid);
}

/** Whether a user who owns none of these folders can traverse all of them. */
function isReachable(folder: string): boolean {
  let place = path.resolve(folder);
  for (;;) {
    if (existsSync(place) && (statSync(place).mode & 0o001) === 0) return false;
    const above = path.dirname(place);
    if (above === place) return true;
    place = above;
  }
}

function elsewhereOf(folder: string): string | undefined {
  const home = path.join(ELSEWHERE, shortHash(path.resolve(folder)));
  return existsSync(home) ? home : undefined;
}

function makeElsewhere(folder: string): string {
  mkdirSync(ELSEWHERE, { recursive: true, mode: 0o711 });
  const home = path.join(ELSEWHERE, shortHash(path.resolve(folder)));
  mkdirSync(home, { recursive: true, mode: 0o711 });
  return home;
}

function reachableBinaries(bin: string): string {
  const from = realpathSync(path.dirname(bin));
  if (isReachable(path.join(from, 'bin'))) return bin;
  // Named after the build, so that an update does not use an old copy.
  const { mtimeMs, size } = statSync(path.join(bin, 'postgres'));
  const to = path.join(ELSEWHERE, `programs-${shortHash(`${from} ${mtimeMs} ${size}`)}`);
  if (!existsSync(to)) {
    mkdirSync(ELSEWHERE, { recursive: true, mode: 0o711 });
    const half = `${to}.${process.pid}`;
    cpSync(from, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, to);
    } catch {
      // A concurrent start was faster.
      rmSync(half, { recursive: true, force: true });
    }
  }
  return path.join(to, 'bin');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
