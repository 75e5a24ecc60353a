import { arrayRows } from '../../../platform/array-rows.ts';
import type { Tx } from '../../../platform/database.ts';
import { KEEP_APART } from '../../../platform/keep-apart.ts';

export type DestinationQuery = {
  /** `web:12`, `card:7`. */
  readonly owner: string;
  /** Holder whose password resets are considered. */
  readonly holderId: bigint | null;
  readonly destination: string;
  /** Payer that may have blocked it: the holder, or a card of the holder. */
  readonly blockOwner: { readonly holderId: bigint | null; readonly cardId: bigint | null };
};

type Row = {
  readonly n: number;
  readonly is_paid: boolean;
  /** Cents. */
  readonly recent: bigint;
  /** Recent sum to destinations that were first paid recently. */
  readonly recent_new: bigint;
  /** Whether it was first paid before the recent period. */
  readonly is_known: boolean;
  readonly password_reset_at: string | null;
  readonly is_blocked: boolean;
};

/** SQL: whether a product of the programme holds payments to new destinations. A product without the key does. */
const HOLDS_ANY = `
(SELECT EXISTS (SELECT FROM product WHERE tenant_id = $1 AND settings -> 'scamHoldAmount' IS DISTINCT FROM 'null'))`;

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
       CASE WHEN paid.first_at <= $2 OR NOT ${HOLDS_ANY} THEN 0 ELSE (
         SELECT coalesce(sum(cents), 0)::bigint FROM paid_destination d
          WHERE tenant_id = $1 AND owner = asked.owner AND paid_at > $2
            AND NOT EXISTS (SELECT FROM paid_destination before
                             WHERE before.tenant_id = $1 AND before.owner = asked.owner
                               AND before.destination = d.destination AND before.paid_at <= $2
                             ${KEEP_APART})) END AS recent_new
  FROM unnest($3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bigint[]) WITH ORDINALITY
       AS asked (owner, holder_id, destination, blocking_holder, blocking_card, n)
  CROSS JOIN LATERAL (
    SELECT min(paid_at) AS first_at FROM paid_destination
     WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination) AS paid
  CROSS JOIN LATERAL (
    SELECT max(password_reset_at) AS password_reset_at FROM web_account
     WHERE tenant_id = $1 AND holder_id = asked.holder_id) AS w
 ORDER BY asked.n`;

/** Payments of each owner to a destination, in the order of the input; recent ones are since `since`. */
export function readHistories(
  tx: Tx,
  tenantId: number,
  since: number,
  asked: readonly DestinationQuery[],
): Promise<Row[]> {
  return tx.query(READ, [
    tenantId,
    new Date(since).toISOString(),
    asked.map(({ owner }) => owner),
    asked.map(({ holderId }) => holderId),
    asked.map(({ destination }) => destination),
    asked.map(({ blockOwner }) => blockOwner.holderId),
    asked.map(({ blockOwner }) => blockOwner.cardId),
  ]);
}

export type PaidDestination = {
  readonly owner: string;
  readonly destination: string;
  /** Milliseconds of business time. */
  readonly at: number;
  readonly cents: bigint;
  readonly purpose: number | null;
};

const COLUMN_TYPES = {
  at: 'timestamptz',
  cents: 'bigint',
  owner: 'text',
  destination: 'text',
  purpose: 'smallint',
} as const;
const INSERT = `
INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination, purpose)
SELECT $1, paid.at, paid.cents, paid.owner, paid.destination, paid.purpose
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
  ]);
}
