import type { PausingSide } from '../../../outside/npp/agreements/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Cents } from '../../../platform/money.ts';
import type { AutoTopupState } from '../auto/auto-topup.states.domain.ts';
import { dropUnsent, type PayToNotice } from '../auto/auto-topup.store.ts';

export type PayToTerms = {
  readonly publicId: string;
  readonly memberAccountId: bigint;
  readonly webAccountId: bigint;
  readonly agreementVersion: string;
  readonly accountName: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly trigger: Cents;
  readonly amount: Cents;
  /** The highest balance, and the most of a day. */
  readonly maximum: Cents;
  readonly dayMost: Cents;
};

const values = (tenantId: number, terms: PayToTerms, atMs: number) => [
  tenantId,
  terms.publicId,
  terms.memberAccountId,
  terms.webAccountId,
  terms.agreementVersion,
  new Date(atMs),
  terms.accountName,
  terms.bsb,
  terms.accountNumber,
  terms.trigger,
  terms.amount,
  terms.maximum,
  terms.dayMost,
];

const INSERT = `
INSERT INTO auto_topup (tenant_id, public_id, member_account_id, web_account_id, agreement_version, accepted_at,
                        account_name, bsb, account_number, trigger_amount, amount, maximum, day_most, way, state)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'payTo', 'Pending') RETURNING id`;
const REPLACE = `
UPDATE auto_topup SET public_id = $2, web_account_id = $4, agreement_version = $5, accepted_at = $6, account_name = $7,
       bsb = $8, account_number = $9, trigger_amount = $10, amount = $11, maximum = $12, day_most = $13, way = 'payTo',
       state = 'Pending', agreement_id = NULL, paused_by = NULL, trouble = NULL, code_hash = NULL, code_until = NULL,
       deposit_by = NULL, deposit_transfer_id = NULL, wrong_codes = 0, referred = 0, retry_on = NULL, untold = NULL
 WHERE tenant_id = $1 AND member_account_id = $3 AND id = $14 RETURNING id`;

/** Adds an automatic top-up by agreement, or replaces another by it. It waits for the payer's bank. */
export async function savePayToTopup(
  tx: Tx,
  tenantId: number,
  terms: PayToTerms,
  replaces: bigint | undefined,
  atMs: number,
): Promise<bigint> {
  if (replaces !== undefined) dropUnsent(tx, tenantId, replaces);
  const given = values(tenantId, terms, atMs);
  const row =
    replaces === undefined
      ? await tx.first<{ id: bigint }>(INSERT, given)
      : await tx.first<{ id: bigint }>(REPLACE, [...given, replaces]);
  if (!row) throw new Error('an automatic top-up was not saved');
  return row.id;
}

/** Notes which agreement it has. */
export function saveAgreementOf(tx: Tx, tenantId: number, id: bigint, agreementId: bigint): void {
  tx.later('UPDATE auto_topup SET agreement_id = $3 WHERE tenant_id = $1 AND id = $2', [tenantId, id, agreementId]);
}

const ON = `
UPDATE auto_topup SET state = 'Active', paused_by = NULL, trouble = NULL, referred = 0, retry_on = NULL,
       untold = CASE WHEN state = 'Pending' THEN 'payToOn' ELSE untold END
 WHERE tenant_id = $1 AND id = $2 AND state IN ('Pending', 'Active', 'Retry')`;

/** Its agreement is active, or active again: it fires. */
export function saveOn(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(ON, [tenantId, id]);
}

const PAUSE = `
UPDATE auto_topup SET state = 'Active', paused_by = $3, untold = coalesce($4, untold), trouble = coalesce($5, trouble),
       retry_on = NULL
 WHERE tenant_id = $1 AND id = $2 AND state IN ('Active', 'Retry')`;

/** Pauses it: nothing fires, and a debit that the bank was not asked for is dropped. */
export function savePaused(
  tx: Tx,
  tenantId: number,
  id: bigint,
  of: { readonly by: PausingSide; readonly notice: PayToNotice | null; readonly trouble: string | null },
): void {
  dropUnsent(tx, tenantId, id);
  tx.later(PAUSE, [tenantId, id, of.by, of.notice, of.trouble]);
}

const LOSE = `
UPDATE auto_topup SET state = 'Expired', trouble = $3, untold = $4, retry_on = NULL, paused_by = NULL
 WHERE tenant_id = $1 AND id = $2 AND state IN ('Pending', 'Active', 'Retry')`;

/** It has no agreement any more. */
export function saveLost(tx: Tx, tenantId: number, id: bigint, trouble: string, notice: PayToNotice): void {
  dropUnsent(tx, tenantId, id);
  tx.later(LOSE, [tenantId, id, trouble, notice]);
}

const AGAIN = `
UPDATE auto_topup SET state = $3, referred = referred + $4, retry_on = $5, trouble = $6, untold = coalesce($7, untold)
 WHERE tenant_id = $1 AND id = $2 AND state IN ('Active', 'Retry')`;

/** A debit failed and is tried again on a day. `counts`: as one of a few in a row, until which none fires. */
export function saveAgain(
  tx: Tx,
  tenantId: number,
  id: bigint,
  of: { readonly on: string; readonly counts: boolean; readonly trouble: string; readonly notice: PayToNotice | null },
): void {
  const state: AutoTopupState = of.counts ? 'Retry' : 'Active';
  tx.later(AGAIN, [tenantId, id, state, of.counts ? 1 : 0, of.on, of.trouble, of.notice]);
}

const CREDITED = `
UPDATE auto_topup SET state = 'Active', referred = 0, retry_on = $3, trouble = NULL
 WHERE tenant_id = $1 AND id = $2 AND state IN ('Active', 'Retry') AND agreement_id = $4`;

/** A debit was credited. On the next day it is judged again, as its agreement bounds what is taken on a day. */
export function savePayToCredited(tx: Tx, tenantId: number, id: bigint, agreementId: bigint, judgedOn: string): void {
  tx.later(CREDITED, [tenantId, id, judgedOn, agreementId]);
}

const DUE = `
SELECT t.id, t.member_account_id, t.state FROM auto_topup t
 WHERE t.tenant_id = $1 AND t.way = 'payTo' AND t.state IN ('Active', 'Retry') AND t.retry_on <= $2
   AND t.waits_since IS NULL AND t.paused_by IS NULL AND t.id > $4
   AND NOT EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = t.member_account_id
                                                AND d.state IN ('Made', 'Sent', 'Collected'))
 ORDER BY t.id LIMIT $3`;

export type DueTopup = { readonly id: bigint; readonly member_account_id: bigint; readonly state: 'Active' | 'Retry' };

/** Automatic top-ups by agreement that are judged again on a day, after an id. */
export function listDuePayTo(
  tx: Tx,
  tenantId: number,
  day: string,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<DueTopup[]> {
  return tx.query(DUE, [tenantId, day, most, after]);
}

/** Those that are active are judged once; one that is retried is judged until it fires. */
export function saveJudged(tx: Tx, tenantId: number, ids: readonly bigint[]): void {
  if (ids.length === 0) return;
  tx.later(
    `UPDATE auto_topup SET retry_on = NULL WHERE tenant_id = $1 AND id = ANY ($2::bigint[]) AND state = 'Active'`,
    [tenantId, ids],
  );
}
