import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestInfo } from '@playwright/test';
import { makeDemoFolder, type RunningServer, removeDemoFolder, startServer, stopServer } from './running-server.ts';

const VARIABLE = 'WATTLE_E2E_SERVERS';

type Given = { readonly file: string; readonly server: Promise<RunningServer> };

/**
 * Servers for the workers: each file of specs, at each width, gets one with a fresh copy of the demo. The next one is
 * started while its tests still run. A failed test ends its worker process, and the next one goes on with the file at
 * the same server.
 */
class Servers {
  #demo: Promise<string> | undefined;
  #spare: Promise<RunningServer> | undefined;
  readonly #given = new Map<string, Given>();
  readonly #stopped: Promise<void>[] = [];

  of(place: string, file: string): Promise<RunningServer> {
    const given = this.#given.get(place);
    if (given?.file === file) return given.server;
    if (given) this.#stopped.push(given.server.then(stopServer));
    const server = this.#spare ?? this.#start();
    this.#given.set(place, { file, server });
    this.#spare = this.#start();
    return server;
  }

  async #start(): Promise<RunningServer> {
    this.#demo ??= makeDemoFolder();
    return startServer(await this.#demo);
  }

  async end(): Promise<void> {
    const running = [...this.#given.values()].map(({ server }) => server);
    if (this.#spare) running.push(this.#spare);
    await Promise.allSettled([...running.map((server) => server.then(stopServer)), ...this.#stopped]);
    if (this.#demo) removeDemoFolder(await this.#demo);
  }
}

/**
 * Playwright calls this before the first worker starts. The servers belong to the runner and not to the worker
 * processes, because Playwright begins a new process after each failed test and for each width.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const servers = new Servers();
  const lobby = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://lobby');
    servers.of(pathname, searchParams.get('file') ?? '').then(
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
  };
}

let own: { readonly file: string; readonly server: RunningServer } | undefined;

/** Asks the runner for the server of this test's file at its width. */
export async function reachServer({ file, project, parallelIndex }: TestInfo): Promise<RunningServer> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('Start the specs through playwright.config.ts');
  const wanted = `${project.name} ${file}`;
  if (own?.file !== wanted) {
    const answer = await fetch(`${address}/${parallelIndex}?${new URLSearchParams({ file: wanted }).toString()}`);
    if (!answer.ok) throw new Error(await answer.text());
    own = { file: wanted, server: (await answer.json()) as RunningServer };
  }
  return own.server;
}

/** The server of the file that is running. */
export function runningServer(): RunningServer {
  if (!own) throw new Error('No server is running: use `test` of support/test.ts');
  return own.server;
}
