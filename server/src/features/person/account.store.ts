import type { Tx } from '../../platform/database/database.ts';
import { ACCOUNTS_OF_PERSON } from './person.store.ts';

export type LedgerAccount = {
  readonly id: bigint;
  readonly account_number: string;
  readonly ledger_account_id: bigint;
  /** Sequence of the newest row. */
  readonly version: bigint;
};

const COLUMNS = 'a.id, a.account_number, a.ledger_account_id, l.version';
const OF_PERSON = `
SELECT ${COLUMNS} FROM (${ACCOUNTS_OF_PERSON}) own
  JOIN member_account a ON a.tenant_id = $1 AND a.id = own.id
  JOIN ledger_account l ON l.tenant_id = $1 AND l.id = a.ledger_account_id
 ORDER BY a.id LIMIT 50`;

export function ledgerAccountsOf(tx: Tx, tenantId: number, holderId: bigint): Promise<LedgerAccount[]> {
  return tx.query(OF_PERSON, [tenantId, holderId]);
}

const BY_NUMBER = `
SELECT ${COLUMNS} FROM member_account a
  JOIN ledger_account l ON l.tenant_id = $1 AND l.id = a.ledger_account_id
 WHERE a.tenant_id = $1 AND a.account_number = $2`;

export function findAccount(tx: Tx, tenantId: number, accountNumber: string): Promise<LedgerAccount | undefined> {
  return tx.first(BY_NUMBER, [tenantId, accountNumber]);
}

export type HoldRow = {
  readonly at: string;
  readonly cents: bigint;
  readonly why: string;
  readonly what: string;
  readonly card: string;
  readonly expires_at: string;
  readonly reference: string;
};

const HOLDS = `
SELECT o.at, o.current_amount + o.fee_held AS cents, 'purchase' AS why, o.merchant_name AS what, c.last4 AS card,
       o.expires_at, o.reference
  FROM authorisation o JOIN card c ON c.tenant_id = o.tenant_id AND c.id = o.card_id
 WHERE o.tenant_id = $1 AND o.member_account_id = $2 AND o.status = 'approved'
UNION ALL
SELECT h.placed_at, h.amount, 'payment', '', '', h.expires_at, 'schedule:' || s.id
  FROM schedule s JOIN hold h ON h.tenant_id = s.tenant_id AND h.id = s.hold_id
 WHERE s.tenant_id = $1 AND s.member_account_id = $2 AND s.state = 'Active' AND s.hold_id IS NOT NULL
 ORDER BY 1 DESC LIMIT $3`;

/** Holds of an account: purchases that were not cleared, and payments that wait. */
export function listHolds(tx: Tx, tenantId: number, accountId: bigint, limit: number): Promise<HoldRow[]> {
  return tx.query(HOLDS, [tenantId, accountId, limit]);
}
