import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inNetwork } from './networks.ts';
import { giveNow, RUNTIME } from './programs.ts';

/** A root that runs, with processes and mounts apart from those of this machine, in the network that it is given. */
export type Container = {
  /** A container runtime starts it, or chroot where none works. */
  readonly by: 'runc' | 'chroot';
  readonly child: ChildProcess;
  readonly output: () => string;
  /** Its first process, by its number on this machine. */
  pid(): number;
  /** Words before a command that is given in it, as its user and with its environment. */
  entering(env?: Readonly<Record<string, string>>): readonly string[];
  /** Signals its first process and answers how it ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
};

export type ContainerOptions = {
  readonly root: string;
  readonly isReadOnly: boolean;
  readonly network: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: number;
  /** Capabilities beyond what its user may do. */
  readonly capabilities: readonly string[];
  /** Files and folders of this machine by their place in it. */
  readonly mounts: Readonly<Record<string, string>>;
  /** Folders in memory. */
  readonly tmpfs: readonly string[];
};

let runtime: Container['by'] | undefined;

/** Starts it by Debian's runc, or by chroot where runc is missing or cannot run here. */
export function startContainer(options: ContainerOptions): Container {
  makePlaces(options);
  runtime ??= process.env['WATTLE_HOST_RUNTIME'] !== 'chroot' && runcWorks(options) ? 'runc' : 'chroot';
  return runtime === 'runc' ? startByRunc(options) : startByChroot(options);
}

function makePlaces({ root, mounts, tmpfs }: ContainerOptions): void {
  for (const folder of tmpfs) mkdirSync(path.join(root, folder), { recursive: true });
  for (const [place, source] of Object.entries(mounts)) {
    const inside = path.join(root, place);
    if (statSync(source).isDirectory()) mkdirSync(inside, { recursive: true });
    else if (!existsSync(inside)) writeFileSync(inside, '');
  }
}

function runcWorks(options: ContainerOptions): boolean {
  if (!existsSync(RUNTIME[0])) return false;
  const folder = bundle({ ...options, args: ['/bin/true'], user: 0, folder: '/' });
  try {
    giveNow(RUNTIME[0], '--root', path.join(folder, 'state'), 'run', '--bundle', folder, idOf(folder));
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const idOf = (folder: string) => path.basename(folder);
const pairs = (env: Readonly<Record<string, string>>) => Object.entries(env).map(([name, value]) => `${name}=${value}`);

/** A folder with config.json of the OCI's runtime specification. */
function bundle(options: ContainerOptions): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wattle-container-'));
  const { root, isReadOnly, network, args, env, user, capabilities, mounts, tmpfs } = options;
  const may = capabilities.map((name) => `CAP_${name}`);
  const mount = (destination: string, type: string, mountOptions: readonly string[], source = type) => ({
    destination,
    type,
    source,
    options: mountOptions,
  });
  writeFileSync(
    path.join(folder, 'config.json'),
    JSON.stringify({
      ociVersion: '1.0.2',
      process: {
        terminal: false,
        user: { uid: user, gid: user },
        args,
        env: pairs(env),
        cwd: options.folder,
        capabilities: { bounding: may, effective: may, permitted: may, inheritable: [], ambient: [] },
        noNewPrivileges: isReadOnly,
      },
      root: { path: root, readonly: isReadOnly },
      mounts: [
        mount('/proc', 'proc', []),
        mount('/dev', 'tmpfs', ['nosuid', 'mode=755']),
        mount('/dev/pts', 'devpts', ['nosuid', 'noexec', 'newinstance', 'ptmxmode=0666', 'mode=0620']),
        mount('/dev/shm', 'tmpfs', ['nosuid', 'nodev', 'mode=1777']),
        ...tmpfs.map((place) => mount(place, 'tmpfs', ['nosuid', 'nodev', 'mode=1777'])),
        ...Object.entries(mounts).map(([place, source]) => mount(place, 'bind', ['rbind'], source)),
      ],
      linux: {
        namespaces: [
          ...['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
          { type: 'network', path: `/run/netns/${network}` },
        ],
      },
    }),
  );
  return folder;
}

function startByRunc(options: ContainerOptions): Container {
  const folder = bundle(options);
  const runc = [RUNTIME[0], '--root', path.join(folder, 'state')] as const;
  const [command, ...args] = [...runc, 'run', '--bundle', folder, idOf(folder)];
  const running = started(command, args);
  return {
    ...running,
    by: 'runc',
    pid: () => (JSON.parse(giveNow(...runc, 'state', idOf(folder))) as { readonly pid: number }).pid,
    entering: (env = {}) => [...runc, 'exec', ...pairs(env).flatMap((one) => ['--env', one]), idOf(folder)],
    async end(signal) {
      if (running.child.exitCode === null) giveNow(...runc, 'kill', idOf(folder), signal);
      const code = await running.ended;
      rmSync(folder, { recursive: true, force: true });
      return code;
    },
  };
}

const SPACES = ['--mount', '--pid', '--net', '--ipc', '--uts', '--root'];

function startByChroot(options: ContainerOptions): Container {
  const { root, isReadOnly, network, args, env, user, mounts, tmpfs } = options;
  const steps = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    ...(isReadOnly ? [`mount -o remount,bind,ro ${root}`] : []),
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    ...tmpfs.map((place) => `mount -t tmpfs -o mode=1777 tmpfs ${root}${place}`),
    ...Object.entries(mounts).map(([place, source]) => `mount --bind ${source} ${root}${place}`),
    'exec "$@"',
  ];
  const alone = ['unshare', '--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts'];
  const inside = [
    '/usr/bin/env',
    '--ignore-environment',
    `--chdir=${options.folder}`,
    ...pairs(env),
    '/usr/bin/setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--clear-groups',
    ...(isReadOnly ? ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'] : []),
  ];
  const shell = ['sh', '-e', '-c', steps.join('\n'), 'sh', 'chroot', root];
  const [command = '', ...rest] = [...inNetwork(network), ...alone, ...shell, ...inside, ...args];
  const running = started(command, rest);
  const pid = () => Number(readFileSync(`/proc/${running.child.pid}/task/${running.child.pid}/children`, 'utf8'));
  return {
    ...running,
    by: 'chroot',
    pid,
    entering: (more = {}) => [
      'nsenter',
      `--target=${pid()}`,
      ...SPACES,
      ...inside.slice(0, 3),
      ...pairs({ ...env, ...more }),
      ...inside.slice(3 + pairs(env).length),
    ],
    async end(signal) {
      if (running.child.exitCode === null) process.kill(pid(), signal);
      return running.ended;
    },
  };
}

function started(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => said, ended };
}

/** Waits until a command in it succeeds. Answers after how many milliseconds. Throws what was said where it ended. */
export async function untilSucceeds(container: Container, command: readonly string[], withinMs: number) {
  const begun = performance.now();
  for (;;) {
    const passed = performance.now() - begun;
    if (container.child.exitCode !== null || passed > withinMs)
      throw new Error(`${command.join(' ')} did not succeed in ${Math.round(passed)} ms:\n${container.output()}`);
    if (succeeds([...container.entering(), ...command])) return performance.now() - begun;
    await pause(100);
  }
}

function succeeds([program = '', ...args]: readonly string[]): boolean {
  try {
    giveNow(program, ...args);
    return true;
  } catch {
    return false;
  }
}
