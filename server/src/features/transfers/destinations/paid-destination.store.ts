import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { KEEP_APART } from '../../../platform/database/keep-apart.ts';

export type DestinationQuery = {
  /** `web:12`, `card:7`. */
  readonly owner: string;
  /** Holder whose password resets are considered. */
  readonly holderId: bigint | null;
  readonly destination: string;
  /** Payer that may have blocked it: the holder, or a card of the holder. */
  readonly blockOwner: { readonly holderId: bigint | null; readonly cardId: bigint | null };
};

type SumsRow = {
  /** Recent sum to destinations that were first paid recently, with what is held and planned. */
  readonly ordered_new: bigint;
  /** The same of payments that were not held. */
  readonly unheld_new: bigint;
};

type Row = SumsRow & {
  readonly n: number;
  readonly is_paid: boolean;
  /** Cents. */
  readonly recent: bigint;
  /** Whether it was first paid before the recent period. */
  readonly is_known: boolean;
  readonly password_reset_at: string | null;
  readonly is_blocked: boolean;
};

/** SQL: whether a product of the programme holds payments to new destinations. A product without the key does. */
const HOLDS_ANY = `
(SELECT EXISTS (SELECT FROM product WHERE tenant_id = $1 AND settings -> 'scamHoldAmount' IS DISTINCT FROM 'null'))`;

/** SQL: whether an owner has first paid a destination recently, or never. Each by itself (KEEP_APART). */
const isNew = (owner: string, destination: string) => `
NOT EXISTS (SELECT FROM paid_destination before
             WHERE before.tenant_id = $1 AND before.owner = ${owner}
               AND before.destination = ${destination} AND before.paid_at <= $2 ${KEEP_APART})`;

/** SQL: sums of an owner, where a condition holds. A schedule that falls due more than a day later is not counted. */
const newSums = (owner: string, condition: string) => `
SELECT (recent.all_cents + planned.cents)::bigint AS ordered_new, recent.unheld_cents AS unheld_new
  FROM (SELECT coalesce(sum(d.cents), 0)::bigint AS all_cents,
               coalesce(sum(d.cents) FILTER (WHERE NOT d.is_held), 0)::bigint AS unheld_cents
          FROM paid_destination d
         WHERE d.tenant_id = $1 AND d.owner = ${owner} AND d.paid_at > $2
           AND ${isNew(owner, 'd.destination')}) AS recent,
       (SELECT coalesce(sum(s.amount), 0) AS cents FROM schedule s
         WHERE s.tenant_id = $1 AND s.made_by = ${owner} AND s.state = 'Active' AND s.hold_id IS NULL
           AND s.made_at > $2 AND s.due_at < s.made_at + make_interval(secs => $3)
           AND ${isNew(owner, 's.destination')}) AS planned
 WHERE ${condition} ${KEEP_APART}`;

// A destination that was never paid has no recent sum. A known one needs no other sums, nor does a programme that holds
// nothing: they read every payment of the day. Each by itself (KEEP_APART): a join that is planned without statistics
// reads all earlier payments of the payer for each of them.
const READ = `
SELECT asked.n::integer AS n, w.password_reset_at,
       paid.first_at IS NOT NULL AS is_paid,
       CASE WHEN paid.first_at IS NULL THEN 0 ELSE (
         SELECT coalesce(sum(cents), 0)::bigint FROM paid_destination
          WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination AND paid_at > $2) END AS recent,
       coalesce(paid.first_at <= $2, false) AS is_known,
       EXISTS (SELECT FROM blocked_payee b
                WHERE b.tenant_id = $1 AND b.destination = asked.destination
                  AND (b.card_id = asked.blocking_card OR b.holder_id = coalesce(asked.blocking_holder,
                         (SELECT c.holder_id FROM card c WHERE c.tenant_id = $1 AND c.id = asked.blocking_card)))) AS is_blocked,
       coalesce(sums.ordered_new, 0) AS ordered_new, coalesce(sums.unheld_new, 0) AS unheld_new
  FROM unnest($4::text[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[]) WITH ORDINALITY
       AS asked (owner, holder_id, destination, blocking_holder, blocking_card, n)
  CROSS JOIN LATERAL (
    SELECT min(paid_at) AS first_at FROM paid_destination
     WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination) AS paid
  CROSS JOIN LATERAL (
    SELECT max(password_reset_at) AS password_reset_at FROM web_account
     WHERE tenant_id = $1 AND holder_id = asked.holder_id) AS w
  LEFT JOIN LATERAL (${newSums('asked.owner', `(paid.first_at > $2) IS NOT FALSE AND ${HOLDS_ANY}`)}) AS sums ON true
 ORDER BY asked.n`;

/** Period that is recent: since a moment of business time, and how long it is. */
export type Recent = { readonly since: number; readonly ms: number };

const recentParams = ({ since, ms }: Recent) => [new Date(since).toISOString(), ms / 1000] as const;

/** Payments of each owner to a destination, in the order of the input. */
export function readHistories(
  tx: Tx,
  tenantId: number,
  recent: Recent,
  asked: readonly DestinationQuery[],
): Promise<Row[]> {
  return tx.query(READ, [
    tenantId,
    ...recentParams(recent),
    asked.map(({ owner }) => owner),
    asked.map(({ holderId }) => holderId),
    asked.map(({ destination }) => destination),
    asked.map(({ blockOwner }) => blockOwner.holderId),
    asked.map(({ blockOwner }) => blockOwner.cardId),
  ]);
}

/** Sums of an owner to new destinations. */
export async function readOwnerSums(tx: Tx, tenantId: number, recent: Recent, owner: string): Promise<SumsRow> {
  const row = await tx.first<SumsRow>(newSums('$4', 'true'), [tenantId, ...recentParams(recent), owner]);
  return row ?? { ordered_new: 0n, unheld_new: 0n };
}

export type PaidDestination = {
  readonly owner: string;
  readonly destination: string;
  /** Milliseconds of business time. */
  readonly at: number;
  readonly cents: bigint;
  readonly purpose: number | null;
  /** True: its money was put on hold, and it is paid later. */
  readonly isHeld: boolean;
};

const COLUMN_TYPES = {
  at: 'timestamptz',
  cents: 'bigint',
  owner: 'text',
  destination: 'text',
  purpose: 'smallint',
  is_held: 'boolean',
} as const;
const INSERT = `
INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination, purpose, is_held)
SELECT $1, paid.at, paid.cents, paid.owner, paid.destination, paid.purpose, paid.is_held
  FROM ${arrayRows('paid', 2, COLUMN_TYPES)}
 ORDER BY paid.n`;

/** Records the destinations of payments. */
export function recordDestinations(tx: Tx, tenantId: number, paid: readonly PaidDestination[]): void {
  tx.later(INSERT, [
    tenantId,
    paid.map(({ at }) => new Date(at).toISOString()),
    paid.map(({ cents }) => cents),
    paid.map(({ owner }) => owner),
    paid.map(({ destination }) => destination),
    paid.map(({ purpose }) => purpose),
    paid.map(({ isHeld }) => isHeld),
  ]);
}
