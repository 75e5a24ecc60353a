import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RunningServer, startServer, stopServer } from './running-server.ts';

const VARIABLE = 'WATTLE_E2E_SERVERS';

/**
 * Playwright calls this before the first worker starts. Each of the workers that run side by side
 * has a server and a database of its own. They belong to the runner and not to the worker process,
 * because Playwright begins a new process after each failed test and for each project. A server is
 * started when its worker first asks for it, so a run of one file starts one.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<RunningServer>>();
  const lobby = createServer((request, response) => {
    const place = request.url ?? '/';
    const server = started.get(place) ?? startServer();
    started.set(place, server);
    server.then(
      (running) => response.end(JSON.stringify(running)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((done) => lobby.listen(0, '127.0.0.1', done));
  process.env[VARIABLE] = `http://127.0.0.1:${(lobby.address() as AddressInfo).port}`;
  return async () => {
    lobby.close();
    lobby.closeAllConnections();
    const servers = await Promise.allSettled(started.values());
    for (const server of servers) if (server.status === 'fulfilled') await stopServer(server.value);
  };
}

let own: RunningServer | undefined;

/** Asks the runner for the server of this worker, which it starts at the first call. */
export async function reachServer(): Promise<RunningServer> {
  const address = process.env[VARIABLE];
  if (!address) throw new Error('Start the specs through playwright.config.ts');
  const answer = await fetch(`${address}/${process.env['TEST_PARALLEL_INDEX']}`);
  if (!answer.ok) throw new Error(await answer.text());
  own = (await answer.json()) as RunningServer;
  return own;
}

/** The server of this worker. */
export function runningServer(): RunningServer {
  if (!own) throw new Error('No server is running: use `test` of support/test.ts');
  return own;
}
