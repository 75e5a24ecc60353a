import type { Tx } from '../../../platform/database/database.ts';
import type { Method } from '../files/bank-file.store.ts';

export type Gathered = { readonly payments: number; readonly cents: bigint };

const PAYMENTS = `
SELECT count(*)::integer AS payments, coalesce(sum(p.amount), 0)::bigint AS cents FROM payment_out p
 WHERE p.tenant_id = $1 AND p.method = $2 AND p.rail = 'file' AND p.state = 'Made' AND p.value_date <= $3
   AND NOT waits_for_sanctions($1, p.transfer_id)
   AND NOT EXISTS (SELECT FROM bank_file_line l WHERE l.tenant_id = $1 AND l.transfer_id = p.transfer_id AND NOT l.is_void)`;
const DEBITS = `
SELECT count(*)::integer AS payments, coalesce(sum(d.amount), 0)::bigint AS cents FROM direct_debit d
 WHERE d.tenant_id = $1 AND d.state = 'Made' AND d.bank_file_id IS NULL AND d.agreement_id IS NULL`;

/** Payments that the next file of a method carries so far. */
export async function readGathered(tx: Tx, tenantId: number, method: Method, day: string): Promise<Gathered> {
  const row =
    method === 'debit'
      ? await tx.first<Gathered>(DEBITS, [tenantId])
      : await tx.first<Gathered>(PAYMENTS, [tenantId, method, day]);
  return row ?? { payments: 0, cents: 0n };
}
