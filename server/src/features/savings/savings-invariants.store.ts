import type { Invariant } from '../../ledger/invariants.ts';

/** Invariants between savings goals and the ledger that no foreign key can express. */
export const SAVINGS_INVARIANTS: readonly Invariant[] = [
  {
    name: 'kept-aside',
    rule: 'what an account keeps aside is the sum of its savings goals',
    broken: `
      SELECT l.tenant_id, l.id AS account_id, format('keeps %s, goals %s', l.aside, coalesce(goals.cents, 0)) AS detail
      FROM ledger_account l
      LEFT JOIN member_account a ON a.tenant_id = l.tenant_id AND a.ledger_account_id = l.id
      LEFT JOIN (SELECT tenant_id, member_account_id, sum(cents) AS cents FROM savings_goal
                  GROUP BY tenant_id, member_account_id) goals
        ON goals.tenant_id = a.tenant_id AND goals.member_account_id = a.id
      WHERE l.aside <> coalesce(goals.cents, 0)`,
  },
];
