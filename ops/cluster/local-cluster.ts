import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, connect, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { unprivileged } from '../../server/src/postgres/restored-postgres.ts';
import { canInstall, install } from '../../tools/debian.ts';
import { ROOT } from '../../tools/steps.ts';

/** Three PostgreSQL nodes, three etcd and HAProxy on the loopback, from the files of ops/deploy/. */
export type LocalCluster = {
  readonly folder: string;
  /** The primary through HAProxy: as the superuser, as the owner of the tables and as the role of the server. */
  readonly superuserUrl: string;
  /** All nodes, as the superuser. */
  readonly nodesUrl: string;
  readonly ownerUrl: string;
  readonly appUrl: string;
  /** Its standbys, through HAProxy, as the role of the server. */
  readonly replicaUrl: string;
  members(): Promise<readonly Member[]>;
  /** The process of PostgreSQL's postmaster on a node. */
  postmaster(node: string): number;
  /** The process of Patroni on a node. */
  patroni(node: string): number;
  /** Cuts a node's Patroni off from etcd, or connects it again. */
  cutOff(node: string, isCut: boolean): void;
  switchOver(from: string): Promise<void>;
  /** Whether a node says that it led, or followed, without etcd in the last `ttl`. */
  isFailsafe(): Promise<boolean>;
  /** Changes settings of the cluster as `patronictl edit-config` does. */
  configure(changed: object): Promise<void>;
  /** Where the files of a node lie. */
  dataOf(node: string): string;
  stop(): Promise<void>;
};

export type Member = { readonly name: string; readonly role: string; readonly state: string };

const PACKAGES = [
  'patroni',
  'etcd-server',
  'etcd-client',
  'haproxy',
  'postgresql-15',
  'python3-etcd',
  'pgbackrest',
  'nginx-light',
];
const PROGRAMS = [
  '/usr/bin/patroni',
  '/usr/bin/etcd',
  '/usr/sbin/haproxy',
  '/usr/lib/postgresql/15/bin/postgres',
  '/usr/bin/pgbackrest',
  '/usr/sbin/nginx',
];
const NODES = ['db1', 'db2', 'db3'] as const;
const START_MS = 90_000;

/** Installs what is missing. Returns why that is not possible, or undefined. */
export async function provideCluster(): Promise<string | undefined> {
  const missing = PROGRAMS.filter((program) => !existsSync(program));
  if (missing.length === 0) return undefined;
  const how = `apt-get install --no-install-recommends ${PACKAGES.join(' ')}`;
  if (!canInstall()) return `Missing: ${missing.join(', ')}. Only root on Debian can install them here: ${how}`;
  return install(PACKAGES);
}

type Options = {
  readonly ended?: AbortSignal;
  /** Each node has a separate disk of this many MB, in memory. Only root can mount one. */
  readonly diskMb?: number;
};

/** Starts everything; `basePort` and the 40 ports after it must be free. Throws, with nothing left, when it fails. */
export async function startLocalCluster(basePort: number, { ended, diskMb }: Options = {}): Promise<LocalCluster> {
  const user = unprivileged();
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-cluster-'));
  chmodSync(folder, 0o711);
  const home = path.join(folder, 'data');
  mkdirSync(home, { mode: 0o700 });
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const children = new Map<string, ChildProcess>();
  const gates = new Map<string, Gate>();
  const passwords = { superuser: secret(), replication: secret(), owner: secret() };
  const at = (offset: number) => `127.0.0.1:${basePort + offset}`;

  function launch(name: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>): void {
    // A separate process group: Ctrl-C reaches only this process, which stops the others in order.
    const child = spawn(command, args, {
      cwd: home,
      detached: true,
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8', HOME: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    const log = createWriteStream(path.join(folder, `${name}.log`));
    child.stdout?.pipe(log, { end: false });
    child.stderr?.pipe(log, { end: false });
    children.set(name, child);
  }

  const disks: string[] = [];
  if (diskMb !== undefined)
    for (const node of NODES) disks.push(mountDisk(path.join(home, `disk-${node}`), diskMb, user));
  const dataOf = (node: string) => path.join(home, disks.length > 0 ? `disk-${node}` : '.', node);
  const postmaster = (node: string) =>
    Number(readFileSync(path.join(dataOf(node), 'postmaster.pid'), 'utf8').split('\n')[0]);
  const patroni = (node: string) => children.get(`patroni-${node}`)?.pid ?? Number.NaN;
  const restOf = (node: string) => `http://${at(30 + NODES.indexOf(node as (typeof NODES)[number]))}`;

  async function stop(): Promise<void> {
    const pids = NODES.flatMap((node) =>
      existsSync(path.join(dataOf(node), 'postmaster.pid')) ? [postmaster(node)] : [],
    );
    // What was frozen does not hear SIGTERM.
    for (const pid of [...pids.flatMap((one) => [one, ...childrenOf(one)]), ...NODES.map(patroni)])
      signal(pid, 'SIGCONT');
    for (const [name, child] of children) if (name.startsWith('patroni')) child.kill('SIGKILL');
    for (const pid of pids) signal(pid, 'SIGQUIT');
    for (const child of children.values()) child.kill('SIGTERM');
    await until(() => pids.every((pid) => !isAlive(pid)), 10_000);
    for (const { pid } of children.values()) if (pid !== undefined) signal(-pid, 'SIGKILL');
    await until(() => [...children.values()].every((one) => one.exitCode !== null || one.signalCode !== null), 10_000);
    for (const gate of gates.values()) gate.close();
    for (const disk of disks) execFileSync('/bin/umount', [disk]);
    rmSync(folder, { recursive: true, force: true });
  }

  async function members(): Promise<readonly Member[]> {
    for (const node of NODES) {
      const found = await fetch(`${restOf(node)}/cluster`, { signal: AbortSignal.timeout(1_500) })
        .then(async (answer) => ((await answer.json()) as { members: Member[] }).members)
        .catch(() => undefined);
      if (found) return found;
    }
    return [];
  }

  try {
    const etcdMembers = NODES.map((node, place) => `${node}=http://${at(10 + place)}`).join(',');
    for (const [place, node] of NODES.entries()) {
      const [peer, client] = [`http://${at(10 + place)}`, `http://${at(20 + place)}`];
      launch(
        `etcd-${node}`,
        '/usr/bin/etcd',
        etcdArgs({ node, peer, client, members: etcdMembers, data: path.join(home, `etcd-${node}`) }),
        {},
      );
    }
    const hasDecided = async () =>
      fetch(`http://${at(20)}/version`)
        .then(async (answer) => ((await answer.json()) as { etcdcluster: string }).etcdcluster !== 'not_decided')
        .catch(() => false);
    if (!(await until(hasDecided, 20_000))) throw new Error('etcd does not come together');
    const hook = path.join(folder, 'post-bootstrap.sh');
    writeFileSync(hook, readFileSync(path.join(ROOT, 'ops/deploy/post-bootstrap.sh')), { mode: 0o755 });
    const config = path.join(folder, 'patroni.yml');
    writeFileSync(
      config,
      readFileSync(path.join(ROOT, 'ops/deploy/patroni.yml'), 'utf8')
        .replace('/etc/wattle/post-bootstrap.sh', hook)
        // This data is not kept, so it is not archived.
        .replace('pgbackrest --stanza=wattle archive-push %p', '/bin/true'),
      {
        mode: 0o644,
      },
    );
    for (const [place, node] of NODES.entries()) {
      // Patroni reaches etcd through a gate that a test can shut.
      gates.set(
        node,
        await openGate(
          basePort + 35 + place,
          NODES.map((_node, one) => basePort + 20 + one),
        ),
      );
      launch(`patroni-${node}`, '/usr/bin/python3', [path.join(ROOT, 'ops/deploy/start-patroni.py'), config], {
        PATRONI_NAME: node,
        PATRONI_ETCD_HOSTS: at(35 + place),
        PATRONI_ETCD_USE_PROXIES: 'true',
        PATRONI_POSTGRESQL_LISTEN: at(5 + place),
        PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(5 + place),
        PATRONI_POSTGRESQL_DATA_DIR: dataOf(node),
        PATRONI_POSTGRESQL_PGPASS: path.join(home, `pgpass-${node}`),
        PATRONI_RESTAPI_LISTEN: at(30 + place),
        PATRONI_RESTAPI_CONNECT_ADDRESS: at(30 + place),
        PATRONI_SUPERUSER_USERNAME: 'postgres',
        PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
        PATRONI_REPLICATION_USERNAME: 'replicator',
        PATRONI_REPLICATION_PASSWORD: passwords.replication,
        WATTLE_OWNER_PASSWORD: passwords.owner,
      });
    }
    launch('haproxy', '/usr/sbin/haproxy', ['-db', '-f', path.join(ROOT, 'ops/deploy/haproxy.cfg')], {
      PRIMARY_BIND: at(0),
      REPLICA_BIND: at(1),
      ...Object.fromEntries(
        NODES.flatMap((_node, place) => [
          [`DB${place + 1}`, at(5 + place)],
          [`DB${place + 1}_HEALTH`, String(basePort + 30 + place)],
        ]),
      ),
    });
    const isWhole = async () => {
      ended?.throwIfAborted();
      for (const [name, child] of children) {
        if (child.exitCode !== null)
          throw new Error(`${name} ended:\n${readFileSync(path.join(folder, `${name}.log`), 'utf8').slice(-2_000)}`);
      }
      const all = await members();
      return (
        all.length === 3 && all.some(({ role }) => role === 'leader') && all.some(({ role }) => role === 'sync_standby')
      );
    };
    if (!(await until(isWhole, START_MS)))
      throw new Error(`the cluster is not whole: ${JSON.stringify(await members())}`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    folder,
    superuserUrl: `postgres://postgres:${passwords.superuser}@${at(0)}/wattle`,
    nodesUrl: `postgres://postgres:${passwords.superuser}@${NODES.map((_node, place) => at(5 + place)).join()}/wattle`,
    ownerUrl: `postgres://wattle_owner:${passwords.owner}@${at(0)}/wattle`,
    appUrl: `postgres://wattle_server:${passwords.owner}@${at(0)}/wattle`,
    replicaUrl: `postgres://wattle_server:${passwords.owner}@${at(1)}/wattle`,
    members,
    postmaster,
    patroni,
    cutOff: (node, isCut) => gates.get(node)?.shut(isCut),
    async switchOver(from) {
      const answer = await fetch(`${restOf(from)}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from }),
      });
      if (!answer.ok) throw new Error(`no switch-over: ${answer.status} ${await answer.text()}`);
    },
    async isFailsafe() {
      const said = await Promise.all(
        NODES.map(async (node) =>
          fetch(`${restOf(node)}/patroni`)
            .then(
              async (answer) =>
                ((await answer.json()) as { failsafe_mode_is_active?: boolean }).failsafe_mode_is_active,
            )
            .catch(() => false),
        ),
      );
      return said.includes(true);
    },
    async configure(changed) {
      const [leader] = (await members()).filter(({ role }) => role === 'leader');
      const answer = await fetch(`${restOf(leader?.name ?? '')}/config`, {
        method: 'PATCH',
        body: JSON.stringify(changed),
      });
      if (!answer.ok) throw new Error(`not configured: ${answer.status} ${await answer.text()}`);
    },
    dataOf,
    stop,
  };
}

function mountDisk(place: string, sizeMb: number, { uid = 0, gid = 0 }: ReturnType<typeof unprivileged>): string {
  mkdirSync(place);
  const options = `size=${sizeMb}m,mode=0700,uid=${uid},gid=${gid}`;
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'wattle-disk', place]);
  return place;
}

function secret(): string {
  return randomBytes(16).toString('hex');
}

function etcdArgs(given: {
  readonly node: string;
  readonly peer: string;
  readonly client: string;
  readonly members: string;
  readonly data: string;
}) {
  // The options of ops/deploy/systemd/wattle-etcd.service.
  return [
    '--enable-v2',
    '--name',
    given.node,
    '--data-dir',
    given.data,
    '--listen-peer-urls',
    given.peer,
    '--initial-advertise-peer-urls',
    given.peer,
    '--listen-client-urls',
    given.client,
    '--advertise-client-urls',
    given.client,
    '--initial-cluster',
    given.members,
    '--initial-cluster-token',
    'wattle',
    '--initial-cluster-state',
    'new',
  ];
}

type Gate = { shut(isShut: boolean): void; close(): void };

/** Passes connections on to one of the ports; while it is shut, to none. */
async function openGate(port: number, targets: readonly number[]): Promise<Gate> {
  const open = new Set<Socket>();
  let isShut = false;
  let next = 0;
  const server: Server = createServer((near) => {
    if (isShut) return void near.destroy();
    const far = connect(targets[next++ % targets.length] ?? 0, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, '127.0.0.1', resolve));
  const drop = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    shut(value) {
      isShut = value;
      if (value) drop();
    },
    close() {
      server.close();
      drop();
    },
  };
}

/** The processes that one started. */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isSo: () => boolean | Promise<boolean>, ms: number): Promise<boolean> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await isSo()) return true;
    await sleep(250);
  }
  return false;
}
