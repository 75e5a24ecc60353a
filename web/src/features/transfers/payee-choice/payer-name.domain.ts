import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { DIRECT_ENTRY, foldToDirectEntry } from '@wattle/contract/rules/direct-entry.ts';

/** Maximum number of characters of a reference on a statement. */
const MOST = 18;

/**
 * A payer's name as a payment has it: the whole name, else initial and surname, else one of both names. Empty if none
 * fits.
 */
export function payerName(first: string, surname: string): string {
  const [given, family] = [lineText(foldToDirectEntry(first)), lineText(foldToDirectEntry(surname))];
  const ways = [`${given} ${family}`, `${given.slice(0, 1)} ${family}`, family, given].map((words) => lineText(words));
  return (
    ways.find((words) => words !== '' && words.length <= MOST && DIRECT_ENTRY.test(words) && /^[^0-]/.test(words)) ?? ''
  );
}

/** The card that pays, as a transfer between own cards names it: by its name where a payment can carry that. */
export function payingCardName({ CardName, MaskedCardNumber }: Pick<CardSummary, 'CardName' | 'MaskedCardNumber'>) {
  const name = lineText(foldToDirectEntry(CardName));
  return name !== '' && DIRECT_ENTRY.test(name) ? name : `Card ${MaskedCardNumber.slice(-4)}`;
}
