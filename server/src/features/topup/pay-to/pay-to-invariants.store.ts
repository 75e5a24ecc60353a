import type { Invariant } from '../../../ledger/invariants.ts';

/** Invariants between debits by agreement, their answers and the ledger that no foreign key enforces. */
export const PAY_TO_INVARIANTS: readonly Invariant[] = [
  {
    name: 'agreement-debits',
    rule: 'a debit by agreement is credited once, with its sum, and only where the bank has settled it',
    broken: `
      SELECT d.tenant_id, d.id AS direct_debit_id,
             format('%s of %s, its answer %s, its credit %s', d.state, d.amount, coalesce(d.outcome, 'open'),
                    coalesce(t.amount::text, 'none')) AS detail
      FROM direct_debit d
      LEFT JOIN transfer t ON t.tenant_id = d.tenant_id AND t.id = d.transfer_id
      WHERE d.agreement_id IS NOT NULL
        AND ((d.state IN ('Credited', 'TakenBack')) <> (t.id IS NOT NULL)
             OR t.amount <> d.amount
             OR (d.state IN ('Credited', 'TakenBack') AND d.outcome IS DISTINCT FROM 'paid')
             OR (d.state IN ('Made', 'Dropped') AND d.called_at IS NOT NULL)
             OR (d.state = 'Sent' AND d.called_at IS NULL))`,
  },
  {
    name: 'agreement-of-topup',
    rule: 'an automatic top-up that fires by agreement has one that its payer approved, of the same bank account',
    broken: `
      SELECT t.tenant_id, t.id AS auto_topup_id, format('%s, its agreement %s', t.state, coalesce(g.state, 'none')) AS detail
      FROM auto_topup t
      LEFT JOIN pay_to_agreement g ON g.tenant_id = t.tenant_id AND g.id = t.agreement_id
      WHERE t.way = 'payTo' AND t.state IN ('Active', 'Retry') AND t.paused_by IS NULL
        AND (g.state IS NULL OR g.state NOT IN ('Active', 'Paused') OR g.bank_id IS NULL
             OR (g.bsb, g.account_number) <> (t.bsb, t.account_number))`,
  },
];
