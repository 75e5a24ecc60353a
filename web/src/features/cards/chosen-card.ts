import { onSessionEnd } from '../../session/session.ts';

/** The card that was last looked at in this tab, by its key. It is forgotten with the session. */
let chosen: string | null = null;
const listeners = new Set<() => void>();

export function chosenCard(): string | null {
  return chosen;
}

export function chooseCard(key: string | null): void {
  chosen = key;
  for (const listener of listeners) listener();
}

export function subscribeChosenCard(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

onSessionEnd(() => chooseCard(null));
