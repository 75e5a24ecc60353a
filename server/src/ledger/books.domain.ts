import type { Cents } from '../platform/money.ts';
import type { Aside } from './aside.domain.ts';
import type {
  HoldId,
  LedgerAccountId,
  LedgerRefusal,
  PlacedHold,
  Posted,
  ReleaseRequest,
  TransferCode,
  TransferId,
} from './ledger.ts';
import type { Balances } from './rules.domain.ts';

/** A command that makes a transfer, with the rows that it names. */
export type TransferItem = {
  readonly do: 'transfer';
  /** Set before the decision where a row that the command names does not exist. */
  readonly unknown?: LedgerRefusal;
  readonly key: string;
  /** Hash of the payload under the key, hexadecimal. */
  readonly hash: string;
  readonly debit: LedgerAccountId;
  readonly credit: LedgerAccountId;
  readonly amount: Cents;
  readonly code: TransferCode;
  readonly forced: boolean;
  readonly currency: string;
  readonly ceiling?: Cents | undefined;
  readonly effectiveAt: number;
  readonly postedAt: number;
  /** The hold that it captures. */
  readonly hold: HoldId | null;
  /** The transfer that it reverses. */
  readonly reverses: TransferId | null;
};

export type HoldItem = {
  readonly do: 'hold';
  readonly key: string;
  readonly hash: string;
  readonly account: LedgerAccountId;
  readonly amount: Cents;
  readonly forced: boolean;
  readonly currency: string;
  readonly placedAt: number;
  readonly expiresAt: number;
  readonly tolerance: Cents;
  readonly tolerancePoints: number;
};

export type AdditionItem = {
  readonly do: 'add';
  readonly key: string;
  readonly hash: string;
  readonly hold: HoldId;
  readonly amount: Cents;
  readonly currency: string;
  readonly at: number;
};

export type ReleaseItem = { readonly do: 'release' } & Omit<ReleaseRequest, 'tenantId'>;
export type ClosingItem = { readonly do: 'close'; readonly account: LedgerAccountId; readonly at: number };
export type SingleItem = TransferItem | HoldItem | AdditionItem | ReleaseItem | ClosingItem;
export type Item = SingleItem | { readonly do: 'linked'; readonly transfers: readonly TransferItem[] };

export type AccountState = Balances & {
  readonly id: LedgerAccountId;
  /** `ctid` of the row, valid while it is locked. */
  readonly place: string;
  readonly currency: string;
  readonly version: bigint;
  readonly credited: Cents;
  /** Money that its holder keeps aside. */
  readonly aside: Aside;
  /** Milliseconds. No entry is posted with an earlier time. */
  readonly lastPostedAt: number;
  readonly isClosed: boolean;
  /** Set when this batch closes the account. */
  readonly closedAt?: number;
};

export type HoldState = {
  readonly id: HoldId;
  readonly account: LedgerAccountId;
  readonly keep: Cents;
  readonly tolerance: Cents;
  readonly tolerancePoints: number;
  /** Number of events so far, without the end. */
  readonly events: number;
};

/** Ids of the written rows, in the order of the writes. */
export type Made = { readonly transfers: readonly TransferId[]; readonly holds: readonly HoldId[] };

/** The payload under a key, and its result. */
export type Known<Answer> = { readonly hash: string; readonly answer: (made: Made) => Answer };

/** One side of a transfer, as it is written. */
export type Side = {
  readonly seq: bigint;
  readonly balance: Cents;
  readonly credited: Cents;
  readonly postedAt: number;
};

export type WrittenTransfer = { readonly item: TransferItem; readonly debit: Side; readonly credit: Side };

/** Events of a hold other than its capture. */
export type WrittenEvent = {
  readonly hold: HoldId;
  readonly number: number;
  readonly keep: Cents;
  readonly at: number;
  readonly kind: 'reduced' | 'added' | 'voided' | 'expired';
  readonly key: string | null;
  readonly hash: string | null;
};

/** The locked rows while a batch is decided, with the changes that the batch has made so far. */
export type Books = {
  readonly accounts: Map<LedgerAccountId, AccountState>;
  readonly holds: Map<HoldId, HoldState>;
  readonly transferKeys: Map<string, Known<Posted>>;
  readonly holdKeys: Map<string, Known<HoldId>>;
  readonly additionKeys: Map<string, Known<HoldId>>;
  readonly reversed: Set<TransferId>;
  readonly transfers: WrittenTransfer[];
  readonly placed: HoldItem[];
  readonly events: WrittenEvent[];
  readonly touched: Set<LedgerAccountId>;
};

/** Empty books. */
export function emptyBooks(): Books {
  return {
    accounts: new Map(),
    holds: new Map(),
    transferKeys: new Map(),
    holdKeys: new Map(),
    additionKeys: new Map(),
    reversed: new Set(),
    transfers: [],
    placed: [],
    events: [],
    touched: new Set(),
  };
}

/** A copy of the books. Changes to it do not affect the original. */
export function copyBooks(books: Books): Books {
  return {
    accounts: new Map(books.accounts),
    holds: new Map(books.holds),
    transferKeys: new Map(books.transferKeys),
    holdKeys: new Map(books.holdKeys),
    additionKeys: new Map(books.additionKeys),
    reversed: new Set(books.reversed),
    transfers: [...books.transfers],
    placed: [...books.placed],
    events: [...books.events],
    touched: new Set(books.touched),
  };
}

/** Balance and held amount of a hold's account, for the result. */
export function placedHold(id: HoldId, account: AccountState, replayed: boolean): PlacedHold {
  const { balance, held, version } = account;
  return { id, balance: { balance, held, version }, replayed };
}
