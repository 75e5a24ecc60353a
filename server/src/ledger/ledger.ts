import type { Tx } from '../platform/database.ts';
import type { Cents } from '../platform/money.ts';

/**
 * Double entry. It knows accounts, transfers and holds, and no card. It is the only writer of its
 * tables. Every function runs in the caller's transaction; accounts are locked in the order of
 * their ids, in every path, so that no two can deadlock.
 */

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
  /** A network advice or late clearing: may cross the floor. Verify lists what it leaves below. */
  readonly forced?: boolean;
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
  | 'amount_too_large'
  | 'unknown_account'
  | 'same_account'
  | 'insufficient_funds'
  | 'key_reused'
  | 'unknown_hold'
  | 'hold_resolved';

export type LedgerResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: LedgerRefusal };

export type HoldRequest = {
  readonly tenantId: number;
  readonly key: string;
  readonly account: LedgerAccountId;
  readonly amount: Cents;
  readonly placedAt: number;
  readonly expiresAt: number;
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

export type CaptureRequest = {
  readonly tenantId: number;
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
  openAccount(tx: Tx, account: NewAccount): Promise<LedgerAccountId>;
  /** The settlement account of a tenant for a kind; opened on first use, one for each. */
  settlementAccount(tx: Tx, tenantId: number, kind: Exclude<AccountKind, 'cardholder'>): Promise<LedgerAccountId>;
  /** Posts one transfer. A replay of the key with the same payload answers what was posted then. */
  post(tx: Tx, request: TransferRequest): Promise<LedgerResult<Posted>>;
  placeHold(tx: Tx, request: HoldRequest): Promise<LedgerResult<{ id: HoldId; balance: Balance; replayed: boolean }>>;
  /** Ends a hold by a transfer of the final amount; what was held above it is free again. */
  captureHold(tx: Tx, request: CaptureRequest): Promise<LedgerResult<Posted>>;
  /** Lets go of a hold, whole (`keep` 0) or down to `keep` cents, which stays held. */
  releaseHold(
    tx: Tx,
    request: { tenantId: number; hold: HoldId; keep: Cents; at: number; because: 'voided' | 'expired' },
  ): Promise<LedgerResult<Balance>>;
  balance(tx: Tx, tenantId: number, account: LedgerAccountId): Promise<Balance | undefined>;
};
