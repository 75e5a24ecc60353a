import type { CardSummary } from '@wattle/contract/cards/card.ts';
import { comparableNumber } from '@wattle/contract/rules/account-numbers.ts';
import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { useSettled } from '../../../ui/fields/use-settled.ts';
import { cardWords } from '../../cards/public.ts';
import { emptied } from '../journey/form-values.ts';
import { isWhole, numbersIn } from '../journey/transfer.domain.ts';
import { useLookUp } from '../journey/use-look-up.ts';
import type { LookUp, MethodDescriptor, PaymentValues } from '../payment-method.ts';
import { found, isFound, type Listed } from '../payees/payees.domain.ts';
import { readPayee, type TypedPayee } from './typed-payee.domain.ts';

/** A payee that was read from the text, with what the look-up of its number says. */
export type ReadHit = {
  readonly method: MethodDescriptor;
  readonly values: PaymentValues;
  readonly lookUp: LookUp;
};

export type Hits = {
  readonly saved: readonly Listed[];
  readonly own: readonly CardSummary[];
  readonly read: readonly ReadHit[];
  /** Kind of the text, if no payee can be paid by it; null: it may be one. */
  readonly refused: TypedPayee['is'];
  readonly isPending: boolean;
};

type Reading = { readonly method: MethodDescriptor; readonly values: PaymentValues; readonly isSure: boolean };

/** Readings of a text by each method. Where one is whole and sure, the others are a part of it, and are left out. */
function readingsOf(typed: TypedPayee, methods: readonly MethodDescriptor[]): readonly Reading[] {
  const readings = methods.flatMap((method) => {
    const reading = method.reads(typed);
    return reading ? [{ method, values: { ...emptied(method), ...reading.values }, isSure: reading.isSure }] : [];
  });
  const whole = readings.filter(({ method, values, isSure }) => isSure && isWhole(method, values));
  return whole.length > 0 ? whole : readings;
}

/** Whether a saved payee has the numbers of a reading, as far as they are typed. */
function isSavedAs({ method, values }: Reading, payee: Listed): boolean {
  const [bsb, number] = numbersIn(method, values);
  const isSame = (typed: string, kept: string | null) =>
    typed === '' || comparableNumber(typed) === comparableNumber(kept ?? '');
  return payee.method === method && isSame(bsb, payee.DestinationBSB) && isSame(number, payee.DestinationAccountNumber);
}

/** Saved payees, cards of one's own and new payees that a typed text may mean. */
export function useHits(
  text: string,
  methods: readonly MethodDescriptor[],
  payees: readonly Listed[],
  ownCards: readonly CardSummary[],
): Hits {
  const typed = readPayee(text);
  const readings = readingsOf(typed, methods);
  const settled = useSettled(text);
  const asked = settled === text ? readings : [];
  // A text is looked up by up to three methods; a hook is not called in a loop.
  const callOf = (reading: Reading | undefined) => (reading ? reading.method.lookUp(reading.values) : null);
  const lookUps = [useLookUp(callOf(asked[0])), useLookUp(callOf(asked[1])), useLookUp(callOf(asked[2]))];
  if (lineText(text) === '') return { saved: [], own: [], read: [], refused: null, isPending: false };
  const byNumber = payees.filter((payee) => readings.some((reading) => isSavedAs(reading, payee)));
  const saved = [...new Set([...byNumber, ...found(payees, text)])];
  const own = ownCards.filter((card) => [cardWords(card), card.AccountNumber].some((words) => isFound(words, text)));
  const taken = new Set(own.map(({ AccountNumber }) => AccountNumber));
  const read = readings.flatMap(({ method, values, isSure }, place) => {
    const lookUp = lookUps[place];
    const [, number] = numbersIn(method, values);
    const isSaved = isWhole(method, values) && saved.some((payee) => isSavedAs({ method, values, isSure }, payee));
    const isOwn = !method.facts.leavesProgramme && taken.has(number);
    if (!lookUp || isSaved || isOwn || !(isSure || lookUp.name !== '')) return [];
    return [{ method, values, lookUp }];
  });
  const isPending = settled !== text || lookUps.some(({ isUnderWay }) => isUnderWay);
  return { saved, own, read, refused: readings.length === 0 ? typed.is : null, isPending };
}
