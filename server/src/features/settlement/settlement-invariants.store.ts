import type { Invariant } from '../../ledger/invariants.ts';

/** Invariants between payments that have left, their files and the ledger that no foreign key enforces. */
export const SETTLEMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'returned-after-file',
    rule: 'what came back from the bank had gone to it, in a file that it accepted or by a call, and what was stopped had not',
    broken: `
      SELECT p.tenant_id, p.transfer_id,
             format('payment of %s returned as %s; its file: %s, its call: %s', p.amount, p.reason,
                    coalesce(f.state, 'none'), CASE WHEN c.transfer_id IS NULL THEN 'none' ELSE coalesce(c.outcome, 'open') END) AS detail
      FROM payment_out p
      LEFT JOIN bank_file_line l ON l.tenant_id = p.tenant_id AND l.transfer_id = p.transfer_id AND NOT l.is_void
      LEFT JOIN bank_file f ON f.tenant_id = l.tenant_id AND f.id = l.bank_file_id
      LEFT JOIN payment_call c ON c.tenant_id = p.tenant_id AND c.transfer_id = p.transfer_id
      WHERE p.state = 'Returned'
        AND CASE WHEN p.reason = 'stopped'
                   THEN l.transfer_id IS NOT NULL OR (p.rail = 'call' AND c.transfer_id IS NOT NULL)
                 WHEN p.rail = 'call' THEN c.outcome IS NULL
                 ELSE f.state IS DISTINCT FROM 'Accepted' END`,
  },
  {
    name: 'call-and-state',
    rule: 'a payment that the bank was asked for by a call is settled only where it was paid',
    broken: `
      SELECT p.tenant_id, p.transfer_id, format('%s, and its call was %s', p.state, coalesce(c.outcome, 'not answered')) AS detail
      FROM payment_call c
      JOIN payment_out p ON p.tenant_id = c.tenant_id AND p.transfer_id = c.transfer_id
      WHERE p.rail = 'call' AND p.state = 'Settled' AND c.outcome IS DISTINCT FROM 'paid'`,
  },
  {
    name: 'instant-payments',
    rule: 'what the account of calls holds is the sum of the payments that the bank was or will be asked for, and has not settled',
    broken: `
      SELECT tenant_id, ledger_account_id, format('%s on the account, %s in open payments', balance, open) AS detail
      FROM (
        SELECT a.tenant_id, a.id AS ledger_account_id, a.balance,
               coalesce((SELECT sum(p.amount) FROM payment_out p
                          WHERE p.tenant_id = a.tenant_id AND p.rail = 'call' AND p.state IN ('Made', 'Sent')), 0) AS open
          FROM ledger_account a WHERE a.kind = 'instant') s
      WHERE balance <> open`,
  },
  {
    name: 'instant-incoming',
    rule: 'money that the network has brought is posted once, by itself or by the line of a file that names it',
    broken: `
      SELECT i.tenant_id, l.posted_id AS transfer_id,
             format('%s of %s is %s, posted by itself %s, by a file %s', i.network_id, i.cents, l.state,
                    coalesce(l.posted_id::text, 'never'), coalesce(f.posted_id::text, 'never')) AS detail
      FROM instant_incoming i
      JOIN bank_answer_line l ON l.tenant_id = i.tenant_id AND l.bank_answer_id = i.bank_answer_id
      LEFT JOIN bank_answer_line f ON f.tenant_id = i.tenant_id AND f.bank_answer_id = i.file_answer_id AND f.line = i.file_line
      WHERE num_nonnulls(l.posted_id, f.posted_id) <> CASE l.state WHEN 'Open' THEN 0 ELSE 1 END`,
  },
  {
    name: 'payment-search',
    rule: 'the desk finds each payment that its search is filled with, and no other',
    broken: `
      SELECT tenant_id, transfer_id,
             format('payment of %s %s', amount, CASE WHEN t.is_posted THEN 'is not found' ELSE 'was not made' END) AS detail
      FROM (
        SELECT t.tenant_id, t.id AS transfer_id, t.amount, true AS is_posted, t.debit_account_id AS payer_id,
               o.transfer_id IS NULL AS is_within
          FROM transfer t
          JOIN search_fill f ON f.tenant_id = t.tenant_id AND f.name = 'payments' AND t.id <= f.filled_to
          LEFT JOIN payment_out o ON o.tenant_id = t.tenant_id AND o.transfer_id = t.id
         WHERE t.code = 6 OR o.transfer_id IS NOT NULL) t
      FULL JOIN (SELECT s.*, true AS is_found FROM payment_search s) s
        USING (tenant_id, transfer_id, amount, payer_id, is_within)
      WHERE t.is_posted IS NULL OR s.is_found IS NULL`,
  },
];
