import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { MASKED_REFERENCE, maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';

/** Most payees of one type that a caller can save. */
export const PAYEES_OF_A_CALLER = 100;

export type SavedPayee = {
  readonly id: string;
  readonly name: string;
  /** BSB, or code of the biller; empty for an internal payee. */
  readonly bsb: string;
  /** Account number, or reference of the bill. */
  readonly accountNumber: string;
};

/** Flags of a payment about its payee. */
export type PayeeFlags = {
  readonly name: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly IsNewPayee?: boolean | undefined;
  readonly IsUpdatePayee?: boolean | undefined;
  readonly PayeeId?: string | null | undefined;
};

/**
 * The number of a payee as it was typed: one that a list has shown masked is that of the payee. Undefined: it is not,
 * or there is no such payee.
 */
export function wholeNumber(saved: readonly SavedNumber[], id: string | null, number: string): string | undefined {
  if (!MASKED_REFERENCE.test(number)) return number;
  const fitting = saved.filter(
    (payee) => (id === null || payee.id === id) && maskCardNumbers(payee.accountNumber) === number,
  );
  const numbers = new Set(fitting.map(({ accountNumber }) => accountNumber));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

type SavedNumber = Pick<SavedPayee, 'id' | 'accountNumber'>;

/** Whether a payment has anything to do with saved payees. */
export function asksForPayee({
  IsNewPayee,
  IsUpdatePayee,
  PayeeId,
}: Pick<PayeeFlags, 'IsNewPayee' | 'IsUpdatePayee' | 'PayeeId'>): boolean {
  return IsNewPayee === true || IsUpdatePayee === true || (PayeeId ?? null) !== null;
}

/** Zeros that lead a biller's code say nothing; a BSB has them always. */
function isSameCode(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}

/**
 * Change to write once the payment is posted, among the payees that the caller has saved:
 * undefined where it only pays one of them. `newId` is of the one that it may add.
 */
export function decidePayee(
  saved: readonly SavedPayee[],
  asked: PayeeFlags,
  newId: string,
): Result<SavedPayee | undefined, 'required_field' | 'not_found'> {
  const { name, bsb, accountNumber } = asked;
  const id = asked.PayeeId ?? null;
  const twin = saved.find((payee) => payee.accountNumber === accountNumber && isSameCode(payee.bsb, bsb));
  if (asked.IsNewPayee) {
    if (asked.IsUpdatePayee) return err('required_field', 'IsUpdatePayee');
    if (id !== null) return err('required_field', 'PayeeId');
    if (!twin && saved.length >= PAYEES_OF_A_CALLER) return err('required_field', 'IsNewPayee');
    return ok({ id: twin?.id ?? newId, name, bsb, accountNumber });
  }
  if (id === null) return asked.IsUpdatePayee ? err('required_field', 'PayeeId') : ok(undefined);
  if (!saved.some((payee) => payee.id === id)) return err('not_found', 'PayeeId');
  if (asked.IsUpdatePayee) {
    return twin && twin.id !== id ? err('required_field', 'IsUpdatePayee') : ok({ id, name, bsb, accountNumber });
  }
  return twin?.id === id ? ok(undefined) : err('not_found', 'PayeeId');
}
