import type { AnyOperation, ResponseOf } from '@wattle/contract/operation.ts';
import type { MethodFacts } from '@wattle/contract/rules/payment-methods.ts';
import type { confirmPayee } from '@wattle/contract/transfers/payees.ts';
import type { PaymentFields } from '@wattle/contract/transfers/method-call.ts';
import type { HTMLAttributes, ReactElement, ReactNode } from 'react';
import type { CallFailure } from '../../api/send.ts';
import type { Problems } from '../../form/form.domain.ts';
import type { Form, FormField } from '../../form/use-form.ts';
import type { ScheduleField } from './schedule/schedule.domain.ts';

/** Fields of the form that a payment by any method has. */
export type CommonField =
  | 'name'
  | 'amount'
  | 'purpose'
  | 'recipientDescription'
  | 'description'
  | ScheduleField
  /** Choices. One is `yes` or empty. */
  | 'method'
  | 'payeeId'
  | 'isUpdate'
  | 'isOwn'
  | 'newPayee'
  /** Receipt number of the payment that is repeated. */
  | 'repeatOf'
  | 'sameDescription'
  | 'schedule'
  | 'endAfter';

/** A payment as it was typed. `Own` are the fields of its method. */
export type PaymentValues<Own extends string = never> = Readonly<Record<CommonField | Own, string>>;

/** The form of a payment. With methods and not properties, so that a screen hands it to any method. */
export type PaymentForm<Own extends string = never> = Omit<Form<string>, 'values' | 'setValue' | 'field' | 'choice'> & {
  readonly values: PaymentValues<Own>;
  setValue(name: CommonField | Own, value: string): void;
  field(name: CommonField | Own): FormField;
};

/** The body of a call, as its schema has checked it. */
export type PaymentBody = Readonly<Record<string, unknown>>;

/** The call of a method, of which a page needs only the names. */
export type PaymentCall = {
  readonly operation: AnyOperation;
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
  /** Card numbers as a reference are masked on the review where they begin with one of these. */
  readonly maskedPrefixes: readonly string[];
  /** The number of the saved payee, which lists show masked; empty while it is not known. */
  readonly savedNumber: string;
  /** It is asked, and nothing is known yet. */
  readonly isUnderWay: boolean;
  /** True: *Continue* is off until the number is another one. */
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

/** Whose account it is said to be. */
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
  /** Offers to save who is typed in. */
  readonly save: ReactNode;
};

/** A number of a payee: its field in the form (`field.…` and `missing.…` of the texts) and how it is shown. */
export type PayeeNumber = {
  readonly field: string;
  readonly inputMode: HTMLAttributes<HTMLInputElement>['inputMode'];
  /** As it is sent: without the spaces and hyphens of a printed number, where it is one. */
  plain(typed: string): string;
  show(number: string): string;
};

/** The numbers of the payee, as they were checked. */
export type PaidNumbers = { readonly bsb: string; readonly number: string };

/**
 * A payment method, as the screens need it. They name none: what differs is here, in one file for each method.
 * `name` is part of the keys of its texts: `kind.…`, `new.…`, `arrives.…`, `reason.…`.
 */
export type MethodDescriptor<Own extends string = never> = {
  readonly name: string;
  readonly facts: MethodFacts;
  readonly call: PaymentCall;
  /** Billers are listed, saved and named apart from people, and no one is tricked into paying one. */
  readonly pays: 'people' | 'billers';
  /** Path of its picture among the ways to pay someone new, on a grid of 24. */
  readonly shape: string;
  /** Fields of the payee, in the order of the form, with their ids in the page. The first takes the focus. */
  readonly payeeFields: Readonly<Record<Own | 'name', string>>;
  PayeeFields(props: PayeeFieldsProps<Own>): ReactElement;
  /** Null: the account number says it all. */
  readonly bsb: PayeeNumber | null;
  readonly number: PayeeNumber;
  /** Rows in the details of a saved payee; `found` is the looked-up name, labelled by this text. */
  readonly payeeRows: readonly ('found' | 'bsb' | 'number')[];
  readonly foundTerm: string;
  /** A payee needs no separate name. */
  readonly isNameOptional: boolean;
  /** The result of the name check identifies the payee. */
  readonly isNamedByLookUp: boolean;
  /** Text of the hint of what the recipient reads, and whether it may be copied from one's own; null: there is none. */
  readonly recipientWords: { readonly hint: string; readonly isCopied: boolean } | null;
  /**
   * Checks what the call's contract cannot, returning keys of the validation texts. `payer` is the paying account's
   * number.
   */
  check(values: PaymentValues<Own>, payer: string): Problems<string>;
  /** Null: no number to look up is complete. */
  lookUp(values: PaymentValues<Own>): LookUpCall | null;
  /** Null where there is no name check. */
  askedName(values: PaymentValues<Own>): AskedName | null;
  /** The trick to warn of before someone new is paid (`scam.…` of the texts); null: none. */
  trickOf(values: PaymentValues<Own>): string | null;
  /** Where the money goes: the key of its words, and what stands in them. */
  destination(numbers: PaidNumbers, lookUp: LookUp): { key: string; named: Readonly<Record<string, string>> };
};
