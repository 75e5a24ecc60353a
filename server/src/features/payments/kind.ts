import { err, type ErrorName, type Refusal, type Result } from '@wattle/contract/errors.ts';
import type { SpendingCategory, TransactionKind } from '@wattle/contract/transactions/transaction.ts';
import type { Recurring } from '@wattle/contract/rules/schedule-dates.ts';
import type { AppConfig } from '../../config.ts';
import type { HoldId, LedgerAccountId, LedgerRefusal, TransferCode, TransferId } from '../../ledger/ledger.ts';
import type { BankingCalendar } from '../../platform/banking-days/banking-days.domain.ts';
import type { AuditEvent } from '../../platform/audit.ts';
import type { Clocks } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Cents } from '../../platform/money.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { MethodTraits } from './method-traits.ts';

/** Called in the transaction of a payment, and write with `tx.later`. */
export type PaymentListeners = {
  /** A payment is kept for a later day, or its money is held. */
  readonly paymentPlanned: readonly ((within: Within, planned: PlannedPayment) => void)[];
  /** The programme's 1 cent with a code has come back: there is no such bank account. */
  readonly depositReturned: readonly ((tx: Tx, tenantId: number, transferId: bigint) => void)[];
};

/** The transaction that a payment shares with others, under the policies of its tenant. */
export type Within = {
  readonly ctx: {
    readonly config: AppConfig;
    readonly clocks: Clocks;
    readonly secrets: Secrets;
    readonly paymentMethods: readonly MethodTraits[];
    readonly listeners: PaymentListeners;
  };
  readonly tx: Tx;
  readonly tenantId: number;
};

/** Means with which a posted payment writes. */
export type Writing = Within & {
  /** Adds a row. Those that payments of the batch give to the same function are written by one call of it. */
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
  /** A payment that was scheduled: a card that is being replaced does not stand in its way. */
  readonly isScheduled?: true;
  /** Author of the schedule, as keys and audit lines name them; null: not known. */
  readonly madeBy?: string | null;
  /** One that was held: the hold that its money lies on. It was counted when it was held. */
  readonly holdId?: HoldId;
  /** The day on which that was, in Melbourne. */
  readonly countedOn?: string;
  /** A schedule that was made for a new destination: what is due before this moment is held. Business time. */
  readonly holdsUntil?: number;
};

/** Input of a kind that people reach by a call: who pays, and the body of the call. */
export type Asked<Body> = { readonly person: Person; readonly body: Body };

/**
 * A kind of payment, written for one payment. The engine does the rest: it groups payments, takes locks,
 * counts limits, keeps answers under their idempotency keys, posts, and tells everybody concerned.
 */
export type PaymentKind<Input, Facts, Answer, E extends ErrorName = ErrorName> = {
  /** Unique, for audit lines: `transfer.internal`. An idempotency key that was used for one kind is refused for another. */
  readonly name: string;
  /** True: refused while something blocks money from leaving the payer's account (blocks-money-out.ts). */
  readonly isMoneyOut: boolean;
  /**
   * Judges the payment by what was read. Pure. What it refuses is answered and kept; what it plans is
   * posted unless the engine refuses it for a limit, a restriction or a lack of funds.
   */
  decide(payment: Payment<Input> & { readonly facts: Facts; readonly atBank: AtBank }): Result<Plan<Answer, E>, E>;
} & Reading<Input, Facts>;

type Reading<Input, Facts> =
  /** Reads what decides about one payment, before anything is locked. Writes nothing. */
  | { read(payment: Payment<Input>, within: Within): Promise<Facts> }
  /** The same for all payments of the kind in a batch, in their order. Worth it for a kind that many use at once. */
  | { readMany(payments: readonly Payment<Input>[], within: Within): Promise<readonly Facts[]> };

/** A kind whose types are no longer of interest. */
export type AnyKind = PaymentKind<unknown, unknown, unknown>;

/** Declares a kind, with its types inferred. */
export function paymentKind<Input, Facts, Answer, E extends ErrorName>(
  kind: PaymentKind<Input, Facts, Answer, E>,
): PaymentKind<Input, Facts, Answer, E> {
  return kind;
}

/** The part of the bank in a payment. Only kinds of methods that the bank carries out may ask for it. */
export type AtBank = {
  /** The account of the programme where the money is until the bank has accepted the file. */
  readonly settlement: ProgrammeSide;
  readonly calendar: BankingCalendar;
  /** The banking day on which a payment of now counts. */
  readonly valueDate: string;
};

/** A movement of money from one account to another. */
export type Posting<E extends ErrorName = ErrorName> = {
  readonly from: Side<E>;
  readonly to: Side<E>;
  /** Above zero; zero for a payment that costs nothing this time: its effects are carried out and nothing is posted. */
  readonly amount: Cents;
  readonly code: TransferCode;
  /** The highest balance that the credited account may have afterwards. */
  readonly ceiling?: Cents;
  /** When the money moved, where that is not now: milliseconds of business time. */
  readonly effectiveAt?: number;
  /** May cross floor and ceiling. */
  readonly forced?: boolean;
};

export type Side<E extends ErrorName = ErrorName> = MemberSide<E> | ProgrammeSide;

/** An account of the programme: fee income, settlement. Nobody reads a list of it. */
export type ProgrammeSide = { readonly ledgerAccountId: LedgerAccountId };

/** An account of a member, and the words that its list shows. */
export type MemberSide<E extends ErrorName = ErrorName> = {
  readonly ledgerAccountId: LedgerAccountId;
  readonly memberAccountId: bigint;
  /** The wire's name of the field that names this account, if one does. Refusals of the account carry it. */
  readonly field?: string;
  /** The refusal where the account turns out to be closed. */
  readonly ifClosed: E;
  readonly kind: TransactionKind;
  readonly description: string;
  /** Payee, as the payer named them. */
  readonly counterparty?: string;
  /** Category; that of the transaction kind when omitted. */
  readonly category?: SpendingCategory;
};

/** Plan of a payment, carried out if nothing stands against it. */
export type Plan<Answer = unknown, E extends ErrorName = ErrorName> = Posting<E> & {
  /** Posted with the payment or not at all, such as its fee. */
  readonly linked?: readonly Posting<E>[];
  /** The same, before it: what it pays may be on the account only then. */
  readonly linkedBefore?: readonly Posting<E>[];
  /** A payment that may be asked for on a later day, or may be held. The engine keeps it until then. */
  readonly later?: Later;
  /** Nothing is posted now: the amount is held until this moment of business time, and paid by a later payment. */
  readonly holdUntil?: number;
  /** A hold that ends with this payment, before funds are asked for. */
  readonly releases?: HoldId;
  /**
   * The paying account is closed in the ledger with this payment, which takes all that is on it: where anything else is
   * on it or held, `refusals.account_not_empty` is the answer.
   */
  readonly closes?: boolean;
  readonly countsTowards?: readonly Count<E>[];
  readonly effects?: readonly Effect<E>[];
  /** Writes what belongs to the payment, with `add` or `tx.later`. Only where it is posted, in its transaction. */
  writes?(writing: Writing, receipt: Receipt): void;
  /** Refusals of the ledger as the caller is told of them. One that is not named here is a bug and throws. */
  readonly refusals?: Readonly<Partial<Record<LedgerRefusal, Refusal<E>>>>;
  answer(receipt: Receipt): Answer;
};

/** When a payment is carried out, where that is not now. */
export type Later = {
  readonly recurring: Recurring | undefined;
  /** The call as it is carried out on its day. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Until when a first payment to a destination is held. */
  readonly holdUntil: number | undefined;
  /** Notes that the destination was paid. */
  note(writing: Writing, receipt: Receipt): void;
};

/** A payment that is kept for a later day, or whose money is held. */
export type PlannedPayment = Pick<Later, 'body'> & {
  readonly method: MethodTraits;
  readonly person: Person;
  readonly memberAccountId: bigint;
  readonly amount: Cents;
  readonly recurring: Recurring;
  readonly calendar: BankingCalendar | 'every day';
  /** Null: on its first day. */
  readonly dueAt: number | null;
  /** Payments that are due before this moment are held until then. */
  readonly holdsUntil: number | null;
  readonly holdId: HoldId | undefined;
  readonly receipt: string;
  readonly madeAt: number;
};

export type Receipt = {
  /** Number that the cardholder quotes: YYDDD, sequence, check digit. The same for a retry. */
  readonly number: string;
  /** Milliseconds of business time. */
  readonly at: number;
  readonly transferId: TransferId;
  /** Until when a held payment is held, as the wire has it. */
  readonly heldUntil: string | null;
  /** Hold of a held payment: there is no transfer yet, and the number is one of the same sequence. */
  readonly holdId?: HoldId;
};

/** A sum that payments add to and that has a limit, such as what an account pays in a day. */
export type Count<E extends ErrorName = ErrorName> = {
  /** Name of the sum; one for each account and period. */
  readonly counter: string;
  /** The account of which side. */
  readonly of: 'from' | 'to';
  /** First day of the period, `yyyy-MM-dd`. */
  readonly since: string;
  /** Added to the sum. Below zero it gives back what came back. */
  readonly cents: Cents;
  /** Null: counted, and not limited. */
  readonly limit: Cents | null;
  /** The refusal where the sum would pass the limit. */
  readonly refusal: Refusal<E>;
};

/**
 * Something that a payment does besides moving money, such as saving its payee. It is read and decided
 * under a lock of its own and written only when the payment is posted.
 */
export type Effect<E extends ErrorName = ErrorName, State = unknown> = {
  /**
   * Name of the lock: `payees:web:12`. Effects of one batch with the same name share one state, so that
   * each sees what the payments before it change.
   */
  readonly lock: string;
  /** Reads the state under the lock. */
  read(within: Within): Promise<State>;
  /** Judges by the state. Pure. */
  decide(state: State): Result<Change<State>, E>;
};

export type Change<State = unknown> = {
  /** The state as the payments after this one see it. */
  readonly state: State;
  /** Writes it, with `tx.later`. */
  write?(within: Within, receipt: Receipt): void;
  /** Added to the audit line of the payment. */
  readonly details?: AuditEvent['details'];
};

/** Something that blocks money from leaving an account, such as a debt. */
export type Restriction = {
  readonly name: string;
  readonly refusal: ErrorName;
  /** Which of the member accounts it blocks, read while they are locked. */
  read(within: Within, memberAccountIds: readonly bigint[]): Promise<ReadonlySet<bigint>>;
};

/** Keeps a part of the money of an account in the programme: it may be spent, but not be sent away. */
export type Retention = {
  readonly name: string;
  readonly refusal: ErrorName;
  /** Cents above zero that have to stay on each of the member accounts, read while they are locked. */
  read(within: Within, memberAccountIds: readonly bigint[]): Promise<ReadonlyMap<bigint, Cents>>;
  /** Notes, in the transaction of a payment between accounts of the programme, that what stays has gone on. */
  handOn(within: Within, moved: Moved): void;
};

/** A payment from one account of the programme to another. */
export type Moved = {
  readonly from: bigint;
  readonly to: bigint;
  readonly amount: Cents;
  readonly transferId: bigint;
};

/** Rules that the engine asks before money leaves an account. */
export type MoneyOutRules = {
  /** The first that applies is the refusal. */
  readonly blocksMoneyOut: readonly Restriction[];
  readonly keepsMoneyIn: readonly Retention[];
};

/** A refusal that names the account's field where there is one. */
export function refuseSide<E extends ErrorName>(side: Side, error: E): Refusal<E> {
  return err(error, 'field' in side ? side.field : undefined);
}
