/** Word of a server that failed (500) at a call that the page cannot go on without. */
const listeners = new Set<() => void>();

export function reportServerFault(): void {
  for (const listener of listeners) listener();
}

export function onServerFault(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
