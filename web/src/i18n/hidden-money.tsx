import { readStored, store } from '../browser/storage.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import { createStore, useStore } from '../observable.ts';
import { useLanguage } from './use-texts.ts';

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

/**
 * Writes an amount that its reader owns: a balance, what is available or held, interest, a sum of spending. Dots while
 * this device hides it. Never for what is typed, reviewed or receipted, and for single movements. Separate from the
 * other formats, so that the switch draws only what it changes.
 */
export function useOwnedMoney(): (dollars: number) => string {
  const language = useLanguage();
  const isHidden = useStore(moneyIsHidden);
  return (dollars) => (isHidden ? HIDDEN_AMOUNT : money(dollars, language));
}

/** An amount that its reader owns, as `useOwnedMoney` writes it. */
export function OwnedMoney({ dollars }: { readonly dollars: number }) {
  return <>{useOwnedMoney()(dollars)}</>;
}

// Another tab of this device.
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) moneyIsHidden.set(newValue === 'true');
});
