import { err, ok, type Result } from '@wattle/contract/errors.ts';
import { comparableNumber } from '@wattle/contract/rules/account-numbers.ts';
import { MASKED_REFERENCE, maskReference } from '@wattle/contract/rules/card-numbers.ts';

/** Most payees of one type that a caller can save. */
export const MAX_SAVED_PAYEES = 100;

export type SavedPayee = {
  readonly id: string;
  readonly name: string;
  /** BSB or biller code; empty for an internal payee. */
  readonly bsb: string;
  /** Account number, or reference of the bill. */
  readonly accountNumber: string;
};

/** Fields of a payment about its saved payee. */
export type PayeeFlags = {
  readonly name: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly IsNewPayee?: boolean | undefined;
  readonly IsUpdatePayee?: boolean | undefined;
  readonly PayeeId?: string | null | undefined;
};

/** Full number of a payee: a masked one is replaced by that of the saved payee. Undefined: no saved payee matches. */
export function fullPayeeNumber(saved: readonly SavedNumber[], id: string | null, number: string): string | undefined {
  if (!MASKED_REFERENCE.test(number)) return number;
  const fitting = saved.filter(
    (payee) => (id === null || payee.id === id) && maskReference(payee.accountNumber) === number,
  );
  const numbers = new Set(fitting.map(({ accountNumber }) => accountNumber));
  return numbers.size === 1 ? [...numbers][0] : undefined;
}

type SavedNumber = Pick<SavedPayee, 'id' | 'accountNumber'>;

/** Whether a payment saves, updates or uses a saved payee. */
export function usesSavedPayee({
  IsNewPayee,
  IsUpdatePayee,
  PayeeId,
}: Pick<PayeeFlags, 'IsNewPayee' | 'IsUpdatePayee' | 'PayeeId'>): boolean {
  return IsNewPayee === true || IsUpdatePayee === true || (PayeeId ?? null) !== null;
}

/** Leading zeros of a biller code are not significant; those of a BSB are always written. */
function isSameCode(one: string, other: string): boolean {
  return one.replace(/^0+/, '') === other.replace(/^0+/, '');
}

/**
 * Change of the caller's saved payees, written once the payment is posted; undefined if the payment only uses one.
 * `newId` is for a new payee.
 */
export function decidePayee(
  saved: readonly SavedPayee[],
  asked: PayeeFlags,
  newId: string,
): Result<SavedPayee | undefined, 'required_field' | 'not_found'> {
  const { name, bsb, accountNumber } = asked;
  const id = asked.PayeeId ?? null;
  const number = comparableNumber(accountNumber);
  // A former release kept two payees of one account where it was written in two ways: each is known by its own.
  const same = saved.filter((payee) => comparableNumber(payee.accountNumber) === number && isSameCode(payee.bsb, bsb));
  const existing =
    same.find((payee) => payee.accountNumber === accountNumber) ?? same.find((payee) => payee.id === id) ?? same[0];
  if (asked.IsNewPayee) {
    if (asked.IsUpdatePayee) return err('required_field', 'IsUpdatePayee');
    if (id !== null) return err('required_field', 'PayeeId');
    if (!existing && saved.length >= MAX_SAVED_PAYEES) return err('required_field', 'IsNewPayee');
    return ok({ id: existing?.id ?? newId, name, bsb, accountNumber });
  }
  if (id === null) return asked.IsUpdatePayee ? err('required_field', 'PayeeId') : ok(undefined);
  if (!saved.some((payee) => payee.id === id)) return err('not_found', 'PayeeId');
  if (asked.IsUpdatePayee) {
    return existing && existing.id !== id
      ? err('required_field', 'IsUpdatePayee')
      : ok({ id, name, bsb, accountNumber });
  }
  return existing?.id === id ? ok(undefined) : err('not_found', 'PayeeId');
}
