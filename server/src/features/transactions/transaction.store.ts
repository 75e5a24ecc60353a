import type {
  Channel,
  DeclineReason,
  SpendingCategory,
  TransactionKind,
} from '@wattle/contract/transactions/transaction.ts';
import { type Clocks, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { seesAccount } from '../card-facts/public.ts';

/** An account that the caller may look into. */
export type ListedAccount = {
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  /** Sequence of the newest row. */
  readonly version: bigint;
};

const ACCOUNT = `
SELECT a.id AS member_account_id, a.ledger_account_id, l.version
FROM member_account a
JOIN ledger_account l ON l.tenant_id = a.tenant_id AND l.id = a.ledger_account_id
WHERE a.tenant_id = $1 AND a.brand_id = $2 AND a.account_number = $3`;

/** An account that a holder sees. */
export const ACCOUNT_OF_HOLDER = `${ACCOUNT}
  AND ${seesAccount('a', '$4', '$5')}`;

const ACCOUNT_OF_CARD = `${ACCOUNT}
  AND EXISTS (SELECT FROM card c WHERE c.tenant_id = a.tenant_id AND c.member_account_id = a.id AND c.id = $4)`;

/** Caller: a web account's holder, or the card of a card-only person. */
type Caller = {
  readonly tenantId: number;
  readonly brandId: number;
  readonly cardId: bigint | null;
  readonly holderId: bigint | null;
};

/** The account of that number, if the caller sees it. */
export function findOwnAccount(
  tx: Tx,
  caller: Caller,
  accountNumber: string,
  { business }: Pick<Clocks, 'business'>,
): Promise<ListedAccount | undefined> {
  const { tenantId, brandId, cardId, holderId } = caller;
  return cardId === null
    ? tx.first(ACCOUNT_OF_HOLDER, [tenantId, brandId, accountNumber, holderId, monthAt(business.now())])
    : tx.first(ACCOUNT_OF_CARD, [tenantId, brandId, accountNumber, cardId]);
}

const IS_OWN = `
SELECT coalesce(a.primary_holder_id, own.id) IS NOT DISTINCT FROM own.id
    OR coalesce(d.payer_holder_id, c.holder_id) = own.id AS is_own
  FROM (SELECT coalesce($4::bigint, (SELECT holder_id FROM card WHERE tenant_id = $1 AND id = $5)) AS id) AS own
  JOIN member_account a ON a.tenant_id = $1 AND a.ledger_account_id = $2
  LEFT JOIN transaction_detail d ON d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = $3
  LEFT JOIN card c ON c.tenant_id = $1 AND c.id = d.card_id`;

/**
 * Whether the caller may act on a posted row of an account that they see: its primary holder on all rows, a nominee on
 * purchases by their card and payments that they made.
 */
export async function isOwnRow(
  tx: Tx,
  { tenantId, holderId, cardId }: Caller,
  ledgerAccountId: bigint,
  seq: bigint,
): Promise<boolean> {
  const row = await tx.first<{ is_own: boolean | null }>(IS_OWN, [tenantId, ledgerAccountId, seq, holderId, cardId]);
  return row?.is_own === true;
}

/** Amount in a merchant's other currency. All columns are null if there is none. */
export type ShopColumns = {
  readonly shop_amount: bigint | null;
  readonly shop_currency: string | null;
  readonly shop_exponent: number | null;
  readonly shop_rate: string | null;
};

/** Parts of a purchase that did not simply take what was asked for. Cents; all columns are null otherwise. */
export type PartColumns = {
  /** Asked for, where less was approved. */
  readonly asked_part: bigint | null;
  /** Approved, where the shop took more. */
  readonly approved_part: bigint | null;
  readonly cash_part: bigint | null;
};

/** Columns of `PartColumns`, of an entry `e` and the ledger account $2. */
export const PART_COLUMNS = `part.asked AS asked_part, part.approved AS approved_part, part.cash AS cash_part`;
export const WITH_PARTS = `LEFT JOIN posted_part part ON part.ledger_account_id = $2 AND part.seq = e.seq`;

export type PostedRow = ShopColumns &
  PartColumns & {
    readonly seq: bigint;
    /** Signed cents. */
    readonly amount: bigint;
    readonly balance_after: bigint;
    /** timestamptz as text. */
    readonly at: string;
    readonly code: number;
    /** Null, like all that follows, after the text was erased. */
    readonly kind: TransactionKind | null;
    readonly category: SpendingCategory | null;
    readonly description: string | null;
    /** Counterparty of the row. */
    readonly counterparty: string | null;
    readonly raw_description: string | null;
    readonly channel: Channel | null;
    readonly country: string | null;
    readonly card_last4: string | null;
    readonly public_id: string | null;
    readonly reference: string | null;
  };

/**
 * Rows of an account by their place in its gapless sequence, above $3 and up to $4: a range scan of its
 * debits, of its credits and of its words, whatever the account's length. Never an OFFSET, which counts
 * what it skips.
 */
export const POSTED_ROWS = `
SELECT e.seq, e.amount, e.balance_after, e.effective_at AS at, e.code, d.kind, d.category, d.description,
       d.counterparty, d.raw_description, d.channel, d.country, d.card_last4, d.public_id, d.reference,
       d.shop_amount, d.shop_currency, d.shop_exponent, d.shop_rate, ${PART_COLUMNS}
FROM entry e
LEFT JOIN transaction_detail d ON d.ledger_account_id = $2 AND d.seq = e.seq AND d.seq > $3 AND d.seq <= $4
${WITH_PARTS} AND part.seq > $3 AND part.seq <= $4
WHERE e.tenant_id = $1 AND e.account_id = $2 AND e.seq > $3 AND e.seq <= $4
ORDER BY e.seq DESC`;

/** Posted rows with `after` < Sequence <= `upTo`, newest first. */
export function readPostedRows(
  tx: Tx,
  tenantId: number,
  ledgerAccountId: bigint,
  range: { readonly after: bigint; readonly upTo: bigint },
): Promise<PostedRow[]> {
  return tx.query(POSTED_ROWS, [tenantId, ledgerAccountId, range.after, range.upTo]);
}

export type OpenRow = ShopColumns & {
  readonly status: 'approved' | 'declined' | 'reversed' | 'expired';
  readonly public_id: string;
  /** Cents, positive: the requested amount, the pending part of it, and the amount held for its fee. */
  readonly amount: bigint;
  readonly current_amount: bigint;
  readonly fee_held: bigint;
  readonly at: string;
  readonly merchant_name: string;
  readonly merchant_raw: string | null;
  readonly merchant_country: string | null;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly mcc: string;
  readonly is_estimate: boolean;
  readonly decline_reason: DeclineReason | null;
  readonly receipt: string;
  readonly last4: string;
  /** Cents that the holder was asked for, where another amount is held, and that were approved, where they were fewer. */
  readonly asked_amount: bigint | null;
  readonly approved_amount: bigint | null;
  readonly cash_amount: bigint | null;
  /** Cents of the spend limit at a decline for it, and what was left. Null where the card is not the caller's. */
  readonly spend_limit: bigint | null;
  readonly limit_left: bigint | null;
  readonly is_too_late: boolean;
  readonly is_elsewhere: boolean;
};

// As on the page of a card's limits: the primary holder of an account does not see those of another person's card.
const IS_OWN_CARD = 'CASE WHEN $5::bigint IS NULL THEN c.holder_id = $4::bigint ELSE c.id = $5 END';

const OPEN_COLUMNS = `
o.status, o.public_id, o.amount, o.current_amount, o.fee_held, o.at, o.merchant_name, o.merchant_raw,
o.merchant_country, coalesce(given.category, o.category) AS category, o.channel, o.mcc, o.is_estimate, o.decline_reason, o.receipt, c.last4, o.shop_amount,
o.shop_currency, o.shop_exponent, o.shop_rate, fact.asked_amount, fact.approved_amount, fact.cash_amount,
CASE WHEN ${IS_OWN_CARD} THEN lim.spend_limit END AS spend_limit,
CASE WHEN ${IS_OWN_CARD} THEN lim.limit_left END AS limit_left, ${hasEnding('tooLate')} AS is_too_late, ${hasEnding('elsewhere')} AS is_elsewhere`;

function hasEnding(kind: 'tooLate' | 'elsewhere'): string {
  return `EXISTS (SELECT FROM purchase_ending p
    WHERE p.tenant_id = o.tenant_id AND p.authorisation_id = o.id AND p.kind = '${kind}')`;
}

/** The category that the account has given the merchant of a purchase, and facts beside it. */
const GIVEN_CATEGORY = `
 JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
 LEFT JOIN merchant_category given
   ON given.tenant_id = o.tenant_id AND given.ledger_account_id = a.ledger_account_id AND given.merchant = o.merchant_name
 LEFT JOIN purchase_fact fact ON fact.tenant_id = o.tenant_id AND fact.authorisation_id = o.id
 LEFT JOIN limit_decline lim ON lim.tenant_id = o.tenant_id AND lim.authorisation_id = o.id`;

const OPEN = `SELECT ${OPEN_COLUMNS}
 FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 ${GIVEN_CATEGORY}
 WHERE o.tenant_id = $1 AND o.member_account_id = $2`;

/**
 * Purchases without a Sequence: the pending ones, then those declined since $3, then those that are held no more without
 * having been taken, each newest first. All pending ones are listed, because all of them reduce the available balance.
 * At most 50 of the others are listed, so that a faulty terminal cannot fill the page.
 */
export const OPEN_ROWS = `
(${OPEN} AND o.status = 'approved'
 ORDER BY o.at DESC, o.id DESC)
UNION ALL
(${OPEN} AND o.status = 'declined' AND o.at >= $3
 ORDER BY o.at DESC, o.id DESC LIMIT 50)
UNION ALL
(${OPEN} AND o.status IN ('reversed', 'expired') AND o.cleared_amount = 0 AND o.at >= $3
 ORDER BY o.at DESC, o.id DESC LIMIT 50)`;

export function readOpenRows(
  tx: Tx,
  { tenantId, holderId, cardId }: Caller,
  memberAccountId: bigint,
  declinedSinceMs: number,
): Promise<OpenRow[]> {
  return tx.query(OPEN_ROWS, [tenantId, memberAccountId, new Date(declinedSinceMs), holderId, cardId]);
}

/** A refund that its shop has announced. */
export type ComingRefund = {
  readonly public_id: string;
  /** Cents. */
  readonly amount: bigint;
  /** timestamptz as text. */
  readonly at: string;
  readonly merchant_name: string;
  readonly merchant_raw: string | null;
  readonly merchant_country: string | null;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly receipt: string;
  readonly last4: string;
};

export const COMING_REFUNDS = `
SELECT r.public_id, r.amount, r.at, r.merchant_name, r.merchant_raw, r.merchant_country, r.category, r.channel,
       r.receipt, c.last4
FROM pending_refund r JOIN card c ON c.tenant_id = r.tenant_id AND c.id = r.card_id
WHERE r.tenant_id = $1 AND r.member_account_id = $2 AND r.ended_at IS NULL AND r.ends_at > $3
ORDER BY r.at DESC LIMIT 50`;

/** Announced refunds that have neither come nor been cancelled, newest first. */
export function readComingRefunds(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  nowMs: number,
): Promise<ComingRefund[]> {
  return tx.query(COMING_REFUNDS, [tenantId, memberAccountId, new Date(nowMs)]);
}

const MERCHANT_CODE = `
SELECT mcc FROM transaction_detail WHERE tenant_id = $1 AND ledger_account_id = $2 AND seq = $3`;

/** Category code of the merchant of a posted row, as the network sent it. */
export async function readMerchantCode(
  tx: Tx,
  { tenantId, ledgerAccountId }: { readonly tenantId: number; readonly ledgerAccountId: bigint },
  seq: bigint,
): Promise<string | null> {
  const row = await tx.first<{ mcc: string | null }>(MERCHANT_CODE, [tenantId, ledgerAccountId, seq]);
  return row?.mcc ?? null;
}

export type SpendingRow = {
  /** First day of the month. */
  readonly month: string;
  readonly category: SpendingCategory;
  readonly cents: bigint;
  /** Part of `cents` that was spent by the day of the month in $4. */
  readonly cents_to_date: bigint;
};

/** Some hundred rollup rows at most, however many purchases there were. */
export const SPENDING = `
SELECT date_trunc('month', s.day)::date AS month, s.category, sum(s.cents)::bigint AS cents,
       coalesce(sum(s.cents) FILTER (WHERE extract(day FROM s.day) <= $4), 0)::bigint AS cents_to_date
FROM spending_day s
WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND s.day >= $3::date
GROUP BY 1, 2
ORDER BY 1, 2`;

export function readSpending(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  since: string,
  dayOfMonth: number,
): Promise<SpendingRow[]> {
  return tx.query(SPENDING, [tenantId, memberAccountId, since, dayOfMonth]);
}

export const INTEREST_SINCE = `
SELECT coalesce(sum(e.amount), 0)::bigint AS cents
FROM transaction_detail d
JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
JOIN transfer t ON t.tenant_id = d.tenant_id AND t.id = d.transfer_id
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.kind = 'interest'
  AND (t.posted_at AT TIME ZONE 'Australia/Melbourne')::date >= $3::date`;

/** Interest that was paid in on or after a Melbourne day, before tax. */
export async function readInterestSince(
  tx: Tx,
  tenantId: number,
  ledgerAccountId: bigint,
  day: string,
): Promise<bigint> {
  const row = await tx.first<{ cents: bigint }>(INTEREST_SINCE, [tenantId, ledgerAccountId, day]);
  return row?.cents ?? 0n;
}
