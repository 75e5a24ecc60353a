import type { CardControl } from '@wattle/contract/cards/controls.ts';
import type { VirtualCardKind } from '@wattle/contract/cards/card.ts';
import type {
  Channel,
  DeclineReason,
  ShopAmount,
  SpendingCategory,
} from '@wattle/contract/transactions/transaction.ts';
import { arrayRows } from '../../platform/database/array-rows.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { recordAlertEvents } from '../alerts/public.ts';
import { noteEvents } from '../webhook-events/public.ts';
import { watchBalances } from '../balance-watch/public.ts';
import type { InnerStatus } from '../card-facts/public.ts';
import type { CardKey } from './card-key.ts';
import { CVV2_COUNTS_FOR_MS, CVV2_TRIES, type SpendLimit } from './decide.domain.ts';
import type { FeeRule } from './foreign.domain.ts';
import { addLimitDeclines } from './limit-decline.store.ts';
import { newPurchaseEvent } from './purchase-events.ts';

export type NetworkCard = FeeRule & {
  readonly id: bigint;
  readonly tenant_id: number;
  readonly member_account_id: bigint;
  readonly ledger_account_id: bigint;
  readonly product_id: number;
  readonly last4: string;
  /** Whether the requested expiry is that of a replaced card with the same number. */
  readonly is_former_expiry: boolean;
};

const FACTS = `c.id, c.tenant_id, c.member_account_id, a.ledger_account_id, c.product_id, c.last4,
         coalesce((p.settings ->> 'foreignFeePoints')::integer, 0) AS foreign_fee_points,
         coalesce(p.settings ->> 'homeCountry', 'AU') AS home_country`;

// A renewed or damaged card shares its number with its successor. While both work the requested expiry decides, else
// the card that is live and in its holder's hands.
const CARDS_BY_PAN = `
SELECT asked.n, found.*
FROM (
  SELECT n, max(expiry) AS expiry, array_agg(pan_hash) AS pan_hashes
  FROM unnest($2::integer[], $3::bytea[], $4::text[]) AS asked (n, pan_hash, expiry) GROUP BY n
) AS asked
CROSS JOIN LATERAL (
  SELECT ${FACTS},
         (c.expiry <> asked.expiry AND c.status <> 'Replaced' AND EXISTS (
           SELECT FROM card o WHERE o.tenant_id = $1 AND o.pan_hash = ANY (asked.pan_hashes)
             AND o.expiry = asked.expiry AND o.status = 'Replaced')) IS TRUE AS is_former_expiry
  FROM card c
  JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
  JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
  WHERE c.tenant_id = $1 AND c.pan_hash = ANY (asked.pan_hashes)
  ORDER BY (c.expiry = asked.expiry AND c.status <> 'Replaced') IS TRUE DESC, c.status IN ('Replaced', 'Closed'),
           c.status IN ('NotIssued', 'Ordered'), c.expiry DESC
  LIMIT 1
) AS found`;

const CARDS_BY_ID = `
SELECT asked.n, ${FACTS}, false AS is_former_expiry
FROM unnest($2::integer[], $3::integer[], $4::text[]) AS asked (n, connection, id)
JOIN processor_card k ON k.connection_id = asked.connection AND k.external_id = asked.id
JOIN card c ON c.tenant_id = k.tenant_id AND c.id = k.card_id
JOIN member_account a ON a.tenant_id = c.tenant_id AND a.id = c.member_account_id
JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE k.tenant_id = $1`;

export type AskedCard = {
  readonly key: CardKey;
  /** `yyyy-MM`. Where cards share a number, it decides. */
  readonly expiry: string | undefined;
};

type FoundRow = NetworkCard & { readonly n: number };

/**
 * The card of each number or id. These facts about a card never change, so it needs no lock. Facts about its product
 * apply to messages from now on.
 */
export async function findCards(
  tx: Tx,
  tenantId: number,
  asked: readonly AskedCard[],
): Promise<(NetworkCard | undefined)[]> {
  const hashes = asked.flatMap(({ key, expiry = null }, n) =>
    'panHashes' in key ? key.panHashes.map((hash) => ({ n, hash, expiry })) : [],
  );
  const ids = asked.flatMap(({ key }, n) => ('panHashes' in key ? [] : [{ n, ...key }]));
  const column = <Of, T>(all: readonly Of[], of: (one: Of) => T): T[] => all.map(of);
  const rows = await Promise.all([
    hashes.length > 0 &&
      tx.query<FoundRow>(CARDS_BY_PAN, [
        tenantId,
        column(hashes, ({ n }) => n),
        column(hashes, ({ hash }) => hash),
        column(hashes, ({ expiry }) => expiry),
      ]),
    ids.length > 0 &&
      tx.query<FoundRow>(CARDS_BY_ID, [
        tenantId,
        column(ids, ({ n }) => n),
        column(ids, ({ connection }) => connection),
        column(ids, ({ id }) => id),
      ]),
  ]);
  const found = new Map(rows.flatMap((of) => of || []).map((row) => [row.n, row]));
  return asked.map((_, n) => found.get(n));
}

export type CardRow = {
  readonly id: bigint;
  readonly status: InnerStatus;
  /** True: its processor holds the number, and compares. */
  readonly is_of_processor: boolean;
  readonly expiry: string;
  readonly contactless_on: boolean;
  readonly blocked_controls: readonly CardControl[];
  readonly gambling_opens_at: string | null;
  readonly spend_limit: bigint | null;
  readonly pvv: string | null;
  readonly pvv_key_index: number | null;
  readonly network_pin_failures: number;
  readonly cvv2_failures: number;
  /** timestamptz as text, and a Melbourne day. */
  readonly cvv2_failures_since: string | null;
  readonly cvv2_stopped_on: string | null;
  readonly virtual_kind: VirtualCardKind | null;
  readonly locked_merchant: string | null;
  /** Empty for no collector; null where it was locked before collectors were stored. */
  readonly locked_collector: string | null;
  readonly locked_acceptor: string | null;
  /** Reference of the purchase that used up a single-use card. */
  readonly used_by: string | null;
};

// A card whose money has to stay is declined as one that the programme has blocked.
const CARDS = `
SELECT id, CASE WHEN status IN ('Active', 'ActiveOff') AND is_frozen_card($1, member_account_id, holder_id)
                THEN 'Restricted' ELSE status END AS status,
       connection_id IS NOT NULL AS is_of_processor, expiry, contactless_on, blocked_controls, gambling_opens_at, spend_limit, pvv, pvv_key_index, network_pin_failures,
       virtual_kind, locked_merchant, locked_collector, locked_acceptor, cvv2_failures, cvv2_failures_since, cvv2_stopped_on::text,
       used_by
FROM card WHERE tenant_id = $1 AND id = ANY ($2::bigint[])`;

/** Current facts about cards. PIN tries cannot change while the accounts of the cards are locked. */
export async function readCards(tx: Tx, tenantId: number, ids: readonly bigint[]): Promise<Map<bigint, CardRow>> {
  const rows = await tx.query<CardRow>(CARDS, [tenantId, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

export type ProductRow = { readonly id: number; readonly is_virtual: boolean; readonly settings: unknown };

const PRODUCTS = `SELECT id, is_virtual, settings FROM product WHERE tenant_id = $1 AND id = ANY ($2::integer[])`;

export function readProducts(tx: Tx, tenantId: number, ids: readonly number[]): Promise<ProductRow[]> {
  return tx.query(PRODUCTS, [tenantId, ids]);
}

const SET_PIN_FAILURES = `
UPDATE card c SET network_pin_failures = counted.failures
FROM unnest($2::bigint[], $3::integer[]) AS counted (card_id, failures)
WHERE c.tenant_id = $1 AND c.id = counted.card_id`;

/** The accounts of the cards must be locked. */
export function savePinFailures(tx: Tx, tenantId: number, failures: ReadonlyMap<bigint, number>): void {
  if (failures.size > 0) tx.later(SET_PIN_FAILURES, [tenantId, [...failures.keys()], [...failures.values()]]);
}

const COUNT_WRONG_CVV2S = `
UPDATE card c SET
  cvv2_failures = (CASE WHEN c.cvv2_failures_since > $4 THEN c.cvv2_failures ELSE 0 END) + counted.failures,
  cvv2_failures_since = CASE WHEN c.cvv2_failures_since > $4 THEN c.cvv2_failures_since ELSE $5 END,
  cvv2_stopped_on = CASE
    WHEN (CASE WHEN c.cvv2_failures_since > $4 THEN c.cvv2_failures ELSE 0 END) + counted.failures >= $6 THEN $7::date
    ELSE c.cvv2_stopped_on END
FROM unnest($2::bigint[], $3::integer[]) AS counted (card_id, failures)
WHERE c.tenant_id = $1 AND c.id = counted.card_id`;

/** Counts wrong CVV2s of cards. It adds to the stored count, so that concurrent writers lose none. */
export function countWrongCvv2s(tx: Tx, tenantId: number, wrong: ReadonlyMap<bigint, number>, now: number): void {
  if (wrong.size === 0) return;
  const since = new Date(now - CVV2_COUNTS_FOR_MS);
  const counts = [[...wrong.keys()], [...wrong.values()]];
  tx.later(COUNT_WRONG_CVV2S, [tenantId, ...counts, since, new Date(now), CVV2_TRIES, dayAt(now)]);
}

// Held and cleared amounts of purchases of any status, less what was reversed. Increments count on their own day.
const SPENT_ON = `
SELECT card_id, sum(cents)::bigint AS spent
FROM (
  SELECT o.card_id,
         CASE o.status WHEN 'approved' THEN o.current_amount + o.cleared_amount
                       WHEN 'cleared' THEN greatest(o.current_amount, o.cleared_amount)
                       ELSE o.cleared_amount END
         - coalesce((SELECT sum(i.counted) FROM purchase_increment i
                      WHERE i.tenant_id = $1 AND i.authorisation_id = o.id AND i.counted > 0), 0) AS cents
  FROM authorisation o
  WHERE o.tenant_id = $1 AND o.card_id = ANY ($2::bigint[]) AND o.day = $3::date
  UNION ALL
  SELECT i.card_id, i.counted FROM purchase_increment i
  WHERE i.tenant_id = $1 AND i.card_id = ANY ($2::bigint[]) AND i.day = $3::date AND i.counted > 0
) AS parts
GROUP BY card_id`;

/** Cents approved for cards on a Melbourne day, less what was reversed. Correct under the lock of their accounts. */
export async function readSpentOn(
  tx: Tx,
  tenantId: number,
  cards: readonly bigint[],
  day: string,
): Promise<Map<bigint, bigint>> {
  if (cards.length === 0) return new Map();
  const rows = await tx.query<{ card_id: bigint; spent: bigint }>(SPENT_ON, [tenantId, cards, day]);
  return new Map(rows.map((row) => [row.card_id, row.spent]));
}

const DRAW = `SELECT nextval('authorisation_id_seq') AS id FROM generate_series(1, $1)`;

/** Draws unused ids for authorisations. */
export async function drawAuthorisationIds(tx: Tx, count: number): Promise<bigint[]> {
  return (await tx.query<{ id: bigint }>(DRAW, [count])).map(({ id }) => id);
}

export type NewAuthorisation = {
  readonly id: bigint;
  readonly publicId: string;
  readonly reference: string;
  readonly cardId: bigint;
  readonly memberAccountId: bigint;
  readonly isAdvice: boolean;
  readonly amount: bigint;
  readonly answer: string;
  readonly declineReason: DeclineReason | null;
  readonly approvalCode: string | null;
  readonly hold: { readonly id: bigint; readonly expiresAt: number } | null;
  readonly status: 'approved' | 'declined' | 'cleared' | 'reversed';
  /** Held amount, or the final one after its end. */
  readonly currentAmount: bigint;
  /** Cleared by clearings that arrived before it. */
  readonly clearedAmount: bigint;
  readonly merchantName: string;
  readonly merchantRaw: string | null;
  readonly merchantCity: string | null;
  readonly merchantCountry: string | null;
  /** Number of the merchant at its bank, where it was sent. */
  readonly merchantAcceptor: string | null;
  readonly mcc: string;
  readonly category: SpendingCategory;
  readonly channel: Channel;
  readonly isEstimate: boolean;
  readonly receipt: string;
  readonly at: number;
  readonly shopAmount: ShopAmount | null;
  /** Basis points of the foreign fee; null: not a foreign purchase. */
  readonly feePoints: number | null;
  /** Held for it beside currentAmount. */
  readonly feeHeld: bigint;
  /** The limit that declined it; absent for another reason. */
  readonly spendLimit?: SpendLimit | undefined;
};

const ADD_AUTHORISATIONS = `
INSERT INTO authorisation (tenant_id, id, public_id, reference, card_id, member_account_id, is_advice, amount,
                           current_amount, status, answer, decline_reason, approval_code, hold_id, expires_at,
                           merchant_name, merchant_raw, merchant_city, merchant_country, mcc, category, channel,
                           is_estimate, receipt, at, cleared_amount, day, shop_amount, shop_currency, shop_exponent,
                           shop_rate, fee_points, fee_held, merchant_acceptor)
OVERRIDING SYSTEM VALUE
SELECT $1, id, public_id, reference, card_id, member_account_id, is_advice, amount,
       current_amount, status, answer, decline_reason, approval_code, hold_id,
       expires_at, merchant_name, merchant_raw, merchant_city, merchant_country, mcc, category, channel, is_estimate,
       receipt, at, cleared_amount, $2, shop_amount, shop_currency, shop_exponent, shop_rate, fee_points, fee_held,
       merchant_acceptor
FROM ${arrayRows('new', 3, {
  public_id: 'uuid',
  reference: 'text',
  card_id: 'bigint',
  member_account_id: 'bigint',
  is_advice: 'boolean',
  amount: 'bigint',
  answer: 'text',
  decline_reason: 'text',
  approval_code: 'text',
  hold_id: 'bigint',
  expires_at: 'timestamptz',
  merchant_name: 'text',
  merchant_raw: 'text',
  merchant_city: 'text',
  merchant_country: 'text',
  mcc: 'text',
  category: 'text',
  channel: 'text',
  is_estimate: 'boolean',
  receipt: 'text',
  at: 'timestamptz',
  id: 'bigint',
  status: 'text',
  current_amount: 'bigint',
  cleared_amount: 'bigint',
  shop_amount: 'bigint',
  shop_currency: 'text',
  shop_exponent: 'smallint',
  shop_rate: 'text',
  fee_points: 'smallint',
  fee_held: 'bigint',
  merchant_acceptor: 'text',
})}`;

/** Stores purchases of a Melbourne day, approved or declined. */
export function addAuthorisations(tx: Tx, tenantId: number, day: string, all: readonly NewAuthorisation[]): void {
  if (all.length === 0) return;
  const column = <T>(of: (row: NewAuthorisation) => T): T[] => all.map(of);
  tx.later(ADD_AUTHORISATIONS, [
    tenantId,
    day,
    column(({ publicId }) => publicId),
    column(({ reference }) => reference),
    column(({ cardId }) => cardId),
    column(({ memberAccountId }) => memberAccountId),
    column(({ isAdvice }) => isAdvice),
    column(({ amount }) => amount),
    column(({ answer }) => answer),
    column(({ declineReason }) => declineReason),
    column(({ approvalCode }) => approvalCode),
    column(({ hold }) => hold?.id ?? null),
    column(({ hold }) => (hold ? new Date(hold.expiresAt).toISOString() : null)),
    column(({ merchantName }) => merchantName),
    column(({ merchantRaw }) => merchantRaw),
    column(({ merchantCity }) => merchantCity),
    column(({ merchantCountry }) => merchantCountry),
    column(({ mcc }) => mcc),
    column(({ category }) => category),
    column(({ channel }) => channel),
    column(({ isEstimate }) => isEstimate),
    column(({ receipt }) => receipt),
    column(({ at }) => new Date(at).toISOString()),
    column(({ id }) => id),
    column(({ status }) => status),
    column(({ currentAmount }) => currentAmount),
    column(({ clearedAmount }) => clearedAmount),
    column(({ shopAmount }) => shopAmount?.Amount ?? null),
    column(({ shopAmount }) => shopAmount?.Currency ?? null),
    column(({ shopAmount }) => shopAmount?.Exponent ?? null),
    column(({ shopAmount }) => shopAmount?.Rate ?? null),
    column(({ feePoints }) => feePoints),
    column(({ feeHeld }) => feeHeld),
    column(({ merchantAcceptor }) => merchantAcceptor),
  ]);
  addLimitDeclines(tx, tenantId, all);
  recordAlertEvents(
    tx,
    tenantId,
    all.map(({ memberAccountId, id }) => ({ memberAccountId, kind: 'authorisation', subject: id })),
  );
  noteEvents(tx, tenantId, all.map(newPurchaseEvent));
  const held = all.filter(({ hold }) => hold !== null);
  watchBalances(
    tx,
    tenantId,
    held.map(({ memberAccountId }) => memberAccountId),
    Math.max(...held.map(({ at }) => at)),
  );
}
