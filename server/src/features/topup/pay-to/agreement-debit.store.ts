import type { Tx } from '../../../platform/database/database.ts';
import { lockRoomTaken } from '../../balance-watch/public.ts';
import type { DebitTrouble } from './refused-debit.domain.ts';

const iso = (ms: number) => new Date(ms).toISOString();

export type CalledDebit = {
  readonly id: bigint;
  readonly reference: string;
  readonly auto_topup_id: bigint;
  readonly member_account_id: bigint;
  readonly agreement_id: bigint;
  /** The bank's id of the agreement. */
  readonly bank_id: string | null;
  readonly amount: bigint;
  readonly called_at: string | null;
  readonly answer: string | null;
  /** How often in a row debits of its automatic top-up were refused. */
  readonly referred: number;
  readonly fee_due: bigint;
  /** Its automatic top-up is still of the same agreement, and was not ended. */
  readonly is_current: boolean;
};

const ROW = `
SELECT d.id, d.reference::text, d.auto_topup_id, d.member_account_id, d.agreement_id, g.bank_id, d.amount, d.called_at,
       d.answer, t.referred, g.fee_due, t.agreement_id = d.agreement_id AND t.state IN ('Active', 'Retry') AS is_current
  FROM direct_debit d
  JOIN pay_to_agreement g ON g.tenant_id = d.tenant_id AND g.id = d.agreement_id
  JOIN auto_topup t ON t.tenant_id = d.tenant_id AND t.id = d.auto_topup_id
 WHERE d.tenant_id = $1`;

export function findCalledDebit(tx: Tx, tenantId: number, id: bigint): Promise<CalledDebit | undefined> {
  return tx.first(`${ROW} AND d.id = $2`, [tenantId, id]);
}

// Made while its agreement was being ended, paused or replaced, which that transaction could not see.
const DROP = `
UPDATE direct_debit d SET state = 'Dropped'
  FROM auto_topup t
 WHERE d.tenant_id = $1 AND d.state = 'Made' AND d.agreement_id IS NOT NULL
   AND t.tenant_id = d.tenant_id AND t.id = d.auto_topup_id
   AND NOT (t.agreement_id IS NOT DISTINCT FROM d.agreement_id AND t.state IN ('Active', 'Retry') AND t.paused_by IS NULL)`;

// As debits of files: nothing is taken while the agreement waits for its holder after a reset of the password, or while
// the account has a debt.
const MAY_BE_CALLED = `
   AND d.state = 'Made' AND t.waits_since IS NULL AND t.agreement_id = d.agreement_id AND t.state IN ('Active', 'Retry')
   AND t.paused_by IS NULL AND g.state = 'Active'
   AND NOT EXISTS (SELECT FROM debt e
                    WHERE e.tenant_id = d.tenant_id AND e.member_account_id = d.member_account_id
                      AND e.settled_at IS NULL AND NOT e.is_former_holder)`;

/** Debits that the bank is to be asked for. Those whose agreement ended, paused or changed are dropped. */
export async function listToCall(tx: Tx, tenantId: number, most: number): Promise<bigint[]> {
  await tx.run(DROP, [tenantId]);
  const due = `${ROW} ${MAY_BE_CALLED} ORDER BY d.id LIMIT $2`;
  return (await tx.query<CalledDebit>(due, [tenantId, most])).map(({ id }) => id);
}

const CALL = `
UPDATE direct_debit SET state = 'Sent', called_at = $3 WHERE tenant_id = $1 AND id = $2 AND state = 'Made'`;

const LOCK_TOPUP = `
SELECT FROM auto_topup WHERE tenant_id = $1 AND id = (SELECT auto_topup_id FROM direct_debit WHERE id = $2) FOR UPDATE`;
const LOCK_AGREEMENT = `
SELECT FROM pay_to_agreement WHERE tenant_id = $1 AND id = (SELECT agreement_id FROM direct_debit WHERE id = $2) FOR UPDATE`;

/**
 * Locks what belongs to a debit, before itself: its account, as a posting does first, its automatic top-up and its
 * agreement. Every writer locks in this order.
 */
async function lockAround(tx: Tx, tenantId: number, id: bigint): Promise<void> {
  const debit = await findCalledDebit(tx, tenantId, id);
  if (!debit) return;
  await lockRoomTaken(tx, tenantId, debit.member_account_id);
  await tx.run(LOCK_TOPUP, [tenantId, id]);
  await tx.run(LOCK_AGREEMENT, [tenantId, id]);
}

/** Locks a debit that may be asked for now, and notes that it is going to be. Undefined: it may not, or was before. */
export async function takeToCall(tx: Tx, tenantId: number, id: bigint, atMs: number): Promise<CalledDebit | undefined> {
  await lockAround(tx, tenantId, id);
  const debit = await tx.first<CalledDebit>(`${ROW} AND d.id = $2 ${MAY_BE_CALLED} FOR UPDATE OF d`, [tenantId, id]);
  if (!debit) return undefined;
  return (await tx.run(CALL, [tenantId, id, iso(atMs)])) === 1 ? debit : undefined;
}

const LOCK_OPEN = `
SELECT FROM direct_debit
 WHERE tenant_id = $1 AND id = $2 AND agreement_id IS NOT NULL AND state = 'Sent' AND outcome IS NULL FOR UPDATE`;

/** Locks a debit. True while the bank's final answer is not known. */
export async function lockOpenDebit(tx: Tx, tenantId: number, id: bigint): Promise<boolean> {
  await lockAround(tx, tenantId, id);
  return (await tx.first<object>(LOCK_OPEN, [tenantId, id])) !== undefined;
}

/** Saves that a debit was paid, by the network's number. Its money is credited next. */
export function savePaid(tx: Tx, tenantId: number, id: bigint, answer: string): void {
  tx.later(`UPDATE direct_debit SET outcome = 'paid', answer = $3 WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
    answer,
  ]);
}

/** Saves that a debit was refused, with the code of the answer: no money moved. */
export function saveRefused(tx: Tx, tenantId: number, id: bigint, code: string, reason: DebitTrouble): void {
  tx.later(
    `UPDATE direct_debit SET state = 'Returned', outcome = 'refused', answer = $3, reason = $4
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, code, reason],
  );
}

const LAST = `
SELECT fired_at FROM direct_debit
 WHERE tenant_id = $1 AND auto_topup_id = $2 AND agreement_id IS NOT NULL AND state = 'Credited' ORDER BY id DESC LIMIT 1`;

/** When the last debit of an automatic top-up that was credited had fired. */
export async function findLastCredit(tx: Tx, tenantId: number, autoTopupId: bigint): Promise<string | undefined> {
  return (await tx.first<{ fired_at: string }>(LAST, [tenantId, autoTopupId]))?.fired_at;
}
