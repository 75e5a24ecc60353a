import { BILLER_CODE } from '@wattle/contract/rules/bill-reference.ts';
import type { ProofContent } from '@wattle/contract/access/step-up/step-up.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { processBPayRequest } from '@wattle/contract/bpay/process-bpay-request.ts';
import type { BodyInputOf } from '@wattle/contract/operation.ts';
import { transferExternal } from '@wattle/contract/transfers/external/transfer-external.ts';
import { transferInternal } from '@wattle/contract/transfers/internal/transfer-internal.ts';
import { PAYEE_TYPE, type PayeeType, type SavedPayee } from '@wattle/contract/transfers/payees/payee.ts';
import type { Problems } from '../../../form/form.domain.ts';
import { checkBody, fieldFor, refusedWireField } from '../../../form/operation.domain.ts';
import { plainNumber } from '../../../form/plain-number.domain.ts';
import {
  checkSchedule,
  datesOfForm,
  SCHEDULE_FIELDS,
  type ScheduleField,
  whenOf,
} from '../schedule/schedule.domain.ts';

/** How a payment goes: to another bank, within the brand, or to a biller. */
export const WAYS = ['external', 'internal', 'bpay'] as const;
export type Way = (typeof WAYS)[number];

/** Fields that are checked, in the order of the form. */
export const TRANSFER_FIELDS = [
  'billerCode',
  'reference',
  'name',
  'bsb',
  'accountNumber',
  'amount',
  'purpose',
  'recipientDescription',
  'description',
  ...SCHEDULE_FIELDS,
] as const;
export type TransferField = (typeof TRANSFER_FIELDS)[number];

const OPERATIONS = { internal: transferInternal, external: transferExternal, bpay: processBPayRequest } as const;

const TRANSFER_DATES: Readonly<Record<string, ScheduleField>> = {
  PaymentFrequency: 'frequency',
  FutureDate: 'futureDate',
  StartDate: 'startDate',
  EndDate: 'endDate',
  NoOfPayments: 'noOfPayments',
};

const FIELD_OF: Readonly<Record<Way, Readonly<Record<string, TransferField>>>> = {
  internal: {
    DestinationAccountNumber: 'accountNumber',
    DestinationAccountName: 'name',
    Amount: 'amount',
    Description: 'description',
    RecipientDescription: 'recipientDescription',
    ...TRANSFER_DATES,
  },
  external: {
    DestinationAccountBsb: 'bsb',
    DestinationAccountNumber: 'accountNumber',
    DestinationAccountName: 'name',
    Amount: 'amount',
    Purpose: 'purpose',
    DescriptionPayer: 'description',
    DescriptionRecipient: 'recipientDescription',
    ...TRANSFER_DATES,
  },
  bpay: {
    billerCode: 'billerCode',
    customerReference: 'reference',
    amount: 'amount',
    PayeeName: 'name',
    scheduleBPayWhen: 'frequency',
    futureDate: 'futureDate',
    startDate: 'startDate',
    endDate: 'endDate',
    noOfPayments: 'noOfPayments',
  },
};

const CHECKED = Object.fromEntries(TRANSFER_FIELDS.map((name) => [name, true])) as Record<TransferField, true>;

/** The model of a payment, as it was typed. A choice is `yes` or empty. */
export type TransferName =
  | TransferField
  | 'way'
  | 'payeeId'
  | 'isUpdate'
  | 'newPayee'
  | 'sameDescription'
  | 'billerName'
  | 'schedule'
  | 'endAfter';
export type TransferValues = Readonly<Record<TransferName, string>>;

/** Within the brand where nothing was chosen. */
export function wayOf({ way }: Pick<TransferValues, 'way'>): Way {
  return WAYS.find((each) => each === way) ?? 'internal';
}

const PAYEE_TYPES: Readonly<Record<Way, PayeeType>> = PAYEE_TYPE;

/** The type of saved payees that a payment can be made to. */
export function payeeTypeOf(values: Pick<TransferValues, 'way'>): PayeeType {
  return PAYEE_TYPES[wayOf(values)];
}

/** Whether nothing is typed or chosen. */
export function isEmpty({ way: _, ...values }: TransferValues): boolean {
  return Object.values(values).every((value) => value === '');
}

/** What another way of paying begins with: the model of the one before is thrown away. */
export function emptied(way: Way): TransferValues {
  const nothing = Object.fromEntries(TRANSFER_FIELDS.map((name) => [name, ''])) as Record<TransferField, string>;
  return {
    ...nothing,
    way,
    payeeId: '',
    isUpdate: '',
    newPayee: '',
    sameDescription: '',
    billerName: '',
    schedule: '',
    endAfter: '',
  };
}

export type TransferBody = BodyInputOf<typeof transferInternal>;
type ExternalBody = BodyInputOf<typeof transferExternal>;
type BillBody = BodyInputOf<typeof processBPayRequest>;
export type PaymentBody = TransferBody | ExternalBody | BillBody;

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
export function payeeValues(payee: SavedPayee | undefined, way: Way = 'internal'): Partial<TransferValues> {
  const choice = { payeeId: payee?.PayeeId ?? '', isUpdate: '', newPayee: '' };
  const name = payee?.DestinationAccountName ?? '';
  const [first, second] = [payee?.DestinationBSB ?? '', payee?.DestinationAccountNumber ?? ''];
  if (way === 'bpay') return { ...choice, name, billerCode: first, reference: second };
  return { ...choice, name, accountNumber: second, ...(way === 'external' && { bsb: withHyphen(first) }) };
}

/**
 * What has to change in a form whose chosen payee was changed or deleted elsewhere: locked fields say
 * what is kept, and what belongs to nobody any more is somebody new. Null while the choice is good.
 */
export function staleChoice(values: TransferValues, payees: readonly SavedPayee[]): Partial<TransferValues> | null {
  if (values.payeeId === '') return null;
  const kept = payees.find(({ PayeeId }) => PayeeId === values.payeeId);
  if (!kept) return { payeeId: '', isUpdate: '' };
  const filled = payeeValues(kept, wayOf(values));
  const isSame = Object.entries(filled).every(([name, value]) => values[name as TransferName] === value);
  return isSame || !isLocked(values) ? null : filled;
}

/** The account that pays, as far as it decides about a payment. */
export type Payer = {
  readonly number: string;
  readonly availableCents: number;
  /** What is left today of the daily limit; null: no limit, or not known yet. */
  readonly leftTodayCents: number | null;
  /** The daily limit itself; null: none, or not known yet. */
  readonly dayLimitCents: number | null;
  /** The day in Melbourne, `2026-11-20`. */
  readonly today: string;
};

/** From here on an amount is none, whoever pays it. */
const MOST_CENTS = 10_000_000_000;

/** What the operation does not know: who pays, and what was typed before it became a number. */
function checkTyped(
  values: TransferValues,
  cents: number | null,
  { number: payerNumber, availableCents, leftTodayCents, dayLimitCents, today }: Payer,
): Problems<TransferField> {
  const number = plainNumber(values.accountNumber);
  const code = plainNumber(values.billerCode);
  const isTyped = values.accountNumber.trim() !== '';
  // What is paid later is compared with the money that is there then.
  const isNow = whenOf(values) === 'now';
  return {
    ...(isTyped && number === '' ? { accountNumber: 'errorAccountNumberInvalid' } : {}),
    ...(wayOf(values) === 'bpay' && code !== '' && !BILLER_CODE.test(code) ? { billerCode: 'Error20243' } : {}),
    ...(wayOf(values) === 'internal' && number === payerNumber ? { accountNumber: 'sameAccount' } : {}),
    ...(values.amount.trim() !== '' && cents === null ? { amount: 'transferAmountError' } : {}),
    ...(isNow && cents !== null && leftTodayCents !== null && cents > leftTodayCents ? { amount: 'aboveToday' } : {}),
    // No day would take it, so nothing is said of another one.
    ...(isNow && cents !== null && dayLimitCents !== null && cents > dayLimitCents ? { amount: 'aboveDayLimit' } : {}),
    ...(isNow && cents !== null && cents > availableCents ? { amount: 'aboveAvailable' } : {}),
    ...(cents !== null && cents >= MOST_CENTS ? { amount: 'transferAmountError' } : {}),
    ...checkSchedule(values, wayOf(values) === 'internal', today),
  };
}

/**
 * What is wrong with a payment, as keys of the validation texts. `cents` is what the typed amount
 * means, null where it means none.
 */
export function checkTransfer(values: TransferValues, cents: number | null, payer: Payer): Problems<TransferField> {
  const way = wayOf(values);
  const body = paymentBodyOf(values, cents, payer.number);
  return {
    ...checkBody(CHECKED, OPERATIONS[way], body, FIELD_OF[way]),
    ...checkTyped(values, cents, payer),
  };
}

/** Text that says why a payment of this way was refused, where that of its code names another way. */
export function reasonKey(code: string, way: string | undefined): string {
  return `reason.${wayOf({ way: way ?? '' })}.${code}`;
}

/** Which call makes the payment. */
export function operationOf(values: Pick<TransferValues, 'way'>) {
  return OPERATIONS[wayOf(values)];
}

/** What is sent for a payment. Without an amount it is no number, which the operation refuses. */
export function paymentBodyOf(values: TransferValues, cents: number | null, payerNumber: string): PaymentBody {
  const way = wayOf(values);
  if (way === 'internal') return bodyOf(values, cents, payerNumber);
  const amount = cents === null ? Number.NaN : cents / 100;
  return way === 'bpay' ? billOf(values, amount, payerNumber) : externalOf(values, amount, payerNumber);
}

/** What its person agrees to who makes a payment. */
export function proofOf(values: TransferValues, cents: number | null, payerNumber: string): ProofContent {
  const operation = operationOf(values);
  return paymentProof(operation.name, operation.body.parse(paymentBodyOf(values, cents, payerNumber)));
}

/** What is sent for a transfer within the brand. */
export function bodyOf(values: TransferValues, cents: number | null, payerNumber: string): TransferBody {
  return {
    MemberNumber: payerNumber,
    DestinationAccountNumber: numberOf(values, values.accountNumber),
    DestinationAccountName: values.name.trim(),
    Amount: cents === null ? Number.NaN : cents / 100,
    ...transferDates(values),
    Description: values.description.trim(),
    RecipientDescription: values.recipientDescription.trim(),
    ...flagsOf(values),
  };
}

function externalOf(values: TransferValues, amount: number, payerNumber: string): ExternalBody {
  return {
    MemberNumber: payerNumber,
    DestinationAccountBsb: plainNumber(values.bsb),
    DestinationAccountNumber: numberOf(values, values.accountNumber),
    DestinationAccountName: values.name.trim(),
    Amount: amount,
    // Nothing chosen is no purpose, which the operation refuses.
    Purpose: Number(values.purpose) as 1,
    ...transferDates(values),
    DescriptionPayer: values.description.trim(),
    DescriptionRecipient: values.recipientDescription.trim(),
    ...flagsOf(values),
  };
}

function billOf(values: TransferValues, amount: number, payerNumber: string): BillBody {
  return {
    accountNumber: payerNumber,
    billerCode: plainNumber(values.billerCode),
    customerReference: plainNumber(values.reference),
    amount,
    description: values.description.trim(),
    ...billDates(values),
    PayeeName: values.name.trim() === '' ? null : values.name.trim(),
    ...flagsOf(values),
  };
}

/** As the operations take them: a frequency is one of theirs. */
type Frequency = 1 | 2 | 3 | 20 | 21;

function transferDates(values: TransferValues) {
  const dates = datesOfForm(values, wayOf(values) === 'internal');
  if (whenOf(values) === 'now') return { PaymentFrequency: dates.frequency as Frequency };
  return {
    PaymentFrequency: dates.frequency as Frequency,
    FutureDate: dates.futureDate,
    StartDate: dates.startDate,
    EndDate: dates.endDate,
    NoOfPayments: dates.noOfPayments,
  };
}

function billDates(values: TransferValues) {
  const { frequency, ...dates } = datesOfForm(values, false);
  const scheduleBPayWhen = frequency as Frequency;
  return whenOf(values) === 'now' ? { scheduleBPayWhen } : { scheduleBPayWhen, ...dates };
}

/** A saved number is compared by the server with the one that it keeps. */
function numberOf(values: TransferValues, typed: string): string {
  return payeePlanOf(values) === 'saved' ? typed : plainNumber(typed);
}

function flagsOf(values: TransferValues) {
  const plan = payeePlanOf(values);
  return {
    IsNewPayee: plan === 'new',
    IsUpdatePayee: plan === 'update',
    PayeeId: values.payeeId === '' ? null : values.payeeId,
  };
}

/** The field of the form that a refusal is about. */
export function refusedField(
  refusal: { readonly code: string; readonly field?: string },
  values: Pick<TransferValues, 'way'> = { way: '' },
): TransferField | undefined {
  const way = wayOf(values);
  return fieldFor(CHECKED, FIELD_OF[way], refusedWireField(OPERATIONS[way], refusal));
}

/** `200100025` as `200 100 025`; what is not nine digits stays as it is. */
export function inGroups(accountNumber: string): string {
  return accountNumber.replace(/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3');
}

/** `000101` as `000-101`; what is not six digits stays as it is. */
export function withHyphen(bsb: string): string {
  return bsb.replace(/^(\d{3})(\d{3})$/, '$1-$2');
}

/** Who is paid, as the screens name them. */
export function payeeNameOf(values: TransferValues): string {
  if (wayOf(values) !== 'bpay') return values.name.trim();
  return values.billerName || values.name.trim() || plainNumber(values.billerCode);
}

/** Where the money goes: the key of its words, and what stands in them. */
export function destinationOf(values: TransferValues): { key: string; named: Readonly<Record<string, string>> } {
  const way = wayOf(values);
  const number = inGroups(plainNumber(values.accountNumber));
  if (way === 'internal') return { key: 'row.account', named: { number } };
  if (way === 'external')
    return { key: 'row.bankAccount', named: { bsb: withHyphen(plainNumber(values.bsb)), number } };
  return {
    key: 'row.biller',
    named: { code: plainNumber(values.billerCode), reference: plainNumber(values.reference) },
  };
}
