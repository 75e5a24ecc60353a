import { readStored, store } from '../browser/storage.ts';
import { createStore, useStore } from '../observable.ts';

/** Read by `early/early.ts` too. */
const KEY = 'wattle.balance.hidden';

export const moneyIsHidden = createStore(readStored('localStorage', KEY) === true);

/** In place of an amount. */
export const HIDDEN_AMOUNT = '••••';

/** Whether this device hides balances from people nearby, on every page, and the switch for it. */
export function useHiddenMoney(): { readonly isHidden: boolean; readonly toggle: () => void } {
  const isHidden = useStore(moneyIsHidden);
  return {
    isHidden,
    toggle() {
      store('localStorage', KEY, !isHidden);
      moneyIsHidden.set(!isHidden);
    },
  };
}

// Another tab of this device.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) moneyIsHidden.set(newValue === 'true');
});
