import type { Tx } from '../platform/database.ts';
import type { Cents } from '../platform/money.ts';

/**
 * Double entry. It knows accounts, transfers and holds, and no card. It is the only writer of its
 * tables. Every function runs in the caller's transaction (READ COMMITTED); accounts are locked in
 * the order of their ids, in every path, so that no two can deadlock. Locks last until the end of
 * the transaction: one that calls the ledger twice takes all its accounts first, with `lock`.
 *
 * A refusal is a value and leaves nothing written. What throws is a bug or the database.
 */

/** Cents. The amount field of a direct-entry record has 10 digits, so no single movement is larger. */
export const LARGEST_AMOUNT: Cents = 9_999_999_999n;

/** Cents, either side of zero. Less than half of a PostgreSQL bigint: no sum of two overflows. */
export const LARGEST_BALANCE: Cents = 4_000_000_000_000_000_000n;

export type LedgerAccountId = bigint;
export type TransferId = bigint;
export type HoldId = bigint;

export type AccountKind =
  /** What the programme owes a cardholder: credit is positive. */
  | 'cardholder'
  /** What is to be settled with the card scheme. */
  | 'schemeSettlement'
  /** Money at the programme's bank. */
  | 'bank'
  | 'fees'
  | 'interest'
  | 'withholdingTax';

export type NewAccount = {
  readonly tenantId: number;
  readonly kind: AccountKind;
  /** Lowest `balance - held` that a voluntary posting may leave; null: no floor (settlement accounts). */
  readonly floor: Cents | null;
};

/** What a transfer is for. The ledger stores the code; its words belong to the features. */
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
  /** When the money moved in the world, milliseconds; may lie before the posting. */
  readonly effectiveAt: number;
  /** Business time of the posting, milliseconds. */
  readonly postedAt: number;
  /** A network advice or late clearing: may cross floor and ceiling. Verify lists what it leaves below. */
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
  /** True when the key had been posted before with the same payload: nothing moved now. */
  readonly replayed: boolean;
};

export type LedgerRefusal =
  | 'amount_not_positive'
  /** Above LARGEST_AMOUNT, or a balance would leave ±LARGEST_BALANCE, or `keep` is above what is held. */
  | 'amount_too_large'
  | 'unknown_account'
  | 'same_account'
  /** `balance - held` of the debited account would end under its floor, and the posting is voluntary. */
  | 'insufficient_funds'
  /** The credited account would end above the request's ceiling, and the posting is voluntary. */
  | 'above_ceiling'
  /** The key stands for another payload. Payload: accounts, amount, code, forced and hold; not the times. */
  | 'key_reused'
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
  /** Business time, milliseconds. The ledger keeps it and lets nothing go by itself: the owner of the hold does. */
  readonly expiresAt: number;
  /** May take `balance - held` under the floor. */
  readonly forced?: boolean;
};

export type Balance = {
  /** Posted. */
  readonly balance: Cents;
  /** In open holds. */
  readonly held: Cents;
  /** Number of entries, and the Sequence of the newest. */
  readonly version: bigint;
};

export type PlacedHold = {
  readonly id: HoldId;
  readonly balance: Balance;
  /** True when the key had been placed before with the same payload: nothing was held now. */
  readonly replayed: boolean;
};

export type ReleaseRequest = {
  readonly tenantId: number;
  readonly hold: HoldId;
  /** Cents that stay held; 0 ends the hold. */
  readonly keep: Cents;
  /** Business time, milliseconds. */
  readonly at: number;
  /** Why it ends; ignored while something is kept. */
  readonly because: 'voided' | 'expired';
};

export type CaptureRequest = {
  readonly tenantId: number;
  /** Idempotency key of the transfer, unique among the tenant's transfers. */
  readonly key: string;
  readonly hold: HoldId;
  /** The final amount; may be below, equal to or above what was held. */
  readonly amount: Cents;
  /** Where the money goes. */
  readonly credit: LedgerAccountId;
  readonly code: TransferCode;
  readonly effectiveAt: number;
  readonly postedAt: number;
  /** True (a scheme's clearing): posts even where it exceeds the hold and the balance. */
  readonly forced?: boolean;
};

export type Ledger = {
  /** A new account with nothing in it. */
  openAccount(tx: Tx, account: NewAccount): Promise<LedgerAccountId>;
  /** The settlement account of a tenant for a kind; opened on first use, one for each. */
  settlementAccount(tx: Tx, tenantId: number, kind: Exclude<AccountKind, 'cardholder'>): Promise<LedgerAccountId>;
  /** Locks the accounts until the transaction ends. Call it first where more than one call follows. */
  lock(tx: Tx, tenantId: number, accounts: readonly LedgerAccountId[]): Promise<void>;
  /** Posts one transfer. A replay of the key with the same payload answers what was posted then. */
  post(tx: Tx, request: TransferRequest): Promise<LedgerResult<Posted>>;
  /** Keeps money back. The balance answered is that of now, for a replay as well. */
  placeHold(tx: Tx, request: HoldRequest): Promise<LedgerResult<PlacedHold>>;
  /** Ends a hold by a transfer of the final amount; what was held above it is free again. */
  captureHold(tx: Tx, request: CaptureRequest): Promise<LedgerResult<Posted>>;
  /**
   * Lets go of a hold, whole (`keep` 0) or down to `keep` cents, which stays held. Nothing happens
   * when exactly `keep` is held already; more than is held is `amount_too_large`.
   */
  releaseHold(tx: Tx, request: ReleaseRequest): Promise<LedgerResult<Balance>>;
  balance(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Balance | undefined>;
};
