import { runningServer } from './global-setup.ts';
import { stopServer } from './running-server.ts';

/** Runs when specs have failed too, so that no server outlives its run. */
export default async function globalTeardown(): Promise<void> {
  await stopServer(runningServer());
}
