import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readInstance } from '../../server/src/platform/instance.ts';
import { fastFolder } from '../../server/test-support/processes/fast-folder.ts';
import { settingsFrom, workspaceNode } from './workspace-node.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const START_MS = 90_000;
const STOP_MS = 20_000;

export type RunningServer = {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  readonly log: string;
};

/** Secrets of connections to card processors of the first programme, in the environment of each server. */
export const PROCESSOR_SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  ['STRIPE', 'LITHIC'].flatMap((processor) =>
    ['ASKS', 'EVENTS', 'API'].map((purpose) => [
      `WATTLE_SECRET_1_${processor}_${purpose}`,
      Buffer.from(`${processor} ${purpose}`.padEnd(32, '.')).toString('base64'),
    ]),
  ),
);

type Started = Pick<RunningServer, 'pid' | 'folder'>;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** URL of a server with this process id on a data folder, once it is ready. */
async function readyAt(data: string, pid: number): Promise<string | undefined> {
  const instance = readInstance(data);
  if (instance === undefined || instance.pid !== pid) return undefined;
  try {
    return (await fetch(`${instance.baseUrl}/readyz`)).ok ? instance.baseUrl : undefined;
  } catch {
    return undefined;
  }
}

/** How the payment service's page is opened: in a frame of ours, or as a page that the browser leaves for. */
export type GatewayPage = 'frame' | 'redirect';

/**
 * Starts the product like a person would, on its own data folder, and waits until it is ready.
 *
 * @param copyOf a data folder to start from instead of an empty one
 */
export async function startServer(copyOf?: string, gatewayPage: GatewayPage = 'frame'): Promise<RunningServer> {
  if (!existsSync(join(ROOT, 'web/dist/current'))) throw new Error('The web app is not built: npm run build');
  const folder = mkdtempSync(join(fastFolder(), 'wattle-e2e-'));
  // With owners and modes, because the database has its own user if root starts it.
  if (copyOf !== undefined) execFileSync('cp', ['-a', copyOf, join(folder, 'data')]);
  const log = join(folder, 'server.log');
  const output = openSync(log, 'a');
  const child = spawn(workspaceNode(), [join(ROOT, 'server/src/start/main.ts')], {
    cwd: ROOT,
    env: {
      ...settingsFrom(process.env),
      ...PROCESSOR_SECRETS,
      HOST: '127.0.0.1',
      // A free port chosen at start, because one chosen before could be taken by then.
      PORT: '0',
      WATTLE_DATA: join(folder, 'data'),
      WATTLE_MODE: 'sandbox',
      WATTLE_SANDBOX_GATEWAY_PAGE: gatewayPage,
      // All but the first server of a run start in two thirds of the time.
      ...(copyOf !== undefined && { NODE_COMPILE_CACHE: resolve(copyOf, '../compiled') }),
      // Many people share one address here.
      WATTLE_SIGN_IN_RATE: '10000',
      WATTLE_SIGN_UP_QUESTIONS: '10000',
      WATTLE_PAYMENT_LINK_RATE: '10000',
      WATTLE_STORE_RATE: '10000',
      WATTLE_COMPLAINT_RATE: '10000',
      // The same people change their sign-in methods many times.
      WATTLE_MESSAGES_AN_HOUR: '1000',
    },
    // The server exits when this channel closes, so that it cannot outlive a killed runner.
    stdio: ['ignore', output, output, 'ipc'],
    // Ctrl-C is for the runner, which stops the server after its specs.
    detached: true,
  });
  const started = { pid: child.pid ?? -1, folder, log };
  child.unref();
  child.channel?.unref();
  const giveUpAt = Date.now() + START_MS;
  for (;;) {
    const url = await readyAt(join(folder, 'data'), started.pid);
    if (url !== undefined) return { ...started, url };
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      const tail = readFileSync(log, 'utf8').split('\n').slice(-40).join('\n');
      await stopServer(started);
      throw new Error(`The server did not get ready.\n${tail}`);
    }
    await pause(100);
  }
}

/** Ends the server and, if it died without doing so, its database; removes the data folder. */
export async function stopServer(server: Started): Promise<void> {
  await endServer(server);
  rmSync(server.folder, { recursive: true, force: true });
}

async function endServer({ pid, folder }: Started): Promise<void> {
  await end(pid, 'SIGTERM');
  for (const database of databasesIn(join(folder, 'data'))) await end(database, 'SIGINT');
}

/** Data folder after a first start with the demo programme, as a template for other servers. */
export async function makeDemoFolder(): Promise<string> {
  const server = await startServer();
  await endServer(server);
  return join(server.folder, 'data');
}

/** Removes the folder of `makeDemoFolder`. */
export function removeDemoFolder(data: string): void {
  rmSync(resolve(data, '..'), { recursive: true, force: true });
}

async function end(pid: number, signal: NodeJS.Signals): Promise<void> {
  if (pid <= 1 || !isAlive(pid)) return;
  process.kill(pid, signal);
  const giveUpAt = Date.now() + STOP_MS;
  while (isAlive(pid) && Date.now() < giveUpAt) await pause(50);
  if (isAlive(pid)) process.kill(pid, 'SIGKILL');
}

function databasesIn(folder: string): number[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('postmaster.pid'))
    .map((path) => Number(readFileSync(join(folder, path), 'utf8').split('\n')[0]))
    .filter((pid) => Number.isInteger(pid) && pid > 1);
}
