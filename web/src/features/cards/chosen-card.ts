import { onSessionEnd } from '../../session/session.ts';
import { OF_SESSION, readStored, store } from '../../browser/storage.ts';
import { createStore } from '../../observable.ts';

const STORAGE_KEY = `${OF_SESSION}card`;

function keptCard(): string | null {
  const kept = readStored('sessionStorage', STORAGE_KEY);
  return typeof kept === 'string' ? kept : null;
}

/** Key of the card that was last chosen in this tab. It survives a reload and ends with the session. */
export const chosenCard = createStore(keptCard());

export function chooseCard(key: string): void {
  store('sessionStorage', STORAGE_KEY, key);
  chosenCard.set(key);
}

onSessionEnd(() => chosenCard.set(null));
