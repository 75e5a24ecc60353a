import type { Tx } from '../platform/database/database.ts';
import type { Cents } from '../platform/money.ts';
import type { Aside } from './aside.domain.ts';
import type { AccountKind, LedgerAccountId } from './account-kind.ts';
import type { AccountTotals, Totals, TotalsWanted } from './totals.ts';

export type { AccountKind, LedgerAccountId };

/**
 * The double-entry ledger. It knows accounts, transfers and holds, but not cards. It is the only writer of its tables.
 * Every function runs in the caller's transaction (READ COMMITTED). Every path locks accounts in the order of their
 * ids, so transactions do not deadlock. Locks last until the transaction ends, so a transaction with several commands
 * passes all of them to one call.  A refusal is a value, and nothing is written. An exception is a bug or a failure of
 * the database.
 */

/** Cents. The amount field of a direct-entry record has 10 digits, so no single movement is larger. */
export const LARGEST_AMOUNT: Cents = 9_999_999_999n;

/** Cents, either side of zero. Less than half of a PostgreSQL bigint: no sum of two overflows. */
export const LARGEST_BALANCE: Cents = 4_000_000_000_000_000_000n;

export type TransferId = bigint;
export type HoldId = bigint;

export type NewAccount = {
  readonly tenantId: number;
  readonly kind: AccountKind;
  /** Lowest `balance - held` that a voluntary posting may leave; null: no floor (settlement accounts). */
  readonly floor: Cents | null;
  /** ISO 4217. The default currency of the product when omitted. */
  readonly currency?: string;
};

/** Purpose of a transfer. The ledger stores the code; its words belong to the features. */
export const TRANSFER_CODE = {
  purchase: 1,
  cash: 2,
  refund: 3,
  topUp: 4,
  transferIn: 5,
  transferOut: 6,
  bpay: 7,
  pay: 8,
  fee: 9,
  interest: 10,
  withholdingTax: 11,
  opening: 12,
  adjustment: 13,
  settlement: 14,
  comeBack: 15,
  /** A card processor corrects what it cleared. */
  correction: 16,
  /** A refund that its shop reversed. */
  refundReversal: 17,
} as const;
export type TransferCode = (typeof TRANSFER_CODE)[keyof typeof TRANSFER_CODE];

export type TransferRequest = {
  readonly tenantId: number;
  /** Idempotency key, unique for the tenant, at most 100 characters. */
  readonly key: string;
  /** Balance goes down. */
  readonly debit: LedgerAccountId;
  /** Balance goes up. */
  readonly credit: LedgerAccountId;
  /** Above zero. */
  readonly amount: Cents;
  readonly code: TransferCode;
  /** When the money moved, milliseconds. May be earlier than the posting. */
  readonly effectiveAt: number;
  /** Business time of the posting, milliseconds. */
  readonly postedAt: number;
  /** ISO 4217. Refused when either account has another currency. */
  readonly currency?: string;
  /** A network advice or late clearing: may cross floor and ceiling. Verify lists accounts that end below their floor. */
  readonly forced?: boolean;
  /** Highest balance that the credited account may have afterwards: the maximum balance of a card. */
  readonly ceiling?: Cents;
};

export type Posted = {
  readonly id: TransferId;
  /** Place of the entry in each account's gapless sequence. */
  readonly debitSeq: bigint;
  readonly creditSeq: bigint;
  readonly debitBalance: Cents;
  readonly creditBalance: Cents;
  /** True when the key was posted before with the same payload. Nothing moved now. */
  readonly replayed: boolean;
};

export type LedgerRefusal =
  | 'amount_not_positive'
  /** Above LARGEST_AMOUNT, or a sum would leave ±LARGEST_BALANCE, or `keep` is above what is held. */
  | 'amount_too_large'
  | 'unknown_account'
  | 'same_account'
  /** An account's currency is not that of the request. */
  | 'currency_mismatch'
  /** A closed account takes no posting, forced or not. */
  | 'closed_account'
  /** The account has a balance or a hold and cannot be closed. */
  | 'account_not_empty'
  /** `balance - held` of the debited account would end under its floor, and the posting is voluntary. */
  | 'insufficient_funds'
  /** The credited account would end above the request's ceiling, and the posting is voluntary. */
  | 'above_ceiling'
  /** The key was used with another payload. Payload: accounts, amount, code, forced, hold, tolerance; not the times. */
  | 'key_reused'
  | 'unknown_transfer'
  /** The transfer was reversed before. */
  | 'already_reversed'
  | 'unknown_hold'
  /** Captured, voided or expired before. */
  | 'hold_resolved';

export type LedgerResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: LedgerRefusal };

export type HoldRequest = {
  readonly tenantId: number;
  /** Idempotency key, unique among the tenant's holds (transfers have their own), at most 100 characters. */
  readonly key: string;
  readonly account: LedgerAccountId;
  /** Above zero. */
  readonly amount: Cents;
  /** Business time, milliseconds. */
  readonly placedAt: number;
  /** Business time, milliseconds. The ledger stores it; the owner of the hold releases the hold. */
  readonly expiresAt: number;
  readonly currency?: string;
  /** May take `balance - held` under the floor. */
  readonly forced?: boolean;
  /**
   * Amount by which a voluntary capture may exceed the held amount without a check of the balance, such as a tip.
   * Cents, and basis points (at most 10,000) of the held amount. If both are given, both count.
   */
  readonly tolerance?: Cents;
  readonly tolerancePoints?: number;
};

/** Adds to an open hold. Always voluntary; an amount that must be held is a separate forced hold. */
export type AdditionRequest = {
  readonly tenantId: number;
  /** Idempotency key, unique among the tenant's additions, at most 100 characters. */
  readonly key: string;
  readonly hold: HoldId;
  /** Added to the hold. Above zero; the hold may not grow above LARGEST_AMOUNT. */
  readonly amount: Cents;
  /** Business time, milliseconds. */
  readonly at: number;
  readonly currency?: string;
};

export type Balance = {
  /** Balance of posted entries. */
  readonly balance: Cents;
  /** Sum of open holds. */
  readonly held: Cents;
  /** Number of entries, and the Sequence of the newest. */
  readonly version: bigint;
};

export type PlacedHold = {
  readonly id: HoldId;
  readonly balance: Balance;
  /** True when the key was placed before with the same payload. Nothing was held now. */
  readonly replayed: boolean;
};

export type ReleaseRequest = {
  readonly tenantId: number;
  readonly hold: HoldId;
  /** Cents that stay held; 0 ends the hold. */
  readonly keep: Cents;
  /** Business time, milliseconds. */
  readonly at: number;
  /** Why the hold ends. Ignored while an amount stays held. */
  readonly because: 'voided' | 'expired';
};

export type CaptureRequest = {
  readonly tenantId: number;
  /** Idempotency key of the transfer, unique among the tenant's transfers. */
  readonly key: string;
  readonly hold: HoldId;
  /** The final amount; may be below, equal to or above what is held. */
  readonly amount: Cents;
  /** Where the money goes. */
  readonly credit: LedgerAccountId;
  readonly code: TransferCode;
  readonly effectiveAt: number;
  readonly postedAt: number;
  readonly currency?: string;
  /** True (a scheme's clearing): posts even where it exceeds the hold and the balance. */
  readonly forced?: boolean;
};

/** Reverses a transfer by a new one from its credited to its debited account. */
export type ReversalRequest = {
  readonly tenantId: number;
  /** Idempotency key of the new transfer, unique among the tenant's transfers. */
  readonly key: string;
  readonly transfer: TransferId;
  readonly code: TransferCode;
  readonly effectiveAt: number;
  readonly postedAt: number;
  readonly currency?: string;
  /** True: reverses even when the money has been spent. */
  readonly forced?: boolean;
};

export type ClosingRequest = {
  readonly tenantId: number;
  readonly account: LedgerAccountId;
  /** Business time, milliseconds. */
  readonly at: number;
};

export type Closed = {
  /** True when it was closed before. */
  readonly replayed: boolean;
};

type As<Name, Request> = { readonly do: Name } & Omit<Request, 'tenantId'>;

/** A command that makes one transfer. */
export type TransferCommand =
  | As<'post', TransferRequest>
  | As<'capture', CaptureRequest>
  | As<'reverse', ReversalRequest>;

export type Command =
  | TransferCommand
  /** All of them or none. A correction is a reversal linked with the right posting. */
  | { readonly do: 'linked'; readonly transfers: readonly TransferCommand[] }
  | As<'hold', HoldRequest>
  | As<'add', AdditionRequest>
  | As<'release', ReleaseRequest>
  | As<'close', ClosingRequest>;

/** Index of the refused transfer among the linked ones. */
export type LinkedResult = { readonly ok: true; readonly value: readonly Posted[] } | LinkedRefusal;
export type LinkedRefusal = { readonly ok: false; readonly refusal: LedgerRefusal; readonly place: number };

type OutcomeByCommand = {
  post: LedgerResult<Posted>;
  capture: LedgerResult<Posted>;
  reverse: LedgerResult<Posted>;
  linked: LinkedResult;
  hold: LedgerResult<PlacedHold>;
  add: LedgerResult<PlacedHold>;
  release: LedgerResult<Balance>;
  close: LedgerResult<Closed>;
};

export type OutcomeOf<C extends Command> = OutcomeByCommand[C['do']];
export type Outcome = OutcomeOf<Command>;
export type OutcomesOf<Commands extends readonly Command[]> = {
  -readonly [Place in keyof Commands]: OutcomeOf<Commands[Place]>;
};

/** Commands whose accounts are locked and whose outcomes are not decided yet. */
export type OpenedLedger<C extends Command, Beside = unknown> = {
  /** Rows that the caller read under the same locks. */
  readonly beside: Beside;
  /** Closed accounts among theirs. */
  readonly closed: ReadonlySet<LedgerAccountId>;
  /** Available balance of an account after the commands that were decided so far; null without a floor. */
  available(account: LedgerAccountId): Cents | null;
  /** Cents that a hold still keeps after the commands that were decided so far; 0: it has ended. */
  kept(hold: HoldId): Cents;
  /** Balance of an account after the commands that were decided so far. */
  balance(account: LedgerAccountId): Cents;
  /** Money that its holder keeps aside after the commands that were decided so far. The ledger itself refuses none for it. */
  aside(account: LedgerAccountId): Aside;
  /** Takes cents out of what is kept aside. They are written with the decided commands. */
  takeAside(account: LedgerAccountId, cents: Cents): void;
  /** Cents that were taken so out of what is kept aside on an account. */
  takenAside(account: LedgerAccountId): Cents;
  /**
   * Whether the command's key was used before, so that it moves nothing now. Always false when several
   * commands were opened, because their keys are not looked up.
   */
  isReplay(command: C): boolean;
  /** Decides one command against the books as the commands decided before it left them. Sends nothing. */
  decide<One extends C>(command: One): OutcomeOf<One>;
  /** Decides an opened hold for another amount than it was opened with. */
  decideHold(command: C & { readonly do: 'hold' }, amount: Cents): LedgerResult<PlacedHold>;
  /**
   * Sends the decided writes together with what follows in the transaction (`Tx.later`). Called once.
   * `leftOut` are commands that the caller refused; their keys must be new as well.
   */
  write(leftOut?: readonly C[]): Promise<void>;
  /** Decides the commands in their order, and sends what they write. */
  apply(commands: readonly C[]): Promise<OutcomesOf<readonly C[]>>;
};

export type Ledger = {
  /** Opens an account with a balance of zero. */
  openAccount(tx: Tx, account: NewAccount): Promise<LedgerAccountId>;
  /** The settlement account of a tenant for a kind and currency; opened on first use, one for each. */
  settlementAccount(
    tx: Tx,
    tenantId: number,
    kind: Exclude<AccountKind, 'cardholder'>,
    currency?: string,
  ): Promise<LedgerAccountId>;
  /**
   * Carries out commands in their order, each with a separate outcome: a refusal of one does not affect the others.
   * Every call below is this with one command. Several are written together with the writes that follow (`Tx.later`):
   * if another connection, with other accounts, takes one of their keys meanwhile, the transaction fails with a unique
   * violation, and they are applied one by one.
   */
  apply<const Commands extends readonly Command[]>(
    tx: Tx,
    tenantId: number,
    commands: Commands,
  ): Promise<OutcomesOf<Commands>>;
  /**
   * The same in two steps. The first locks and reads for all commands; `readBeside` is called once the locks have been
   * asked for, so that what it sends is read under them and in the same round trip. The second decides and writes those
   * that the caller still wants. Keys of several commands are not looked up: the caller has seen that they are new.
   * Where one was used before, `write` throws or the transaction fails with a unique violation, and they go one by one,
   * as above: the key is looked up only for a single command.
   */
  open<C extends Command, Beside>(
    tx: Tx,
    tenantId: number,
    commands: readonly C[],
    readBeside: () => Promise<Beside>,
  ): Promise<OpenedLedger<C, Beside>>;
  /** Posts one transfer. A replay of the key with the same payload answers what was posted then. */
  post(tx: Tx, request: TransferRequest): Promise<LedgerResult<Posted>>;
  /** Posts all of them or none: a payment and its fee. */
  postLinked(tx: Tx, tenantId: number, transfers: readonly TransferCommand[]): Promise<LinkedResult>;
  /** Reverses a transfer, once. */
  reverse(tx: Tx, request: ReversalRequest): Promise<LedgerResult<Posted>>;
  /** Places a hold. The balance in the result is the present one, for a replay as well. */
  placeHold(tx: Tx, request: HoldRequest): Promise<LedgerResult<PlacedHold>>;
  /** Adds to an open hold. */
  addToHold(tx: Tx, request: AdditionRequest): Promise<LedgerResult<PlacedHold>>;
  /** Ends a hold by a transfer of the final amount and releases the rest. */
  captureHold(tx: Tx, request: CaptureRequest): Promise<LedgerResult<Posted>>;
  /**
   * Releases a hold in full (`keep` 0) or down to `keep` cents. Nothing happens when exactly `keep` cents
   * are held. A `keep` above the held amount is `amount_too_large`.
   */
  releaseHold(tx: Tx, request: ReleaseRequest): Promise<LedgerResult<Balance>>;
  /** Closes an account permanently, at zero and without holds. */
  closeAccount(tx: Tx, request: ClosingRequest): Promise<LedgerResult<Closed>>;
  balance(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Balance | undefined>;
  /** The balance at a moment, with entries posted exactly then. */
  balanceAt(tx: Tx, tenantId: number, account: LedgerAccountId, atMs: number): Promise<Cents | undefined>;
  /** The balance right before each of some moments, in their order: the closing balances of days. */
  balancesBefore(tx: Tx, tenantId: number, account: LedgerAccountId, momentsMs: readonly number[]): Promise<Cents[]>;
  /** Totals of entries posted at or after one moment and before another. */
  totals(tx: Tx, tenantId: number, account: LedgerAccountId, fromMs: number, toMs: number): Promise<Totals | undefined>;
  /**
   * Totals of the accounts of a programme in a period, some at a time. An account without an entry since costs its row
   * alone; any other one look-up for each end of the period.
   */
  totalsOfEach(tx: Tx, tenantId: number, wanted: TotalsWanted): Promise<AccountTotals[]>;
};
