import { isBlank, lineText } from '@wattle/contract/rules/typed-text.ts';
import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import { MASKED_REFERENCE } from '@wattle/contract/rules/card-numbers.ts';
import { byName, entriesOf, namesOf } from '@wattle/contract/rules/typed-names.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import type { SavedPayee } from '@wattle/contract/transfers/payee.ts';
import type { Problems } from '../../../form/form.domain.ts';
import { type CheckedBody, fieldFor, parseBody, refusedWireField } from '../../../form/operation.domain.ts';
import type { CommonField, MethodDescriptor, PaymentBody, PaymentValues } from '../payment-method.ts';
import { checkSchedule, type Dates, datesOfForm, SCHEDULE_FIELDS, whenOf } from '../schedule/schedule.domain.ts';

/** Choices of the form. They need no check. */
export const CHOICES = [
  'method',
  'payeeId',
  'isUpdate',
  'isOwn',
  'newPayee',
  'isRead',
  'repeatOf',
  'lookUpId',
  'foundBank',
  'asksAnother',
  'sameDescription',
  'schedule',
  'endAfter',
] as const satisfies readonly CommonField[];

/** The checked fields of a payment by a method, in the order of the form. */
export function fieldsOf({ payeeFields }: MethodDescriptor) {
  const others = ['amount', 'purpose', 'recipientDescription', 'description'] as const;
  return [...namesOf(payeeFields), ...others, ...SCHEDULE_FIELDS];
}

/** The field of the form for each field of the call. */
function wireNames({ call: { fields }, bsb, number }: MethodDescriptor): Readonly<Record<string, string>> {
  const names: readonly (readonly [wire: string | null, field: string])[] = [
    [fields.number, number.field],
    [fields.bsb, bsb?.field ?? ''],
    [fields.payeeName, 'name'],
    [fields.amount, 'amount'],
    [fields.purpose, 'purpose'],
    [fields.description, 'description'],
    [fields.recipientDescription, 'recipientDescription'],
    ...entriesOf(fields.dates).map(([field, wire]) => [wire, field] as const),
  ];
  return Object.fromEntries(names.filter(([wire]) => wire !== null));
}

const asKeys = (names: readonly string[]) => byName(names, () => true);

/** `nobody`: a typed payee that is not saved. `own`: another card of the payer. */
export type PayeePlan = 'nobody' | 'new' | 'saved' | 'update' | 'own';

export function payeePlanOf({ payeeId, isUpdate, newPayee, isOwn }: PaymentValues): PayeePlan {
  if (isOwn === 'yes') return 'own';
  if (payeeId !== '') return isUpdate === '' ? 'saved' : 'update';
  return newPayee === '' ? 'nobody' : 'new';
}

/** A chosen payee's fields are locked until its holder asks to edit them; those of an own card always. */
export function isLocked(values: PaymentValues): boolean {
  const plan = payeePlanOf(values);
  return plan === 'saved' || plan === 'own';
}

/** The numbers of the payee, as the fields of a method. */
export function numbersAsFields({ bsb, number }: MethodDescriptor, first: string, second: string) {
  return { ...(bsb && { [bsb.field]: bsb.show(first) }), [number.field]: second };
}

/** The fields of a payee: of a saved one filled in and locked, else empty for a new one. */
export function payeeValues(method: MethodDescriptor, payee: SavedPayee | undefined): Partial<PaymentValues> {
  return {
    payeeId: payee?.PayeeId ?? '',
    isUpdate: '',
    newPayee: '',
    isRead: '',
    repeatOf: '',
    name: payee?.DestinationAccountName ?? '',
    ...numbersAsFields(method, payee?.DestinationBSB ?? '', payee?.DestinationAccountNumber ?? ''),
  };
}

/**
 * Changes required in a form whose chosen payee was changed or deleted elsewhere: locked fields take the saved values,
 * and a deleted payee becomes a new one. Null while the choice is still valid.
 */
export function staleChoice(
  method: MethodDescriptor,
  values: PaymentValues,
  payees: readonly SavedPayee[],
): Partial<PaymentValues> | null {
  if (values.payeeId === '') return null;
  const kept = payees.find(({ PayeeId }) => PayeeId === values.payeeId);
  if (!kept) return { payeeId: '', isUpdate: '' };
  const filled = payeeValues(method, kept);
  const isSame = Object.entries(filled).every(([name, value]) => typedIn(values, name) === value);
  return isSame || !isLocked(values) ? null : filled;
}

/** An extra field of a method. */
export function typedIn(values: PaymentValues, name: string): string {
  const all: Readonly<Record<string, string>> = values;
  return all[name] ?? '';
}

/** The numbers of a payee in its form, the BSB or biller code first. */
export function numbersIn({ bsb, number }: MethodDescriptor, values: PaymentValues): readonly [string, string] {
  return [bsb ? typedIn(values, bsb.field) : '', typedIn(values, number.field)];
}

/** BSB and account number of digits that say how a payment goes. */
const BANK_ACCOUNT = { bsb: /^\d{6}$/, number: /^[A-Za-z0-9]{4,9}$/ } as const;

/** The typed account at another bank, as the review asks when its money arrives; null: it is not whole. */
export function typedAccount(method: MethodDescriptor, values: PaymentValues, payer: string) {
  const [first, second] = numbersIn(method, values);
  const [bsb, number] = [method.bsb?.plain(first) ?? '', method.number.plain(second)];
  const isWholeAccount = BANK_ACCOUNT.bsb.test(bsb) && BANK_ACCOUNT.number.test(number);
  if (!method.facts.leavesProgramme || method.pays === 'billers' || !isWholeAccount) return null;
  return { MemberNumber: payer, DestinationBSB: bsb, DestinationAccountNumber: number };
}

/** Whether all numbers of the payee are entered. */
export function isWhole(method: MethodDescriptor, values: PaymentValues): boolean {
  const [bsb, number] = numbersIn(method, values);
  return number !== '' && (method.bsb === null || bsb !== '');
}

/** The data of the paying account that decides about a payment. */
export type Payer = {
  readonly number: string;
  readonly availableCents: number;
  /** Amount left today of the daily limit; null when there is no limit or it is not loaded. */
  readonly leftTodayCents: number | null;
  /** The daily limit itself; null: none, or not known yet. */
  readonly dayLimitCents: number | null;
  /** The day in Melbourne, `2026-11-20`. */
  readonly today: string;
};

/** Amounts from this one on are refused for every payer. */
const MOST_CENTS = 10_000_000_000;

/** Checks the contract cannot make: the paying account, and typed text before it becomes a number. */
function checkTyped(
  method: MethodDescriptor,
  values: PaymentValues,
  cents: number | null,
  { number: payerNumber, availableCents, leftTodayCents, dayLimitCents, today }: Payer,
): Problems<string> {
  // A later payment is compared with the balance of its day.
  const isNow = whenOf(values) === 'now';
  return {
    ...method.check(values, payerNumber),
    ...(!isBlank(values.amount) && cents === null ? { amount: 'transferAmountError' } : {}),
    ...(isNow && cents !== null && leftTodayCents !== null && cents > leftTodayCents ? { amount: 'aboveToday' } : {}),
    // An amount above the daily limit is refused on every day, so this problem replaces the one about today.
    ...(isNow && cents !== null && dayLimitCents !== null && cents > dayLimitCents ? { amount: 'aboveDayLimit' } : {}),
    ...(isNow && cents !== null && cents > availableCents ? { amount: 'aboveAvailable' } : {}),
    ...(cents !== null && cents >= MOST_CENTS ? { amount: 'transferAmountError' } : {}),
    ...checkSchedule(values, method.facts.leavesProgramme, today),
  };
}

/**
 * Checks a payment. Returns its problems as keys of the validation texts, or the request body, null while something is
 * wrong. `cents` is the typed amount, null when it cannot be read.
 */
export function checkPayment(
  method: MethodDescriptor,
  values: PaymentValues,
  cents: number | null,
  payer: Payer,
): CheckedBody<string, PaymentBody> {
  const typed = bodyOf(method, values, cents, payer.number);
  const parsed = parseBody(asKeys(fieldsOf(method)), method.call.operation, typed, wireNames(method));
  const problems = { ...parsed.problems, ...checkTyped(method, values, cents, payer) };
  return { problems, body: Object.keys(problems).length === 0 ? parsed.body : null };
}

/** The body of the call before it is checked. Without an amount it is not a number, which the operation refuses. */
export function bodyOf(
  method: MethodDescriptor,
  values: PaymentValues,
  cents: number | null,
  payerNumber: string,
): PaymentBody {
  const { call, bsb, number, isNameOptional } = method;
  const { fields } = call;
  const plan = payeePlanOf(values);
  const name = lineText(values.name);
  const typedNumber = typedIn(values, number.field);
  return {
    [fields.account]: payerNumber,
    ...(fields.bsb !== null && bsb && { [fields.bsb]: bsb.plain(typedIn(values, bsb.field)) }),
    // The server compares a saved number with the one that it keeps.
    [fields.number]: plan === 'saved' ? typedNumber : number.plain(typedNumber),
    [fields.payeeName]: name === '' && isNameOptional ? null : name,
    [fields.amount]: cents === null ? Number.NaN : cents / 100,
    // Without a choice the purpose is empty, which the operation refuses.
    ...(fields.purpose !== null && { [fields.purpose]: Number(values.purpose) }),
    ...datesAsSent(method, values),
    [fields.description]: lineText(values.description),
    ...(fields.recipientDescription !== null && {
      [fields.recipientDescription]: lineText(values.recipientDescription),
    }),
    ...(fields.lookUp !== undefined && { [fields.lookUp]: values.lookUpId }),
    IsNewPayee: plan === 'new',
    IsUpdatePayee: plan === 'update',
    PayeeId: values.payeeId === '' ? null : values.payeeId,
    // The server finds an incomplete reference by the bill that was paid.
    ...(fields.repeatOf !== undefined &&
      values.repeatOf !== '' &&
      MASKED_REFERENCE.test(typedNumber) && { [fields.repeatOf]: values.repeatOf }),
  };
}

function datesAsSent({ call, facts }: MethodDescriptor, values: PaymentValues) {
  const { dates: names } = call.fields;
  const dates = datesOfForm(values, facts.leavesProgramme);
  if (whenOf(values) === 'now') return { [names.frequency]: dates.frequency };
  return Object.fromEntries(entriesOf(dates).map(([part, value]) => [names[part], value]));
}

/** A checked payment, in the words of all methods. */
export type CheckedPayment = {
  readonly method: MethodDescriptor;
  readonly body: PaymentBody;
  /** The account that pays. */
  readonly payer: string;
  readonly dollars: number;
  readonly payeeName: string;
  readonly bsb: string;
  readonly number: string;
  readonly purpose: string;
  readonly description: string;
  readonly recipientDescription: string;
  readonly dates: Dates;
};

/** Reads the checked body of a call. */
export function readBody(method: MethodDescriptor, body: PaymentBody): CheckedPayment {
  const { fields } = method.call;
  const text = (name: string | null) => {
    const value = name === null ? null : (body[name] ?? null);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  };
  const date = (name: string) => text(name) || null;
  const { frequency, futureDate, startDate, endDate, noOfPayments } = fields.dates;
  const count = text(noOfPayments);
  return {
    method,
    body,
    payer: text(fields.account),
    dollars: Number(text(fields.amount)),
    payeeName: text(fields.payeeName),
    bsb: text(fields.bsb),
    number: method.number.plain(text(fields.number)),
    purpose: text(fields.purpose),
    description: text(fields.description),
    recipientDescription: text(fields.recipientDescription),
    dates: {
      frequency: Number(text(frequency)),
      futureDate: date(futureDate),
      startDate: date(startDate),
      endDate: date(endDate),
      noOfPayments: count === '' ? null : Number(count),
    },
  };
}

/** Proof subject of a payment. */
export function proofOf({ method, body }: Pick<CheckedPayment, 'method' | 'body'>): ProofContent {
  return paymentProof(method.call.operation.name, body);
}

/** Text that says why a payment by this method was refused, where that of its code names another one. */
export function reasonKey(code: string, { name }: MethodDescriptor): string {
  return `reason.${name}.${code}`;
}

/** The field of the form that a refusal names. */
export function refusedField(
  method: MethodDescriptor,
  refusal: { readonly code: string; readonly field?: string },
): string | undefined {
  return fieldFor(asKeys(fieldsOf(method)), wireNames(method), refusedWireField(method.call.operation, refusal));
}

/** Display name of the payee. `foundName` is the name from the look-up. */
export function payeeNameOf({ method, payeeName, bsb, number }: CheckedPayment, foundName: string): string {
  return method.isNamedByLookUp ? foundName || payeeName || bsb || number : payeeName;
}

/** A payment of the past, or one that was planned. */
export type PaidBefore = {
  readonly Method: string;
  readonly Name: string;
  readonly Bsb: string;
  readonly AccountNumber: string;
  readonly Purpose: number | null;
  readonly Amount: number;
  readonly Description: string;
  readonly RecipientDescription: string;
  /** Absent: the payment was not made yet. */
  readonly ReceiptNumber?: string;
};

/** Initial values of the form for repeating a payment. */
export function valuesOfPaid(method: MethodDescriptor, paid: PaidBefore): Partial<PaymentValues> {
  const { fields } = method.call;
  return {
    ...(method.isNamedByLookUp ? {} : { name: paid.Name }),
    ...numbersAsFields(method, paid.Bsb, paid.AccountNumber),
    ...(fields.purpose !== null && { purpose: String(paid.Purpose ?? '') }),
    ...(fields.recipientDescription !== null && { recipientDescription: paid.RecipientDescription }),
    ...(fields.repeatOf !== undefined && { repeatOf: paid.ReceiptNumber ?? '' }),
    amount: paid.Amount.toFixed(2),
    description: paid.Description,
  };
}
