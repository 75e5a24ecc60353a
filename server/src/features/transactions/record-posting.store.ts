import { randomInt, randomUUID } from 'node:crypto';
import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import type {
  Channel,
  ShopAmount,
  SpendingCategory,
  TransactionKind,
} from '@wattle/contract/transactions/transaction.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { recordAlertEvents } from '../alerts/public.ts';
import { watchBalances } from '../balance-watch/public.ts';
import { noteEvents, type NotedEvent } from '../webhook-events/public.ts';
import { isSpending } from './category.domain.ts';

/** Descriptive text of one side of a transfer, which the ledger does not store. */
export type PostingWords = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly ledgerAccountId: bigint;
  /** Sequence of the entry on that account. */
  readonly seq: bigint;
  readonly transferId: bigint;
  /** Cents that moved, positive. */
  readonly amount: bigint;
  /** Melbourne day on which it happened. */
  readonly day: string;
  readonly kind: TransactionKind;
  readonly category: SpendingCategory;
  readonly description: string;
  /** Payee, as the payer named them. */
  readonly counterparty?: string | null;
  readonly rawDescription?: string | null;
  readonly mcc?: string | null;
  readonly channel?: Channel | null;
  readonly country?: string | null;
  readonly cardId?: bigint | null;
  /** Person who made the payment. */
  readonly payerHolderId?: bigint | null;
  readonly cardLast4?: string | null;
  /** Amount in the merchant's currency, where it differs. */
  readonly shopAmount?: ShopAmount | null;
  /** Id of the pending row that this replaces, so that lists show the same row. */
  readonly publicId?: string | undefined;
  /** Receipt number; drawn where absent. */
  readonly reference?: string | undefined;
};

/** The category that the account gives the merchant of a row of an array, or else its own. */
const OWN_CATEGORY = `
coalesce((SELECT given.category FROM merchant_category given
          WHERE given.tenant_id = $1 AND given.ledger_account_id = of_row.ledger_account_id
            AND given.merchant = of_row.description AND of_row.kind IN ('purchase', 'cash', 'refund')), of_row.category)`;

const INSERT_DETAILS = `
INSERT INTO transaction_detail (tenant_id, ledger_account_id, seq, transfer_id, card_id, public_id, kind, category,
                                description, counterparty, raw_description, mcc, channel, country, card_last4, reference,
                                shop_amount, shop_currency, shop_exponent, shop_rate, payer_holder_id)
SELECT $1, ledger_account_id, seq, transfer_id, card_id, public_id, kind, ${OWN_CATEGORY},
       description, counterparty, raw_description, mcc, channel, country, card_last4, reference,
       shop_amount, shop_currency, shop_exponent, shop_rate, payer_holder_id
FROM ${arrayRows('of_row', 2, {
  ledger_account_id: 'bigint',
  seq: 'bigint',
  transfer_id: 'bigint',
  card_id: 'bigint',
  public_id: 'uuid',
  kind: 'text',
  category: 'text',
  description: 'text',
  counterparty: 'text',
  raw_description: 'text',
  mcc: 'text',
  channel: 'text',
  country: 'text',
  card_last4: 'text',
  reference: 'text',
  shop_amount: 'bigint',
  shop_currency: 'text',
  shop_exponent: 'smallint',
  shop_rate: 'text',
  payer_holder_id: 'bigint',
})}`;

// The posting holds the locks of the accounts, so no one else adds to the same rows meanwhile.
const ADD_SPENDING = `
INSERT INTO spending_day (tenant_id, member_account_id, day, category, cents)
SELECT $1, member_account_id, day, ${OWN_CATEGORY} AS category, sum(cents)
FROM ${arrayRows('of_row', 2, {
  member_account_id: 'bigint',
  day: 'date',
  category: 'text',
  cents: 'bigint',
  ledger_account_id: 'bigint',
  description: 'text',
  kind: 'text',
})}
GROUP BY 2, 3, 4
ORDER BY 2, 3, 4
ON CONFLICT (member_account_id, day, category) DO UPDATE SET cents = spending_day.cents + excluded.cents`;

/** As it is kept. Numbers in what a shop sends are its own, unless they are of cards. */
function descriptionOf({ description, mcc }: PostingWords): string {
  return mcc ? maskCardNumbers(description, '*') : maskWords(description);
}

/**
 * Writes the descriptive rows of postings of one tenant, with card numbers masked, and adds them to the spending of
 * their days. It runs in the transaction of the postings and not for a replay, so both exist once or not at all.
 * Balances are watched separately (`watchPostings`).
 */
export function recordPostings(tx: Tx, tenantId: number, all: readonly PostingWords[]): void {
  if (all.length === 0) return;
  const column = <T>(of: (words: PostingWords) => T): T[] => all.map(of);
  const publicIds = column((words) => words.publicId ?? randomUUID());
  tx.later(INSERT_DETAILS, [
    tenantId,
    column((words) => words.ledgerAccountId),
    column((words) => words.seq),
    column((words) => words.transferId),
    column((words) => words.cardId ?? null),
    publicIds,
    column((words) => words.kind),
    column((words) => words.category),
    column(descriptionOf),
    column((words) => (words.counterparty ? maskWords(words.counterparty) : null)),
    column((words) => (words.rawDescription ? maskCardNumbers(words.rawDescription, '*') : null)),
    column((words) => words.mcc ?? null),
    column((words) => words.channel ?? null),
    column((words) => words.country ?? null),
    column((words) => words.cardLast4 ?? null),
    column((words) => words.reference ?? drawReceipt()),
    column(({ shopAmount }) => shopAmount?.Amount ?? null),
    column(({ shopAmount }) => shopAmount?.Currency ?? null),
    column(({ shopAmount }) => shopAmount?.Exponent ?? null),
    column(({ shopAmount }) => shopAmount?.Rate ?? null),
    column((words) => words.payerHolderId ?? null),
  ]);
  addSpending(tx, tenantId, all);
  recordAlertEvents(
    tx,
    tenantId,
    all.map(({ memberAccountId, seq }) => ({ memberAccountId, kind: 'posting', subject: seq })),
  );
  noteEvents(
    tx,
    tenantId,
    all.map((words, n) => ({
      type: EVENTS_OF_KINDS[words.kind] ?? 'transaction.posted',
      object: `transaction:${publicIds[n]}`,
      data: {
        account: `account:${words.memberAccountId}`,
        row: Number(words.seq),
        kind: words.kind,
        card: words.cardId ? `card:${words.cardId}` : null,
      },
    })),
  );
}

const EVENTS_OF_KINDS: Readonly<Partial<Record<TransactionKind, NotedEvent['type']>>> = {
  refund: 'transaction.refunded',
  topUp: 'topup.received',
};

/**
 * Watches the balances that postings moved. It runs after everything else that is written about them, such as a debt.
 */
export function watchPostings(tx: Tx, tenantId: number, all: readonly PostingWords[]): void {
  watchBalances(
    tx,
    tenantId,
    all.map(({ memberAccountId }) => memberAccountId),
  );
}

function addSpending(tx: Tx, tenantId: number, all: readonly PostingWords[]): void {
  const spent = all.filter(({ kind }) => isSpending(kind) || kind === 'refund');
  if (spent.length === 0) return;
  tx.later(ADD_SPENDING, [
    tenantId,
    spent.map((words) => words.memberAccountId),
    spent.map((words) => words.day),
    spent.map((words) => words.category),
    // A refund counts against its category, in the month in which it arrives.
    spent.map((words) => (words.kind === 'refund' ? -words.amount : words.amount)),
    spent.map((words) => words.ledgerAccountId),
    spent.map(descriptionOf),
    spent.map((words) => words.kind),
  ]);
}

type MovedSpending = {
  readonly memberAccountId: bigint;
  readonly day: string;
  readonly cents: bigint;
  readonly from: SpendingCategory;
  readonly to: SpendingCategory;
};

const MOVE_SPENDING = `
INSERT INTO spending_day (tenant_id, member_account_id, day, category, cents)
VALUES ($1, $2, $3, $4, -$6::bigint), ($1, $2, $3, $5, $6)
ON CONFLICT (member_account_id, day, category) DO UPDATE SET cents = spending_day.cents + excluded.cents`;

/** Counts what was spent on a day in another category. */
export function moveSpending(tx: Tx, tenantId: number, { memberAccountId, day, cents, from, to }: MovedSpending): void {
  tx.later(MOVE_SPENDING, [tenantId, memberAccountId, day, from, to, cents]);
}

/** The same for one posting. */
export function recordPosting(tx: Tx, words: PostingWords): void {
  recordPostings(tx, words.tenantId, [words]);
  watchPostings(tx, words.tenantId, [words]);
}

const RECEIPT_DIGITS = 11;

/** Number that a cardholder can quote for a purchase. It is random, so it does not reveal how many there are. */
export function drawReceipt(): string {
  return String(randomInt(10 ** RECEIPT_DIGITS)).padStart(RECEIPT_DIGITS, '0');
}
