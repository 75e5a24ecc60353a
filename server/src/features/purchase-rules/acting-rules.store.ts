import type { Channel, SpendingCategory } from '@wattle/contract/transactions/transaction.ts';
import type { Tx } from '../../platform/database/database.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import type { PastPurchase, Rule, RuledCard } from './rule.domain.ts';
import type { RuleTerms } from './rule-terms.ts';

type RuleRow = {
  readonly rule_id: bigint;
  readonly version: number;
  readonly terms: RuleTerms;
  readonly reach_days: number;
};

const ON = `
SELECT rule_id, version, terms, reach_days FROM purchase_rule_version WHERE tenant_id = $1 AND state = 'on' ORDER BY rule_id`;

/** Columns of stored purchases that rules read: `PastRow`. */
export const PAST_COLUMNS = `
       o.card_id, o.at, CASE o.status WHEN 'declined' THEN o.amount
              WHEN 'approved' THEN o.current_amount + o.cleared_amount
              WHEN 'cleared' THEN greatest(o.current_amount, o.cleared_amount)
              ELSE o.cleared_amount END AS cents,
       o.status IN ('approved', 'cleared') OR o.cleared_amount > 0 AS is_approved, o.status = 'declined' AS is_declined,
       o.channel, o.mcc, o.category, o.merchant_country AS country, o.merchant_name AS name,
       o.merchant_acceptor AS acceptor, f.wallet IS NOT NULL AS is_wallet, f.three_ds = 'authenticated' AS is_verified`;

export const PAST_TABLES = `FROM authorisation o
LEFT JOIN purchase_fact f ON f.tenant_id = o.tenant_id AND f.authorisation_id = o.id`;

const PAST = `
SELECT ${PAST_COLUMNS}
${PAST_TABLES}
WHERE o.tenant_id = $1 AND o.card_id = ANY ($2::bigint[]) AND o.day >= $3::date
ORDER BY o.at, o.id`;

const CARDS = `
SELECT c.id, c.created_at,
       (SELECT jsonb_object_agg(d.rule_id, d.until) FROM (
          SELECT rule_id, extract(epoch FROM max(pauses_until)) * 1000 AS until FROM purchase_rule_decision
           WHERE tenant_id = $1 AND card_id = c.id AND pauses_until > $3 GROUP BY rule_id) AS d) AS paused,
       (SELECT array_agg(rule_id) FROM purchase_rule_pass
         WHERE tenant_id = $1 AND card_id = c.id AND ends_at > $3) AS passes
FROM card c
WHERE c.tenant_id = $1 AND c.id = ANY ($2::bigint[])`;

/** Columns of a stored purchase that rules read. */
export type PastRow = {
  readonly card_id: bigint;
  readonly at: string;
  readonly cents: bigint;
  readonly is_approved: boolean;
  readonly is_declined: boolean;
  readonly channel: Channel;
  readonly mcc: string;
  readonly category: SpendingCategory;
  readonly country: string | null;
  readonly name: string;
  readonly acceptor: string | null;
  readonly is_wallet: boolean;
  readonly is_verified: boolean | null;
};

type CardRow = {
  readonly id: bigint;
  readonly created_at: string;
  readonly paused: Readonly<Record<string, number>> | null;
  readonly passes: readonly bigint[] | null;
};

/** Rules that act now, with what they need to know of some cards. */
export type ActingRules = {
  readonly rules: readonly Rule[];
  /** `home` is the country of the card's product. */
  readonly pastOf: (card: bigint, home: string) => readonly PastPurchase[];
  readonly cardOf: (card: bigint) => RuledCard;
};

export const NO_RULES: ActingRules = {
  rules: [],
  pastOf: () => [],
  cardOf: () => ({ madeAt: 0, pausedUntil: new Map(), letPass: new Set() }),
};

/** One day more than the rules ask for is read, because the time of a purchase may be the terminal's. */
const MORE_DAYS = 1;

/**
 * Reads the rules that are on, and where there are any what they ask for of the cards. The accounts of the cards must be
 * locked, so that what counts cannot change meanwhile.
 */
export async function readActingRules(
  tx: Tx,
  tenantId: number,
  cards: readonly bigint[],
  now: number,
): Promise<ActingRules> {
  const on = await tx.query<RuleRow>(ON, [tenantId]);
  if (on.length === 0) return NO_RULES;
  const reach = Math.max(...on.map(({ reach_days }) => reach_days));
  const from = dayAt(startOfDay(dayAt(now), -(reach + MORE_DAYS)));
  const [past, rows] = await Promise.all([
    tx.query<PastRow>(PAST, [tenantId, cards, from]),
    tx.query<CardRow>(CARDS, [tenantId, cards, new Date(now)]),
  ]);
  const byCard = Map.groupBy(past, ({ card_id }) => card_id);
  const known = new Map(rows.map((row) => [row.id, ruledCard(row)]));
  return {
    rules: on.map(({ rule_id: id, version, terms }) => ({ id, version, terms })),
    pastOf: (card, home) => (byCard.get(card) ?? []).map((row) => pastOf(row, home)),
    cardOf: (card) => known.get(card) ?? NO_RULES.cardOf(card),
  };
}

function ruledCard({ created_at, paused, passes }: CardRow): RuledCard {
  return {
    madeAt: Date.parse(created_at),
    pausedUntil: new Map(Object.entries(paused ?? {}).map(([rule, until]) => [BigInt(rule), until])),
    letPass: new Set(passes ?? []),
  };
}

/** A stored purchase as rules see it, on a card of a country. One that was reversed whole counts as asked for, and as no approval. */
export function pastOf(row: PastRow, home: string | undefined): PastPurchase {
  return {
    at: Date.parse(row.at),
    cents: row.cents,
    channel: row.channel,
    mcc: row.mcc,
    category: row.category,
    country: row.country,
    isAbroad: row.country !== home,
    shop: { name: row.name, acceptor: row.acceptor },
    isWallet: row.is_wallet,
    isVerified: row.is_verified === true,
    outcome: row.is_declined ? 'declined' : row.is_approved ? 'approved' : 'undone',
  };
}
