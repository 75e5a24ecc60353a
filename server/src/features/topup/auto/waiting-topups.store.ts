import type { Tx } from '../../../platform/database/database.ts';
import type { Cents } from '../../../platform/money.ts';
import type { AutoTopupState } from './auto-topup.states.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

const SUSPEND = `
UPDATE auto_topup SET waits_since = $4
 WHERE tenant_id = $1 AND web_account_id = $2 AND state <> 'Cancelled' AND waits_since IS NULL
   AND greatest(accepted_at, changed_at) >= $3`;

/**
 * Suspends the automatic top-ups that a login has agreed to or changed since a moment of business time: none fires, and
 * debits that have fired are not collected. Returns their number.
 */
export function saveWaitingTopups(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  { since, at }: { readonly since: number; readonly at: number },
): Promise<number> {
  return tx.run(SUSPEND, [tenantId, webAccountId, iso(since), iso(at)]);
}

export type WaitingTopup = {
  readonly id: bigint;
  readonly public_id: string;
  readonly member_account_id: bigint;
  readonly topped_up: string;
  readonly account_name: string;
  readonly bsb: string;
  readonly account_number: string;
  readonly amount: Cents;
  readonly state: AutoTopupState;
  readonly made_at: string;
};

const LIST = `
SELECT t.id, t.public_id::text, t.member_account_id, a.account_number AS topped_up, t.account_name, t.bsb,
       t.account_number, t.amount, t.state, greatest(t.accepted_at, t.changed_at) AS made_at
  FROM auto_topup t JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id
 WHERE t.tenant_id = $1 AND t.web_account_id = $2 AND t.waits_since IS NOT NULL AND t.state <> 'Cancelled'`;

/** Suspended automatic top-ups of a sign-in, the oldest first. */
export function listWaitingTopups(tx: Tx, tenantId: number, webAccountId: bigint): Promise<WaitingTopup[]> {
  return tx.query(`${LIST} ORDER BY made_at, t.id`, [tenantId, webAccountId]);
}

/** One of them, locked. */
export function lockWaitingTopup(
  tx: Tx,
  tenantId: number,
  webAccountId: bigint,
  publicId: string,
): Promise<WaitingTopup | undefined> {
  return tx.first(`${LIST} AND t.public_id = $3 FOR UPDATE OF t`, [tenantId, webAccountId, publicId]);
}

/** Lets it fire again, without waiting for the result. */
export function saveConfirmedTopup(tx: Tx, tenantId: number, id: bigint): void {
  tx.later('UPDATE auto_topup SET waits_since = NULL WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}
