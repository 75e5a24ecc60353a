import type { Invariant } from '../../ledger/invariants.ts';

/** Invariants between payments that have left, their files and the ledger that no foreign key enforces. */
export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'returned-after-file',
    rule: 'what came back from the bank had gone to it in a file that it accepted, and what was stopped is in no such file',
    broken: `
      SELECT p.tenant_id, p.transfer_id,
             format('payment of %s returned as %s; its file: %s', p.amount, p.reason, coalesce(f.state, 'none')) AS detail
      FROM payment_out p
      LEFT JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
      LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
      WHERE p.state = 'Returned'
        AND CASE p.reason WHEN 'stopped' THEN l.transfer_id IS NOT NULL ELSE f.state IS DISTINCT FROM 'Accepted' END`,
  },
];
