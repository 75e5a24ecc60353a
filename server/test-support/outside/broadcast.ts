import type { Broadcast, BroadcastListener } from '../../src/platform/database/broadcast.ts';

/** Broadcast within the test: most tests have one server, and a connection takes time. */
export function localBroadcast(): Broadcast {
  const listeners = new Set<BroadcastListener>();
  return {
    send(word) {
      for (const listener of listeners) listener.received(word);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {},
  };
}
