import type { Invariant } from '../../ledger/invariants.ts';

/** Invariants between the words of postings and the ledger that no foreign key enforces. */
export const WORDS_INVARIANTS: readonly Invariant[] = [
  {
    name: 'words-of-entry',
    rule: 'the words of a posting belong to an entry that is there, of the same transfer and tenant',
    broken: `
      SELECT d.ledger_account_id AS account_id, d.seq,
             format('words of transfer %s, tenant %s; entry of %s, %s', d.transfer_id, d.tenant_id,
                    coalesce(e.transfer_id::text, 'none'), coalesce(e.tenant_id::text, 'none')) AS detail
      FROM transaction_detail d
      LEFT JOIN entry e ON e.account_id = d.ledger_account_id AND e.seq = d.seq
      WHERE e.transfer_id IS DISTINCT FROM d.transfer_id OR e.tenant_id IS DISTINCT FROM d.tenant_id`,
  },
];
