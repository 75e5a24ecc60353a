import type { Tx } from '../../platform/database/database.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';
import type { KeptAnswer } from './inbound.ts';
import type { WaitsFor } from './waiting.store.ts';

const OF_REFERENCE = `
SELECT of FROM processor_purchase WHERE tenant_id = $1 AND connection_id = $2 AND reference = $3`;

/** The processor's id of a purchase, by our reference of one of its asks. */
export async function findOf(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  reference: string,
): Promise<string | undefined> {
  return (await tx.first<{ of: string }>(OF_REFERENCE, [tenantId, connectionId, reference]))?.of;
}

/** More messages than a purchase has: a hotel adds to its hold each night for a month. */
const MOST_MESSAGES = 300;

// Of the messages of one delivery the processor's order counts.
const MESSAGES = `
SELECT e.key, e.kind, e.happened_at, e.at, e.outcome, e.did, e.amount, e.ms_used, e.answer, w.why, w.tries, w.next_at
  FROM processor_event e
  LEFT JOIN processor_waiting w ON w.tenant_id = e.tenant_id AND w.connection_id = e.connection_id AND w.key = e.key
 WHERE e.tenant_id = $1 AND e.connection_id = $2 AND e.of = $3
 ORDER BY e.at, e.delivery_id, e.after NULLS FIRST, e.key LIMIT $4`;

export type StoryMessage = {
  readonly key: string;
  readonly kind: string;
  /** timestamptz as text, as all of these. */
  readonly happened_at: string | null;
  readonly at: string;
  readonly outcome: string | null;
  readonly did: string | null;
  readonly amount: bigint | null;
  readonly ms_used: number | null;
  readonly answer: KeptAnswer | null;
  /** Null: it waits for nothing. */
  readonly why: WaitsFor | null;
  readonly tries: number | null;
  readonly next_at: string | null;
};

/** Messages of a purchase in the order of their arrival. */
export function readMessages(tx: Tx, tenantId: number, connectionId: number, of: string): Promise<StoryMessage[]> {
  return tx.query(MESSAGES, [tenantId, connectionId, of, MOST_MESSAGES]);
}

const RESULTS = `
SELECT reference, asked_at, asked_amount, told_at, told_amount, is_approved, decided_by, reason, differed, sweep_at, is_case
  FROM processor_purchase WHERE tenant_id = $1 AND connection_id = $2 AND of = $3
 ORDER BY coalesce(asked_at, told_at), reference`;

export type StoryResult = {
  readonly reference: string;
  readonly asked_at: string | null;
  readonly asked_amount: bigint | null;
  readonly told_at: string | null;
  readonly told_amount: bigint | null;
  readonly is_approved: boolean | null;
  readonly decided_by: string | null;
  readonly reason: string | null;
  readonly differed: string | null;
  readonly sweep_at: string | null;
  readonly is_case: boolean;
};

/** Asks of a purchase, each with what the processor told of it. */
export function readResults(tx: Tx, tenantId: number, connectionId: number, of: string): Promise<StoryResult[]> {
  return tx.query(RESULTS, [tenantId, connectionId, of]);
}

// A purchase that the books declined and that the processor holds all the same has a second row, which is the open one.
const PURCHASE = `
SELECT o.status, o.current_amount, o.cleared_amount, o.expires_at,
       o.merchant_name, coalesce(o.merchant_city, '') AS merchant_city, coalesce(o.merchant_country, '') AS merchant_country,
       o.mcc, o.channel, c.id AS card_id, c.last4, a.account_number, h.id AS holder_id, ${fullNameIn('h')} AS person,
       coalesce(f.wallet, '') AS wallet, coalesce(f.three_ds, '') AS three_ds, coalesce(f.liability, '') AS liability, f.risk,
       f.cash_amount
  FROM network_message n
  JOIN authorisation o ON o.tenant_id = n.tenant_id AND o.id = n.authorisation_id
  JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
  JOIN member_account a ON a.tenant_id = o.tenant_id AND a.id = o.member_account_id
  LEFT JOIN holder h ON h.tenant_id = o.tenant_id AND h.id = coalesce(c.holder_id, a.primary_holder_id)
  LEFT JOIN purchase_fact f ON f.tenant_id = o.tenant_id AND f.authorisation_id = o.id
 WHERE n.tenant_id = $1 AND n.reference = ANY ($2::text[])
 ORDER BY o.status = 'declined', o.id LIMIT 1`;

export type StoryPurchase = {
  readonly status: string;
  readonly current_amount: bigint;
  readonly cleared_amount: bigint;
  readonly expires_at: string | null;
  readonly merchant_name: string;
  readonly merchant_city: string;
  readonly merchant_country: string;
  readonly mcc: string;
  readonly channel: string;
  readonly card_id: bigint;
  readonly last4: string;
  readonly account_number: string;
  readonly holder_id: bigint | null;
  readonly person: string | null;
  readonly wallet: string;
  readonly three_ds: string;
  readonly liability: string;
  readonly risk: number | null;
  readonly cash_amount: bigint | null;
};

/** The purchase in our books that one of these references made. */
export function readPurchase(
  tx: Tx,
  tenantId: number,
  references: readonly string[],
): Promise<StoryPurchase | undefined> {
  return tx.first(PURCHASE, [tenantId, references]);
}

/** Messages that are of no purchase, though they name something. */
const IS_PURCHASE = "of IS NOT NULL AND kind NOT IN ('cardState', 'disputed')";

const NEWEST = `
SELECT of FROM processor_event WHERE tenant_id = $1 AND connection_id = $2 AND ${IS_PURCHASE}
 ORDER BY at DESC, delivery_id DESC LIMIT $3 OFFSET $4`;

const LATEST = `
SELECT e.of, max(e.at) AS last_at, count(*)::integer AS messages, p.reference, p.asked_amount, p.told_amount, p.is_approved,
       p.differed, p.is_case, coalesce(o.merchant_name, '') AS merchant,
       (array_agg(e.outcome ORDER BY e.at) FILTER (WHERE e.ms_used IS NOT NULL))[1] AS ask_outcome,
       (array_agg(e.amount ORDER BY e.at) FILTER (WHERE e.amount IS NOT NULL))[1] AS amount,
       bool_or(w.key IS NOT NULL) AS waits
  FROM processor_event e
  LEFT JOIN processor_waiting w ON w.tenant_id = e.tenant_id AND w.connection_id = e.connection_id AND w.key = e.key
  LEFT JOIN LATERAL (
    SELECT * FROM processor_purchase
     WHERE tenant_id = $1 AND connection_id = $2 AND of = e.of ORDER BY coalesce(asked_at, told_at), reference LIMIT 1) p ON true
  LEFT JOIN network_message n ON n.tenant_id = $1 AND n.reference = p.reference
  LEFT JOIN authorisation o ON o.tenant_id = $1 AND o.id = n.authorisation_id
 WHERE e.tenant_id = $1 AND e.connection_id = $2 AND e.of = ANY ($3::text[]) AND e.kind NOT IN ('cardState', 'disputed')
 GROUP BY e.of, p.reference, p.asked_amount, p.told_amount, p.is_approved, p.differed, p.is_case, o.merchant_name
 ORDER BY max(e.at) DESC, max(e.delivery_id) DESC`;

/** Messages that are looked through at a time for each purchase that is shown: an ask, its result, a clearing. */
const MESSAGES_PER_PURCHASE = 4;
/** Times that more are looked through. */
const MOST_LOOKS = 10;

export type LatestPurchase = {
  readonly of: string;
  readonly last_at: string;
  readonly messages: number;
  /** Null: it was neither asked about nor decided, as a clearing without a purchase. */
  readonly reference: string | null;
  readonly asked_amount: bigint | null;
  readonly told_amount: bigint | null;
  readonly is_approved: boolean | null;
  readonly differed: string | null;
  readonly is_case: boolean | null;
  readonly merchant: string;
  readonly ask_outcome: string | null;
  readonly amount: bigint | null;
  readonly waits: boolean;
};

/** Purchases of the newest messages of a connection, the newest first. */
export async function listLatest(
  tx: Tx,
  tenantId: number,
  connectionId: number,
  most: number,
): Promise<LatestPurchase[]> {
  const found = new Set<string>();
  const atATime = most * MESSAGES_PER_PURCHASE;
  for (let look = 0; look < MOST_LOOKS && found.size < most; look += 1) {
    const newest = await tx.query<{ of: string }>(NEWEST, [tenantId, connectionId, atATime, look * atATime]);
    for (const { of } of newest) if (found.size < most) found.add(of);
    if (newest.length < atATime) break;
  }
  return found.size === 0 ? [] : tx.query(LATEST, [tenantId, connectionId, [...found]]);
}
