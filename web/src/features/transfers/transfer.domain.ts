import type { BodyInputOf } from '@wattle/contract/operation.ts';
import type { transferInternal } from '@wattle/contract/transfers/transfer-internal.ts';
import {
  bankAccountNumber,
  deText,
  optionalDeText,
  PAYMENT_FREQUENCY,
  transferAmount,
} from '@wattle/contract/transfers/transfer.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import { compact } from '@wattle/contract/wire.ts';

/** Fields that are checked, in the order of the form. */
export const TRANSFER_FIELDS = ['name', 'accountNumber', 'amount', 'description', 'recipientDescription'] as const;
export type TransferField = (typeof TRANSFER_FIELDS)[number];

/** The model of an internal transfer, as it was typed. A choice is `yes` or empty. */
export type TransferName = TransferField | 'payeeId' | 'isUpdate' | 'newPayee';
export type TransferValues = Readonly<Record<TransferName, string>>;

export const EMPTY_TRANSFER: TransferValues = {
  payeeId: '',
  isUpdate: '',
  newPayee: '',
  name: '',
  accountNumber: '',
  amount: '',
  description: '',
  recipientDescription: '',
};

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

type Checked = {
  readonly success: boolean;
  readonly error?: { readonly issues: readonly { readonly message: string }[] };
};

function keyOf(checked: Checked): string | undefined {
  return checked.success ? undefined : (checked.error?.issues[0]?.message ?? 'required');
}

/** Numbers are printed and copied in groups, and typed in full width on a Chinese keyboard. */
function plainNumber(typed: string): string {
  return compact(typed.normalize('NFKC'));
}

function checkAccountNumber(typed: string, payerNumber: string): string | undefined {
  if (typed.trim() === '') return 'required';
  const number = plainNumber(typed);
  if (number === payerNumber) return 'sameAccount';
  return number === '' ? 'errorAccountNumberInvalid' : keyOf(bankAccountNumber.safeParse(number));
}

function checkAmount(typed: string, cents: number | null): string | undefined {
  if (typed.trim() === '') return 'errorAmount';
  return cents === null ? 'transferAmountError' : keyOf(transferAmount.safeParse(cents / 100));
}

/**
 * What is wrong with a transfer, as keys of the validation texts. `cents` is what the typed amount
 * means, null where it means none.
 */
export function checkTransfer(
  values: TransferValues,
  cents: number | null,
  payerNumber: string,
): Partial<Readonly<Record<TransferField, string>>> {
  const found: Readonly<Record<TransferField, string | undefined>> = {
    name: keyOf(deText.safeParse(values.name)),
    accountNumber: checkAccountNumber(values.accountNumber, payerNumber),
    amount: checkAmount(values.amount, cents),
    description: keyOf(optionalDeText.safeParse(values.description)),
    recipientDescription: keyOf(deText.safeParse(values.recipientDescription)),
  };
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined));
}

/** What is sent for a transfer that was checked and found right. */
export function bodyOf(values: TransferValues, cents: number, payerNumber: string): TransferBody {
  const plan = payeePlanOf(values);
  return {
    MemberNumber: payerNumber,
    // A saved number is compared by the server with the one that it keeps.
    DestinationAccountNumber: plan === 'saved' ? values.accountNumber : plainNumber(values.accountNumber),
    DestinationAccountName: values.name.trim(),
    Amount: cents / 100,
    PaymentFrequency: PAYMENT_FREQUENCY.now,
    Description: values.description.trim(),
    RecipientDescription: values.recipientDescription.trim(),
    IsNewPayee: plan === 'new',
    IsUpdatePayee: plan === 'update',
    PayeeId: values.payeeId === '' ? null : values.payeeId,
  };
}

export function isSameBody(one: TransferBody, other: TransferBody): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What the server answers when it has judged a payment, now or at an earlier try with the same key. */
const JUDGED: readonly number[] = [400, 404];

/**
 * Whether a failed call surely moved no money. Without an answer, or with one of a server or proxy in
 * trouble, nobody here knows; the same key sent again gets the one true answer. Once an earlier try is
 * in doubt, only a judgement ends that: too many requests (429) says nothing of the try before.
 */
export function isCertain({ status }: { readonly status: number }, wasInDoubt: boolean): boolean {
  return wasInDoubt ? JUDGED.includes(status) : status >= 400 && status < 500;
}

const FIELD_OF: Readonly<Record<string, TransferField>> = {
  DestinationAccountNumber: 'accountNumber',
  DestinationAccountName: 'name',
  Amount: 'amount',
  Description: 'description',
  RecipientDescription: 'recipientDescription',
};

/** The field of the form that a refusal names by its name on the wire. */
export function refusedField(wireName: string | undefined): TransferField | undefined {
  return wireName === undefined ? undefined : FIELD_OF[wireName];
}

/** `200100025` as `200 100 025`; what is not nine digits stays as it is. */
export function inGroups(accountNumber: string): string {
  return accountNumber.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
}
