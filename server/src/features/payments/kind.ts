import type { ProofContent } from '@wattle/contract/access/step-up.ts';
import type { Programmes } from '../programme/public.ts';
import { err, type ErrorName, type Refusal, type Result } from '@wattle/contract/errors.ts';
import type { PaymentMethod as MethodName } from '@wattle/contract/rules/payment-methods.ts';
import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import type { Recurring } from '@wattle/contract/rules/schedule-dates.ts';
import type { AppConfig } from '../../config/config.ts';
import type { HoldId, LedgerAccountId, LedgerRefusal, TransferCode, TransferId } from '../../ledger/ledger.ts';
import type { BankingCalendar } from '../../platform/time/banking-days/banking-days.domain.ts';
import type { AuditEvent } from '../../platform/sealed-log/audit.ts';
import type { Clocks } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { MethodTraits } from './method-traits.ts';

/** Listeners of payments, called in the transaction of the payment. They write with `tx.later`. */
export type PaymentListeners = {
  /** A payment was scheduled or held. */
  readonly paymentPlanned: readonly ((within: PaymentTransaction, planned: PlannedPayment) => void)[];
  /** The 1 cent verification deposit was returned, so the bank account does not exist. */
  readonly depositReturned: readonly ((tx: Tx, tenantId: number, transferId: bigint) => void)[];
};

/** The transaction that a payment shares with others, under the policies of its tenant. */
export type PaymentTransaction = {
  readonly ctx: {
    readonly config: AppConfig;
    readonly programmes: Programmes;
    readonly clocks: Clocks;
    readonly secrets: Secrets;
    readonly paymentMethods: readonly MethodTraits[];
    readonly listeners: PaymentListeners;
  };
  readonly tx: Tx;
  readonly tenantId: number;
};

/** Context for the writes of a posted payment. */
export type Writing = PaymentTransaction & {
  /** Adds a row. Rows that payments of a batch add with the same function are written by one call of it. */
  add<Row>(write: WriteRows<Row>, row: Row): void;
};

/** Writes rows with `tx.later`. */
export type WriteRows<Row> = (tx: Tx, tenantId: number, rows: readonly Row[], secrets: Secrets) => void;

/** One payment as its kind sees it. */
export type Payment<Input> = {
  readonly input: Input;
  /** Requester, as keys and audit lines name them: `web:12`, `card:7`, `staff:3`, `schedule:9`. */
  readonly actor: string;
  /** Business time in milliseconds, and its Melbourne day (`yyyy-MM-dd`). */
  readonly now: number;
  readonly today: string;
};

/** Payer. A session has these fields; a payment without a call names the person that it is made for. */
export type Person = {
  readonly brandId: number;
  readonly webAccountId: bigint | null;
  readonly cardId: bigint | null;
  readonly holderId: bigint | null;
  /** The payment was scheduled: a card that is being replaced may still pay it. */
  readonly isScheduled?: true;
  /** Creator of the schedule, as in idempotency keys and audit lines; null: unknown. */
  readonly madeBy?: string | null;
  /** When the schedule was made, in business time. */
  readonly madeAt?: number;
  /** Hold of a held payment, which was counted when it was held. */
  readonly holdId?: HoldId;
  /** Melbourne day on which the held payment was counted. */
  readonly countedOn?: string;
  /** The schedule was held when it was made. Its payments due before this moment of business time are held too. */
  readonly holdsUntil?: number;
  /** The schedule is young. Its payments to new destinations may be held until this moment of business time. */
  readonly isYoungUntil?: number;
  /** The order replaces a schedule. */
  readonly replaces?: ReplacedSchedule;
};

/** Schedule that another one replaces. */
export type ReplacedSchedule = {
  readonly id: string;
  /** Id of the other one. */
  readonly by: string;
  /** Date of the month that a monthly one keeps. */
  readonly monthDay: number | undefined;
  /** Content that its payer agrees to: the change, instead of the order that is made of it. */
  readonly agreed: ProofContent;
};

/** Input of a kind that people reach by a call: who pays, and the body of the call. */
export type CallInput<Body> = { readonly person: Person; readonly body: Body };

/**
 * A kind of payment, defined for a single payment. The engine batches, locks, counts towards limits, stores responses
 * by idempotency key, posts, and notifies browsers.
 */
export type PaymentKind<Input, Facts, Answer, E extends ErrorName = ErrorName> = {
  /**
   * Unique, for audit lines: `transfer.internal`. An idempotency key that was used for one kind is refused for another.
   */
  readonly name: string;
  /** True: refused while a restriction on outgoing payments applies to the payer's account (blocks-money-out.ts). */
  readonly isMoneyOut: boolean;
  /** Method by which the bank carries out a payment of the programme, whose kind belongs to no method. */
  readonly leavesAs?: MethodName;
  /**
   * Decides by the data that was read. Pure. A refusal is the response and is stored; a plan is posted unless a limit,
   * a restriction or insufficient funds prevent it.
   */
  decide(payment: Payment<Input> & { readonly facts: Facts; readonly atBank: AtBank }): Result<Plan<Answer, E>, E>;
  /** Writes what a refusal leaves behind, such as the count of a guess. It commits with the stored response. */
  refused?(payment: Payment<Input>, refusal: Refusal, within: PaymentTransaction): Promise<void>;
} & Reading<Input, Facts>;

type Reading<Input, Facts> =
  /** Reads the data for the decision on one payment, before any lock. Writes nothing. */
  | { read(payment: Payment<Input>, within: PaymentTransaction): Promise<Facts> }
  /** The same for all payments of the kind in a batch, in order. For kinds with a high volume. */
  | { readMany(payments: readonly Payment<Input>[], within: PaymentTransaction): Promise<readonly Facts[]> };

/** Kind with erased types. */
export type AnyKind = PaymentKind<unknown, unknown, unknown>;

/** Declares a kind, with its types inferred. */
export function paymentKind<Input, Facts, Answer, E extends ErrorName>(
  kind: PaymentKind<Input, Facts, Answer, E>,
): PaymentKind<Input, Facts, Answer, E> {
  return kind;
}

/** Role of the bank in a payment. Only kinds whose method the bank carries out may use it. */
export type AtBank = {
  /** Account of the programme that holds the money until the bank has accepted the file. */
  readonly settlement: ProgrammeSide;
  readonly calendar: BankingCalendar;
  /** Value date of a payment that is made now. */
  readonly valueDate: string;
  /** The account instead for a payment that goes by a call. Absent: the method has none. */
  readonly instant?: ProgrammeSide;
};

/** A movement of money from one account to another. */
export type Posting<E extends ErrorName = ErrorName> = {
  readonly from: Side<E>;
  readonly to: Side<E>;
  /** Zero for a payment without a charge: its effects are written and nothing is posted. */
  readonly amount: Cents;
  readonly code: TransferCode;
  /** Maximum balance of the credited account after the posting. */
  readonly ceiling?: Cents;
  /** Effective time in milliseconds of business time, if it is not now. */
  readonly effectiveAt?: number;
  /** Ignores minimum and maximum balance. */
  readonly forced?: boolean;
};

export type Side<E extends ErrorName = ErrorName> = MemberSide<E> | ProgrammeSide;

/** Account of the programme, such as fee income or settlement, which has no transaction list. */
export type ProgrammeSide = { readonly ledgerAccountId: LedgerAccountId };

/** Account of a member, and the descriptions for its transaction list. */
export type MemberSide<E extends ErrorName = ErrorName> = {
  readonly ledgerAccountId: LedgerAccountId;
  readonly memberAccountId: bigint;
  /** Request field that names this account, if any. Refusals about the account carry it. */
  readonly field?: string;
  /** Refusal when the account is closed. */
  readonly ifClosed: E;
  readonly kind: TransactionKind;
  readonly description: string;
  /** Name of the payee as the payer entered it. */
  readonly counterparty?: string;
  /** Category; that of the transaction kind when omitted. */
  readonly category?: SpendingCategory;
};

/** Plan of a payment, posted unless a rule of the engine prevents it. */
export type Plan<Answer = unknown, E extends ErrorName = ErrorName> = Posting<E> & {
  /** Posted with the payment or not at all, such as its fee. */
  readonly linked?: readonly Posting<E>[];
  /** Linked postings that come before the payment, because they may fund it. */
  readonly linkedBefore?: readonly Posting<E>[];
  /** Data of a payment that can be scheduled or held. The engine stores it until it is due. */
  readonly deferral?: Deferral;
  /** Nothing is posted now: the amount is held until this moment of business time, and a later payment pays it. */
  readonly holdUntil?: number;
  /** Hold that this payment releases before the balance is checked. */
  readonly releases?: HoldId;
  /**
   * The payment takes the whole balance and closes its account in the ledger. With any other balance or hold the
   * response is `refusals.account_not_empty`.
   */
  readonly closes?: boolean;
  readonly countsTowards?: readonly Count<E>[];
  readonly effects?: readonly Effect<E>[];
  /** Writes the rows of the payment with `add` or `tx.later`, in its transaction and only if it is posted. */
  writes?(writing: Writing, receipt: Receipt): void;
  /** Refusals of the ledger as the caller sees them. A refusal that is missing here is a bug and throws. */
  readonly refusals?: Readonly<Partial<Record<LedgerRefusal, Refusal<E>>>>;
  answer(receipt: Receipt): Answer;
};

/** Data of a payment that is carried out later. */
export type Deferral = {
  readonly recurring: Recurring | undefined;
  /** Body of the call as it is carried out on its day. */
  readonly body: Readonly<Record<string, unknown>>;
  /** End of the hold for a first payment to a destination. */
  readonly holdUntil: number | undefined;
  /** Records that the destination was paid. */
  note(writing: Writing, receipt: Receipt): void;
};

/** Payment that is scheduled or held. */
export type PlannedPayment = Pick<Deferral, 'body'> & {
  readonly method: MethodTraits;
  readonly person: Person;
  readonly memberAccountId: bigint;
  readonly amount: Cents;
  readonly recurring: Recurring;
  readonly calendar: BankingCalendar | 'every day';
  /** Null: due on its first day. */
  readonly dueAt: number | null;
  /** Payments due before this moment are held until then. */
  readonly holdsUntil: number | null;
  readonly holdId: HoldId | undefined;
  readonly receipt: string;
  /** When its payer ordered it. A payment of a schedule was ordered when the schedule was made. */
  readonly madeAt: number;
  /** When its money was put on hold; null: it is not held. */
  readonly heldAt: number | null;
};

export type Receipt = {
  /** Number that the cardholder quotes: YYDDD, sequence, check digit. The same for a retry. */
  readonly number: string;
  /** Milliseconds of business time. */
  readonly at: number;
  readonly transferId: TransferId;
  /** End of the hold, in the format of the API. */
  readonly heldUntil: string | null;
  /** Hold of a held payment. It has no transfer yet, so its number comes from the same sequence. */
  readonly holdId?: HoldId;
};

/** Limited sum of payments, such as all payments of an account in a day. */
export type Count<E extends ErrorName = ErrorName> = {
  /** Name of the sum, which exists for each account and period. */
  readonly counter: string;
  /** Side of the payment whose account is counted. */
  readonly of: 'from' | 'to';
  /** First day of the period, `yyyy-MM-dd`. */
  readonly since: string;
  /** Added to the sum. Below zero for a returned amount. */
  readonly cents: Cents;
  /** Null: counted without a limit. */
  readonly limit: Cents | null;
  /** Refusal of a payment that would exceed the limit. */
  readonly refusal: Refusal<E>;
};

/**
 * Change besides the movement of money, such as saving the payee. It is read and decided under its own lock and written
 * only if the payment is posted.
 */
export type Effect<E extends ErrorName = ErrorName, State = unknown> = {
  /**
   * Name of the lock, such as `payees:web:12`. Effects of a batch with one name share a state, so each sees the changes
   * of the payments before it.
   */
  readonly lock: string;
  /** Reads the state under the lock. */
  read(within: PaymentTransaction): Promise<State>;
  /** Decides by the state. Pure. */
  decide(state: State): Result<Change<State>, E>;
};

export type Change<State = unknown> = {
  /** State for the payments after this one. */
  readonly state: State;
  /** Writes the change with `tx.later`. */
  write?(within: PaymentTransaction, receipt: Receipt): void;
  /** Added to the audit line of the payment. */
  readonly details?: AuditEvent['details'];
};

/** Restriction on outgoing payments of an account, such as a debt. */
export type Restriction = {
  readonly name: string;
  readonly refusal: ErrorName;
  /** Restricted member accounts among these, read while they are locked. */
  read(within: PaymentTransaction, memberAccountIds: readonly bigint[]): Promise<ReadonlySet<bigint>>;
};

/** Part of a balance that may be spent but not leave the programme. */
export type Retention = {
  readonly name: string;
  readonly refusal: ErrorName;
  /** Cents above zero that must stay on each of the member accounts, read while they are locked. */
  read(within: PaymentTransaction, memberAccountIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Cents>>;
  /** Moves the retention to the payee, in the transaction of a payment between accounts of the programme. */
  transfer(within: PaymentTransaction, moved: InternalMovement): void;
};

/** A payment from one account of the programme to another. */
export type InternalMovement = {
  readonly from: bigint;
  readonly to: bigint;
  readonly amount: Cents;
  readonly transferId: bigint;
};

/** Rules for money that leaves an account. */
export type MoneyOutRules = {
  /** The first one that applies is the refusal. */
  readonly blocksMoneyOut: readonly Restriction[];
  readonly keepsMoneyIn: readonly Retention[];
};

/** Refusal that names the field of the account, if there is one. */
export function refuseSide<E extends ErrorName>(side: Side, error: E): Refusal<E> {
  return err(error, 'field' in side ? side.field : undefined);
}
