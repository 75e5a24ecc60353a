/** Tells listeners in this process that there is something to do, so that none waits for its next tick. */
export type Bell = {
  ring(): void;
  /** Calls `react` at every ring until the answer is called. It must not throw. */
  listen(react: () => void): () => void;
};

export function openBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const react of listeners) react();
    },
    listen(react) {
      listeners.add(react);
      return () => listeners.delete(react);
    },
  };
}
