import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { transferInternal } from '@wattle/contract/transfers/internal/transfer-internal.ts';
import { PAYMENT_FREQUENCY } from '@wattle/contract/transfers/transfer.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import { compact } from '@wattle/contract/wire.ts';
import type { Problems } from '../../../form/form.domain.ts';
import { checkBody, fieldFor, refusedWireField } from '../../../form/operation.domain.ts';

/** Fields that are checked, in the order of the form. */
export const TRANSFER_FIELDS = ['name', 'accountNumber', 'amount', 'recipientDescription', 'description'] as const;
export type TransferField = (typeof TRANSFER_FIELDS)[number];

const FIELD_OF: Readonly<Record<string, TransferField>> = {
  DestinationAccountNumber: 'accountNumber',
  DestinationAccountName: 'name',
  Amount: 'amount',
  Description: 'description',
  RecipientDescription: 'recipientDescription',
};

const CHECKED = Object.fromEntries(TRANSFER_FIELDS.map((name) => [name, true])) as Record<TransferField, true>;

/** The model of an internal transfer, as it was typed. A choice is `yes` or empty. */
export type TransferName = TransferField | 'payeeId' | 'isUpdate' | 'newPayee';
export type TransferValues = Readonly<Record<TransferName, string>>;

/** Whether nothing is typed or chosen. */
export function isEmpty(values: TransferValues): boolean {
  return Object.values(values).every((value) => value === '');
}

export type TransferBody = BodyInputOf<typeof transferInternal>;

/** `nobody`: typed and not kept. */
export type PayeePlan = 'nobody' | 'new' | 'saved' | 'update';

export function payeePlanOf({ payeeId, isUpdate, newPayee }: TransferValues): PayeePlan {
  if (payeeId !== '') return isUpdate === '' ? 'saved' : 'update';
  return newPayee === '' ? 'nobody' : 'new';
}

/** A chosen payee's fields are locked until its holder asks to edit them. */
export function isLocked(values: TransferValues): boolean {
  return payeePlanOf(values) === 'saved';
}

/** The fields of a payee: of a saved one filled in and locked, else empty for a new one. */
export function payeeValues(payee: SavedPayee | undefined): Partial<TransferValues> {
  return {
    payeeId: payee?.PayeeId ?? '',
    isUpdate: '',
    newPayee: '',
    name: payee?.DestinationAccountName ?? '',
    accountNumber: payee?.DestinationAccountNumber ?? '',
  };
}

/**
 * What has to change in a form whose chosen payee was changed or deleted elsewhere: locked fields say
 * what is kept, and what belongs to nobody any more is somebody new. Null while the choice is good.
 */
export function staleChoice(values: TransferValues, payees: readonly SavedPayee[]): Partial<TransferValues> | null {
  if (values.payeeId === '') return null;
  const kept = payees.find(({ PayeeId }) => PayeeId === values.payeeId);
  if (!kept) return { payeeId: '', isUpdate: '' };
  const isSame = kept.DestinationAccountName === values.name && kept.DestinationAccountNumber === values.accountNumber;
  return isSame || !isLocked(values) ? null : payeeValues(kept);
}

/** Numbers are printed and copied in groups, and typed in full width on a Chinese keyboard. */
function plainNumber(typed: string): string {
  return compact(typed.normalize('NFKC'));
}

/** The account that pays, as far as it decides about a transfer. */
export type Payer = { readonly number: string; readonly availableCents: number };

/** From here on an amount is none, whoever pays it. */
const MOST_CENTS = 10_000_000_000;

/** What the operation does not know: who pays, and what was typed before it became a number. */
function checkTyped(
  values: TransferValues,
  cents: number | null,
  { number: payerNumber, availableCents }: Payer,
): Problems<TransferField> {
  const number = plainNumber(values.accountNumber);
  const isTyped = values.accountNumber.trim() !== '';
  return {
    ...(isTyped && number === '' ? { accountNumber: 'errorAccountNumberInvalid' } : {}),
    ...(number === payerNumber ? { accountNumber: 'sameAccount' } : {}),
    ...(values.amount.trim() !== '' && cents === null ? { amount: 'transferAmountError' } : {}),
    ...(cents !== null && cents > availableCents && cents < MOST_CENTS ? { amount: 'aboveAvailable' } : {}),
  };
}

/**
 * What is wrong with a transfer, as keys of the validation texts. `cents` is what the typed amount
 * means, null where it means none.
 */
export function checkTransfer(values: TransferValues, cents: number | null, payer: Payer): Problems<TransferField> {
  return {
    ...checkBody(CHECKED, transferInternal, bodyOf(values, cents, payer.number), FIELD_OF),
    ...checkTyped(values, cents, payer),
  };
}

/** What is sent for a transfer. Without an amount it is no number, which the operation refuses. */
export function bodyOf(values: TransferValues, cents: number | null, payerNumber: string): TransferBody {
  const plan = payeePlanOf(values);
  return {
    MemberNumber: payerNumber,
    // A saved number is compared by the server with the one that it keeps.
    DestinationAccountNumber: plan === 'saved' ? values.accountNumber : plainNumber(values.accountNumber),
    DestinationAccountName: values.name.trim(),
    Amount: cents === null ? Number.NaN : cents / 100,
    PaymentFrequency: PAYMENT_FREQUENCY.now,
    Description: values.description.trim(),
    RecipientDescription: values.recipientDescription.trim(),
    IsNewPayee: plan === 'new',
    IsUpdatePayee: plan === 'update',
    PayeeId: values.payeeId === '' ? null : values.payeeId,
  };
}

/** The field of the form that a refusal is about. */
export function refusedField(refusal: { readonly code: string; readonly field?: string }): TransferField | undefined {
  return fieldFor(CHECKED, FIELD_OF, refusedWireField(transferInternal, refusal));
}

/** `200100025` as `200 100 025`; what is not nine digits stays as it is. */
export function inGroups(accountNumber: string): string {
  return accountNumber.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
}
