import { readStored, store } from '../../browser/storage.ts';
import { createStore, useStore } from '../../store.ts';

const KEY = 'wattle.balance.hidden';
const hidden = createStore(readStored('localStorage', KEY) === true);

/** Whether this browser hides the balance from who looks over a shoulder, and what changes that. */
export function useHiddenBalance(): { readonly isHidden: boolean; readonly toggle: () => void } {
  const isHidden = useStore(hidden);
  return {
    isHidden,
    toggle() {
      store('localStorage', KEY, !isHidden);
      hidden.set(!isHidden);
    },
  };
}
