import { apart } from './tracing/spans.ts';

/** Wakes listeners in this process when there is work, so that they do not wait for the next poll. */
export type WakeUp = {
  send(): void;
  /** Calls `react` at every wake-up until the returned function is called. It must not throw. */
  listen(react: () => void): () => void;
};

export function openWakeUp(): WakeUp {
  const listeners = new Set<() => void>();
  return {
    send() {
      // What it begins is not part of the call that woke it.
      apart(() => {
        for (const react of listeners) react();
      });
    },
    listen(react) {
      listeners.add(react);
      return () => listeners.delete(react);
    },
  };
}
