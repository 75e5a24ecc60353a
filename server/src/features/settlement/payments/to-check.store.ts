import type { Tx } from '../../../platform/database/database.ts';
import { fullNameIn } from '../../../platform/text/full-name.ts';
import { STOPPED } from '../answers/stopping.ts';

/** A payment that does not go on by itself. */
export type Stuck = {
  readonly receipt: string | null;
  readonly method: string;
  readonly account: string | null;
  readonly holder_id: bigint | null;
  readonly payer: string | null;
  readonly cents: bigint;
  /** timestamptz as text. */
  readonly since: string;
  readonly why: string;
};

const RETURNED = `
SELECT d.reference AS receipt, p.method, a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS payer,
       p.amount AS cents, p.returned_at AS since, p.reason AS why
  FROM (SELECT * FROM payment_out WHERE tenant_id = $1 AND state = 'Returned' AND reason IS DISTINCT FROM '${STOPPED}'
                      AND returned_at >= $3
         ORDER BY returned_at LIMIT $2) p
  JOIN transfer t ON t.tenant_id = p.tenant_id AND t.id = p.transfer_id
  LEFT JOIN transaction_detail d ON d.ledger_account_id = t.debit_account_id AND d.seq = t.debit_seq
  LEFT JOIN member_account a ON a.tenant_id = p.tenant_id AND a.id = p.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 ORDER BY p.returned_at`;

/** Payments that have come back since a moment, the oldest first. One that its payer stopped has never left. */
export function listReturned(tx: Tx, tenantId: number, most: number, sinceMs: number): Promise<Stuck[]> {
  return tx.query(RETURNED, [tenantId, most, new Date(sinceMs)]);
}

const HELD = (which: string, since: string, why: string) => `
SELECT s.receipt, s.kind AS method, a.account_number AS account, h.id AS holder_id, ${fullNameIn('h')} AS payer,
       s.amount AS cents, ${since} AS since, '${why}' AS why
  FROM (SELECT * FROM schedule WHERE tenant_id = $1 AND state = 'Active' AND hold_id IS NOT NULL AND ${which}
         ORDER BY due_at LIMIT $2) s
  JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
  LEFT JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id
 ORDER BY since`;
const OVERDUE = HELD('waits_since IS NULL AND due_at < $3', 's.due_at', 'overdue');
const WAITING = HELD('waits_since < $3', 's.waits_since', 'holder');

/** Held payments that have expired: due before a given time of the business clock, and not made. */
export function listOverdue(tx: Tx, tenantId: number, most: number, beforeMs: number): Promise<Stuck[]> {
  return tx.query(OVERDUE, [tenantId, most, new Date(beforeMs)]);
}

/** Held payments that have waited for their payer since before a moment of the security clock. */
export function listWaitingForPayer(tx: Tx, tenantId: number, most: number, beforeMs: number): Promise<Stuck[]> {
  return tx.query(WAITING, [tenantId, most, new Date(beforeMs)]);
}
