import type { Invariant } from '../../../ledger/invariants.ts';

/** Invariants of what card processors tell that no foreign key can express. */
export const TOLD_INVARIANTS: readonly Invariant[] = [
  {
    name: 'purchase-event',
    rule: 'a clearing among the events of a purchase is that of its message, and a purchase has taken all of them',
    broken: `
      SELECT e.tenant_id, format('event %s of purchase %s', e.reference, e.purchase) AS detail
      FROM purchase_event e
      LEFT JOIN network_message n ON n.tenant_id = e.tenant_id AND n.reference = e.reference AND n.kind = 'clearing'
      LEFT JOIN transfer t ON t.tenant_id = n.tenant_id AND t.id = n.transfer_id
      WHERE e.kind = 'clearing' AND t.amount IS DISTINCT FROM e.cents
      UNION ALL
      SELECT o.tenant_id, format('purchase %s has taken %s of %s', o.reference, o.cleared_amount, sum(e.cents))
      FROM authorisation o
      JOIN purchase_event e ON e.tenant_id = o.tenant_id AND e.purchase = o.reference AND e.kind = 'clearing'
      WHERE o.status <> 'declined'
      GROUP BY o.tenant_id, o.reference, o.cleared_amount
      HAVING sum(e.cents) > o.cleared_amount`,
  },
  {
    name: 'purchase-ending',
    rule: 'what a processor said about the end of a purchase is of a purchase of the same account that ended so',
    broken: `
      SELECT e.tenant_id, e.authorisation_id, format('%s, but %s', e.kind, coalesce(o.status, 'no such purchase')) AS detail
      FROM purchase_ending e
      LEFT JOIN authorisation o
        ON o.tenant_id = e.tenant_id AND o.id = e.authorisation_id AND o.member_account_id = e.member_account_id
      WHERE o.id IS NULL OR (e.kind = 'elsewhere') <> (o.status = 'declined')`,
  },
  {
    name: 'pending-refund',
    rule: 'an announced refund that ended by its refund is named by one',
    broken: `
      SELECT p.tenant_id, format('announced refund %s', p.reference) AS detail
      FROM pending_refund p
      WHERE p.ending = 'refunded' AND NOT EXISTS (
        SELECT FROM network_message n
        WHERE n.tenant_id = p.tenant_id AND n.original = p.reference AND n.kind = 'refund')`,
  },
  {
    name: 'refund-taken-back',
    rule: 'no more of a refund is taken out of a row of its purchase than counted for it, each time by a debit',
    broken: `
      SELECT u.tenant_id, u.ledger_account_id AS account_id, format('refund %s, row %s', u.refund_transfer_id, u.seq) AS detail
      FROM merchant_credit_undone u
      LEFT JOIN transfer t
        ON t.tenant_id = u.tenant_id AND t.id = u.transfer_id AND t.debit_account_id = u.ledger_account_id
      GROUP BY u.tenant_id, u.ledger_account_id, u.refund_transfer_id, u.seq
      HAVING bool_or(t.id IS NULL) OR sum(u.cents) > coalesce((
        SELECT sum(c.cents) FROM merchant_credit c
        WHERE c.tenant_id = u.tenant_id AND c.transfer_id = u.refund_transfer_id AND c.seq = u.seq), 0)`,
  },
];
