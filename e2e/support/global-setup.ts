import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestInfo } from '@playwright/test';
import { startCommands } from './commands.ts';
import {
  type GatewayPage,
  isAlive,
  makeDemoFolder,
  type RunningServer,
  removeDemoFolder,
  startServer,
  stopServer,
} from './running-server.ts';

const VARIABLE = 'WATTLE_E2E_SERVERS';

type Given = { readonly file: string; readonly server: Promise<RunningServer> };

/**
 * Servers for the workers. Each worker has one, with the demo programme, for all its files at every width. A file that
 * requests its own server gets one from a fresh copy of the demo, which ends when its worker continues with another
 * file. A failed test ends its worker process, and the next one continues with the same server.
 */
class Servers {
  #demo: Promise<string> | undefined;
  readonly #shared = new Map<string, Promise<RunningServer>>();
  readonly #own = new Map<string, Given>();
  readonly #stopped: Promise<void>[] = [];

  /** @param file the file and its width, if it has its own server */
  of(place: string, file: string | null, gatewayPage?: GatewayPage): Promise<RunningServer> {
    const own = this.#own.get(place);
    if (own?.file === file) return own.server;
    if (own) this.#stopped.push(own.server.then(stopServer));
    this.#own.delete(place);
    if (file === null) return this.#sharedAt(place);
    const server = this.#start(gatewayPage);
    this.#own.set(place, { file, server });
    return server;
  }

  async #sharedAt(place: string): Promise<RunningServer> {
    const running = await this.#shared.get(place);
    if (running && isAlive(running.pid)) return running;
    // A crashed server fails the test that met it, and no later ones.
    if (running) this.#stopped.push(stopServer(running));
    const server = this.#start();
    this.#shared.set(place, server);
    return server;
  }

  async #start(gatewayPage?: GatewayPage): Promise<RunningServer> {
    this.#demo ??= makeDemoFolder();
    return startServer(await this.#demo, gatewayPage);
  }

  async end(): Promise<void> {
    const running = [...this.#shared.values(), ...[...this.#own.values()].map(({ server }) => server)];
    await Promise.allSettled([...running.map((server) => server.then(stopServer)), ...this.#stopped]);
    if (this.#demo) removeDemoFolder(await this.#demo);
  }
}

/**
 * Playwright calls this before the first worker starts. The servers belong to the runner instead of the worker
 * processes, because Playwright starts a new process after each failed test and for each width.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const endCommands = await startCommands();
  const servers = new Servers();
  const lobby = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lobby');
    const gatewayPage = searchParams.get('gatewayPage') === 'redirect' ? 'redirect' : 'frame';
    servers.of(pathname, searchParams.get('file'), gatewayPage).then(
      (running) => response.end(JSON.stringify(running)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => lobby.listen(0, '127.0.0.1', done));
  process.env[VARIABLE] = `http://127.0.0.1:${(lobby.address() as AddressInfo).port}`;
  return async () => {
    lobby.close();
    lobby.closeAllConnections();
    await servers.end();
    endCommands();
  };
}

let reached: { readonly file: string | null; readonly server: RunningServer } | undefined;

/**
 * Requests from the runner the server of this test's worker, or one for its file and width.
 *
 * @param gatewayPage counts where the file has a server for itself
 */
export async function reachServer(
  info: TestInfo,
  isOwn: boolean,
  gatewayPage: GatewayPage = 'frame',
): Promise<RunningServer> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('Start the specs through playwright.config.ts');
  const file = isOwn ? `${info.project.name} ${info.file}` : null;
  if (reached?.file !== file) {
    const query = file === null ? '' : `?${new URLSearchParams({ file, gatewayPage }).toString()}`;
    const answer = await fetch(`${address}/${info.parallelIndex}${query}`);
    if (!answer.ok) throw new Error(await answer.text());
    reached = { file, server: (await answer.json()) as RunningServer };
  }
  return reached.server;
}

/** The server of the test that is running. */
export function runningServer(): RunningServer {
  if (!reached) throw new Error('No server is running: use `test` of support/test.ts');
  return reached.server;
}
