import type { Tx } from '../../../platform/database.ts';

export type AskedDestination = {
  /** `web:12`, `card:7`. */
  readonly owner: string;
  readonly webAccountId: bigint | null;
  readonly destination: string;
};

type Row = {
  readonly n: number;
  readonly is_paid: boolean;
  /** Cents. */
  readonly recent: bigint;
  /** Recently, to destinations that were never paid before that. */
  readonly recent_new: bigint;
  /** Whether it was paid before what is recent. */
  readonly is_known: boolean;
  readonly password_reset_at: string | null;
};

const READ = `
SELECT asked.n::integer AS n, w.password_reset_at,
       EXISTS (SELECT FROM paid_destination
                WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination) AS is_paid,
       (SELECT coalesce(sum(cents), 0)::bigint FROM paid_destination
         WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination AND paid_at > $2) AS recent,
       known.is_known,
       CASE WHEN known.is_known THEN 0 ELSE (
         SELECT coalesce(sum(d.cents), 0)::bigint FROM (
           SELECT destination, sum(cents) AS cents FROM paid_destination
            WHERE tenant_id = $1 AND owner = asked.owner AND paid_at > $2 GROUP BY destination) AS d
          WHERE NOT EXISTS (SELECT FROM paid_destination before
                             WHERE before.tenant_id = $1 AND before.owner = asked.owner
                               AND before.destination = d.destination AND before.paid_at <= $2)) END AS recent_new
  FROM unnest($3::text[], $4::bigint[], $5::text[]) WITH ORDINALITY AS asked (owner, web_account_id, destination, n)
  CROSS JOIN LATERAL (
    SELECT EXISTS (SELECT FROM paid_destination
                    WHERE tenant_id = $1 AND owner = asked.owner AND destination = asked.destination
                      AND paid_at <= $2) AS is_known OFFSET 0) AS known
  LEFT JOIN web_account w ON w.tenant_id = $1 AND w.id = asked.web_account_id
 ORDER BY asked.n`;

/** What each owner has paid to a destination, in the order of the question; `since` begins what is recent. */
export function readPaid(tx: Tx, tenantId: number, since: number, asked: readonly AskedDestination[]): Promise<Row[]> {
  return tx.query(READ, [
    tenantId,
    new Date(since).toISOString(),
    asked.map(({ owner }) => owner),
    asked.map(({ webAccountId }) => webAccountId),
    asked.map(({ destination }) => destination),
  ]);
}

export type PaidDestination = {
  readonly owner: string;
  readonly destination: string;
  /** Milliseconds of business time. */
  readonly at: number;
  readonly cents: bigint;
};

const NOTE = `
INSERT INTO paid_destination (tenant_id, paid_at, cents, owner, destination)
VALUES ($1, $2, $3, $4, $5)`;

/** Notes with a payment where it goes. */
export function notePaid(tx: Tx, tenantId: number, { owner, destination, at, cents }: PaidDestination): void {
  tx.later(NOTE, [tenantId, new Date(at).toISOString(), cents, owner, destination]);
}
