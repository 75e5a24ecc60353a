import { type RunningServer, startServer } from './running-server.ts';

export const SERVER_VARIABLE = 'WATTLE_E2E_SERVER';

/** Playwright calls this before the first worker starts; workers inherit the environment. */
export default async function globalSetup(): Promise<void> {
  process.env[SERVER_VARIABLE] = JSON.stringify(await startServer());
}

/** The server of this run. */
export function runningServer(): RunningServer {
  const text = process.env[SERVER_VARIABLE];
  if (!text) throw new Error('No server is running: start the specs through playwright.config.ts');
  return JSON.parse(text) as RunningServer;
}
