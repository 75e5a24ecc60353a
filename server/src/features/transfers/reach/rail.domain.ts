import type { Rail } from '../../payments/method-traits.ts';

type Asked = {
  /** Answer of the bank about the BSB within a day; undefined: none. */
  readonly reach: { readonly isInstant: boolean } | undefined;
  readonly accountNumber: string;
  /** Cards that may pay. */
  readonly cards: readonly { readonly settings: { readonly instantTransfers: boolean } }[];
};

/** Direct entry takes letters in account numbers, the network does not. */
const DIGITS = /^\d{4,28}$/;

/** Rail of a transfer to another bank: a call where the BSB is reached at any hour and the payer's products allow it. */
export function railOf({ reach, accountNumber, cards }: Asked): Rail {
  const isInstant = reach?.isInstant === true && DIGITS.test(accountNumber);
  return isInstant && cards.every(({ settings }) => settings.instantTransfers) ? 'call' : 'file';
}
