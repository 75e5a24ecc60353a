import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 30_000;

export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });
}

/** Retries until it succeeds, because a started browser needs a moment to listen. */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  const endsAt = performance.now() + START_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > endsAt) throw error;
      await pause(200);
    }
  }
}

/** Ends a process started here, and waits until it has exited. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((done) => child.once('exit', () => done()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await gone;
  clearTimeout(timer);
}
