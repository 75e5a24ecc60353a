/** Wakes listeners in this process when there is work, so that they do not wait for the next poll. */
export type Bell = {
  ring(): void;
  /** Calls `react` at every ring until the returned function is called. It must not throw. */
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
