import type { AnyOperation, Operation, ResponseOf } from '@wattle/contract/operation.ts';
import type { MethodFacts } from '@wattle/contract/rules/payment-methods.ts';
import type { confirmPayee } from '@wattle/contract/transfers/payees.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import type { HTMLAttributes, ReactElement, ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { CallFailure } from '../../api/send.ts';
import type { Problems } from '../../form/form.domain.ts';
import type { FormField, FormFrame } from '../../form/use-form.ts';
import type { TypedPayee } from './payee-choice/typed-payee.domain.ts';
import type { ScheduleField } from './schedule/schedule.domain.ts';

/** Fields of the form that a payment by any method has. */
export type CommonField =
  | 'name'
  | 'amount'
  | 'purpose'
  | 'recipientDescription'
  | 'description'
  | ScheduleField
  /** Choices. The value of a yes-or-no choice is `yes` or empty. */
  | 'method'
  | 'payeeId'
  | 'isUpdate'
  | 'isOwn'
  | 'newPayee'
  /** The numbers are from the field of the payee choice, so the form shows them and does not ask for them. */
  | 'isRead'
  /** Receipt number of the payment that is repeated. */
  | 'repeatOf'
  /** Look-up of a payee that is found first, and the name of its bank. */
  | 'lookUpId'
  | 'foundBank'
  /** Another payee is asked for in place of the one that was found. */
  | 'asksAnother'
  | 'sameDescription'
  | 'schedule'
  | 'endAfter';

/** The typed values of a payment. `Own` are the fields of its method. */
export type PaymentValues<Own extends string = never> = Readonly<Record<CommonField | Own, string>>;

/** The form of a payment. It has methods and not properties, so that a screen can pass it to every payment method. */
export type PaymentForm<Own extends string = never> = FormFrame & {
  readonly values: PaymentValues<Own>;
  setValue(name: CommonField | Own, value: string): void;
  field(name: CommonField | Own): FormField;
};

/** The body of a call after the check by its schema. */
export type PaymentBody = Readonly<Record<string, unknown>>;

type Schema = z.ZodMiniType;
type PaymentAnswer = Readonly<Record<string, unknown>> & {
  readonly TransactionDate: string;
  /** End of the hold of a first payment to a payee. */
  readonly HeldUntil: string | null;
  /** Sum of a day to new payees, for which it is held. */
  readonly NewPayeesTotal?: number;
};

/** The operation of any payment method. */
export type PaymentOperation = Operation<
  Schema,
  Schema,
  z.ZodMiniType<PaymentBody, PaymentBody>,
  z.ZodMiniType<PaymentAnswer>
>;

/** The call of a payment method. A page needs only the names of its fields. */
export type PaymentCall = {
  readonly operation: PaymentOperation;
  readonly fields: PaymentFields;
  readonly receiptField: string;
};

/** Result of looking up a typed number. */
export type LookUp = {
  /** Name of the institution or biller; empty while unknown. */
  readonly name: string;
  /** Problems of the number, as keys of the form's check. */
  readonly problems: Problems<string>;
  /** Each bill of the biller has its own reference. */
  readonly isVariable: boolean;
  /** Prefixes of card numbers. The review masks a reference that begins with one of them. */
  readonly maskedPrefixes: readonly string[];
  /** The complete number of the saved payee, which lists show masked; empty while it is not known. */
  readonly savedNumber: string;
  /** The most that the payee takes in one payment, in cents; null: no limit, or not known. */
  readonly mostCents: number | null;
  /** The look-up has no answer yet. */
  readonly isUnderWay: boolean;
  /** True: *Continue* is off until the number changes. */
  readonly isStopped: boolean;
};

/** A call that looks up a number, and how its answer is read. */
export type LookUpCall = {
  readonly operation: AnyOperation;
  readonly body: object;
  read(answer: { readonly data: unknown; readonly failure: CallFailure | null }): Partial<LookUp>;
};

/** Declares a look-up with the type of its answer inferred. */
export function lookUpCall<Called extends AnyOperation>(call: {
  readonly operation: Called;
  readonly body: object;
  read(answer: {
    readonly data: ResponseOf<Called> | undefined;
    readonly failure: CallFailure | null;
  }): Partial<LookUp>;
}): LookUpCall {
  return call;
}

export type NameCheck = ResponseOf<typeof confirmPayee>;

/** An account and the name to check for it. */
export type AskedName = { readonly Bsb: string | null; readonly AccountNumber: string; readonly AccountName: string };

export type PayeeFieldsProps<Own extends string = never> = {
  readonly form: PaymentForm<Own>;
  readonly lookUp: LookUp;
  /** A saved payee is chosen: its fields are shown and not edited. */
  readonly isLocked: boolean;
  /** The payee is saved, or will be. */
  readonly isSaved: boolean;
  /** Result of the name check. */
  readonly nameAnswer: ReactNode;
  /** Control that saves the typed payee. */
  readonly save: ReactNode;
  /** The numbers as they were read from a text, in place of their fields; null: they are typed here. */
  readonly numbers: ReactNode;
};

/** A payee as a method reads it from a text. */
type ReadPayee<Own extends string = never> = {
  readonly values: Partial<Record<Own | 'name', string>>;
  /** False: it is a payee of this method only if the look-up knows it. */
  readonly isSure: boolean;
};

/** A number of a payee: its field in the form (`field.…` and `missing.…` of the texts) and how it is shown. */
export type PayeeNumber = {
  readonly field: string;
  readonly inputMode: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** The number as it is sent. A printed number loses its spaces and hyphens. */
  plain(typed: string): string;
  show(number: string): string;
};

/** The numbers of the payee, as they were checked. */
export type PaidNumbers = { readonly bsb: string; readonly number: string };

/**
 * A payment method as the screens need it. Screens name no method: all differences are here, in one file for each
 * method. `name` is part of the keys of its texts: `kind.…`, `new.…`, `arrives.…`, `reason.…`.
 */
export type MethodDescriptor<Own extends string = never> = {
  readonly name: string;
  readonly facts: MethodFacts;
  readonly call: PaymentCall;
  /** Billers are listed, saved and named separately from people, and need no warning of scams. */
  readonly pays: 'people' | 'billers';
  /** Path of its picture among the ways to pay someone new, on a grid of 24. */
  readonly shape: string;
  /** Fields of the payee, in the order of the form, with their ids in the page. The first takes the focus. */
  readonly payeeFields: Readonly<Record<Own | 'name', string>>;
  PayeeFields(props: PayeeFieldsProps<Own>): ReactElement;
  /** Null: the account number is enough. */
  readonly bsb: PayeeNumber | null;
  readonly number: PayeeNumber;
  /** Rows in the details of a saved payee; `found` is the looked-up name, labelled by this text. */
  readonly payeeRows: readonly ('found' | 'bsb' | 'number')[];
  readonly foundTerm: string;
  /** A payee needs no separate name. */
  readonly isNameOptional: boolean;
  /** The result of the name check identifies the payee. */
  readonly isNamedByLookUp: boolean;
  /** A payee is looked up before the form opens, by a button, because each look-up counts. Absent: while it is typed. */
  readonly isFoundFirst?: true;
  /** Text of the hint of what the recipient reads, and whether it may be copied from one's own; null: there is none. */
  readonly recipientWords: { readonly hint: string; readonly isCopied: boolean } | null;
  /**
   * Checks what the call's contract cannot, returning keys of the validation texts. `payer` is the paying account's
   * number.
   */
  check(values: PaymentValues<Own>, payer: string): Problems<string>;
  /** The payee that a typed or pasted text means by this method; null: none. */
  reads(typed: TypedPayee): ReadPayee<Own> | null;
  /** Look-up of the typed number; null: the number is incomplete or is not looked up. */
  lookUp(values: PaymentValues<Own>): LookUpCall | null;
  /** Name to check; null: the method has no name check, or a value is missing. */
  askedName(values: PaymentValues<Own>): AskedName | null;
  /** Kind of scam that the page warns of before a payment to a new payee (`scam.…` of the texts); null: none. */
  trickOf(values: PaymentValues<Own>): string | null;
  /** Destination of the money: the key of its text, and the values in it. */
  destination(numbers: PaidNumbers, lookUp: LookUp): { key: string; named: Readonly<Record<string, string>> };
};
