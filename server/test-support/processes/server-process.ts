import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { expect, inject, vi } from 'vitest';
import { readInstance } from '../../src/platform/instance.ts';
import type { Instance } from '../../src/platform/instance.ts';
import { abandonPostmaster, readPostmaster } from '../../src/postgres/postmaster.ts';
import { fastFolder } from './fast-folder.ts';

const MAIN = path.join(import.meta.dirname, '../../src/start/main.ts');
const READY_MS = 60_000;
/** Last line of a starting server: for a person, or in production in the log. */
const READY = /Stop with Ctrl-C\.|"msg":"Ready: /;

/**
 * Where programs that tests start keep what they have compiled: all but the first of a run start in two thirds of the
 * time. A cluster of `ops` has no folder of its run.
 */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = inject('runFolder') as string | undefined;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.join(folder, 'compiled') };
}

export type ServerProcess = {
  readonly child: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Resolves when it answers requests; throws its output if it exits instead. */
  ready(): Promise<Instance>;
  /** Its exit code, once it has ended. */
  ended(): Promise<number | null>;
};

export type ServerHome = {
  readonly dataFolder: string;
  readonly port: number;
  launch(env?: Readonly<Record<string, string>>): ServerProcess;
  /** Process id of its embedded PostgreSQL. */
  postgresPid(): number | undefined;
  /** Ends all remaining processes and removes the folder. */
  close(): Promise<void>;
};

/** Data folder and port for servers as separate processes, from these sources or others. */
export async function givenServerHome(main = MAIN): Promise<ServerHome> {
  const dataFolder = mkdtempSync(path.join(fastFolder(), 'wattle-server-'));
  // PostgreSQL's user needs search permission, as in the data folder of a real server.
  chmodSync(dataFolder, 0o711);
  const port = await freePort();
  const cluster = path.join(dataFolder, 'postgres/data');
  const children: ChildProcess[] = [];
  return {
    dataFolder,
    port,
    launch(env = {}) {
      const child = spawn(process.execPath, [main], {
        env: {
          PATH: process.env['PATH'],
          ...compileCache(),
          PORT: String(port),
          WATTLE_DATA: dataFolder,
          WATTLE_LOG_LEVEL: 'warn',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      return follow(child, dataFolder);
    },
    postgresPid: () => readPostmaster(cluster)?.pid,
    async close() {
      for (const child of children) child.kill('SIGKILL');
      abandonPostmaster(cluster);
      await vi.waitUntil(() => readPostmaster(cluster) === undefined, { timeout: 10_000, interval: 20 });
      rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/**
 * The same with the data folder of a server that was started once and stopped, with database, demo and keys. One test
 * covers a start from nothing; every other test would spend most of its time on it.
 */
export async function givenStartedHome(): Promise<ServerHome> {
  const started = await startedFolder();
  const home = await givenServerHome();
  // The database belongs to its own user, so owners of files are copied too.
  execFileSync('cp', ['-a', `${started}/.`, home.dataFolder]);
  return home;
}

/** Created once per run; the other worker waits for it. */
async function startedFolder(): Promise<string> {
  const folder = path.join(inject('runFolder'), 'started');
  const isDone = `${folder}.done`;
  try {
    mkdirSync(`${folder}.making`);
  } catch {
    await vi.waitUntil(() => existsSync(isDone), { timeout: 2 * READY_MS, interval: 50 });
    return folder;
  }
  const home = await givenServerHome();
  const server = home.launch();
  await server.ready();
  server.child.kill('SIGTERM');
  await server.ended();
  execFileSync('cp', ['-a', home.dataFolder, folder]);
  await home.close();
  writeFileSync(isDone, '');
  return folder;
}

function follow(child: ChildProcess, dataFolder: string): ServerProcess {
  let output = '';
  const take = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return {
    child,
    output: () => output,
    ended: () => ended,
    async ready() {
      const isUp = async () => {
        if (child.exitCode !== null) throw new Error(`the server ended:\n${output}`);
        return READY.test(output) && readInstance(dataFolder);
      };
      return vi.waitUntil(isUp, { timeout: READY_MS, interval: 20 });
    },
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address !== 'object') throw new Error('no port');
  return address.port;
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** An exited process is listed until its parent has collected it. */
export async function expectGone(pid: number): Promise<void> {
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 5_000, interval: 20 });
}

export async function ask<Row extends pg.QueryResultRow>(url: string | undefined, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
