import { forget, OF_SESSION, readStored, store } from '../../../browser/storage.ts';
import { createStore, useStore } from '../../../observable.ts';

const KEY = `${OF_SESSION}justActivated`;

const kept = readStored('sessionStorage', KEY);
/** The last four digits of the card that was activated in this session, until the person has seen the next steps. */
const state = createStore<string | null>(typeof kept === 'string' ? kept : null);

export function noteActivated(suffix: string): void {
  store('sessionStorage', KEY, suffix);
  state.set(suffix);
}

export function forgetActivated(): void {
  forget('sessionStorage', KEY);
  state.set(null);
}

export const useJustActivated = () => useStore(state);
