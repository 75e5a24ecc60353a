import type { DeclineReason } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import { PAST_COLUMNS, PAST_TABLES, type PastRow, pastOf } from './acting-rules.store.ts';
import type { TriedPurchase, Truth } from './trial.domain.ts';

const CARDS = `
SELECT c.id, c.created_at, c.holder_id, coalesce(p.settings ->> 'homeCountry', 'AU') AS home_country
FROM card c JOIN product p ON p.tenant_id = c.tenant_id AND p.id = c.product_id
WHERE c.tenant_id = $1 AND c.id > $2 ORDER BY c.id LIMIT $3`;

export type TriedCard = {
  readonly id: bigint;
  readonly created_at: string;
  readonly holder_id: bigint | null;
  readonly home_country: string;
};

/** The next cards of a programme after one, in the order of their ids. */
export function readCardsAfter(tx: Tx, tenantId: number, after: bigint, most: number): Promise<TriedCard[]> {
  return tx.query(CARDS, [tenantId, after, most]);
}

const PURCHASES = `
SELECT o.id, o.decline_reason, ${PAST_COLUMNS}
${PAST_TABLES}
WHERE o.tenant_id = $1 AND o.card_id = ANY ($2::bigint[]) AND o.day BETWEEN $3::date AND $4::date
ORDER BY o.card_id, o.at, o.id`;

type Row = PastRow & { readonly id: bigint; readonly decline_reason: string | null };

/** Reasons of declines that come with or after the rules. */
const AFTER_RULES: ReadonlySet<string> = new Set<DeclineReason>(['stoppedByRule', 'noFunds', 'keptAside']);

/** Purchases of cards in some days, by card and in the order of their time. */
export async function readTried(
  tx: Tx,
  tenantId: number,
  cards: readonly TriedCard[],
  days: { readonly from: string; readonly to: string },
  truths: ReadonlyMap<bigint, Truth>,
): Promise<ReadonlyMap<bigint, readonly TriedPurchase[]>> {
  const ids = cards.map(({ id }) => id);
  const rows = await tx.query<Row>(PURCHASES, [tenantId, ids, days.from, days.to]);
  const known = new Map(cards.map((card) => [card.id, card]));
  return Map.groupBy(
    rows.map((row) => ({
      ...pastOf(row, known.get(row.card_id)?.home_country),
      id: row.id,
      card: row.card_id,
      holder: known.get(row.card_id)?.holder_id ?? null,
      isWeighed: row.decline_reason === null || AFTER_RULES.has(row.decline_reason),
      truth: truths.get(row.id) ?? ('unknown' as const),
    })),
    ({ card }) => card,
  );
}

// The row of a purchase has its receipt number. The end of a dispute tells whose the purchase was: with a lost or
// withdrawn one it was the holder's.
const TRUTHS = `
SELECT o.id, CASE WHEN d.state = 'Cancelled' OR d.resolution = 'lost' THEN 'holder' ELSE 'fraud' END AS truth
FROM dispute d
JOIN transaction_detail t ON t.ledger_account_id = d.ledger_account_id AND t.seq = d.seq
JOIN authorisation o ON o.tenant_id = d.tenant_id AND o.card_id = t.card_id AND o.receipt = t.reference
WHERE d.tenant_id = $1 AND d.reason = 'notMine' AND o.day BETWEEN $2::date AND $3::date
ORDER BY d.opened_at`;

/** Truths about purchases, from disputes that say the holder did not make them. */
export async function readTruths(
  tx: Tx,
  tenantId: number,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlyMap<bigint, Truth>> {
  const rows = await tx.query<{ id: bigint; truth: Truth }>(TRUTHS, [tenantId, from, to]);
  return new Map(rows.map(({ id, truth }) => [id, truth]));
}
