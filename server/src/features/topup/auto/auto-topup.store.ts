import type { PausingSide } from '../../../outside/npp/agreements/port.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Cents } from '../../../platform/money.ts';
import type { AutoTopupState } from './auto-topup.states.domain.ts';

export type EndedBy = 'person' | 'bank' | 'desk' | 'tries' | 'time';
export type PendingNotice = 'depositReturned' | 'lapsed' | 'retry' | 'expired' | 'takenBack' | PayToNotice;
/** Notices of an automatic top-up by PayTo agreement. */
export type PayToNotice =
  | 'payToOn'
  | 'payToDeclined'
  | 'payToExpired'
  | 'payToFailed'
  | 'payToEnded'
  | 'payToPaused'
  | 'payToSchemePaused'
  | 'payToRetry'
  | 'payToStopped'
  | 'payToLimit'
  | 'payToAccount'
  | 'payToOurs';
/** How its money is taken: by files of debits and a code, or by calls and an agreement at the payer's bank. */
export type AutoTopupWay = 'directDebit' | 'payTo';

export type AutoTopupRow = {
  readonly id: bigint;
  readonly public_id: string;
  readonly member_account_id: bigint;
  readonly account_name: string;
  readonly bsb: string;
  readonly account_number: string;
  readonly trigger_amount: bigint;
  readonly amount: bigint;
  readonly state: AutoTopupState;
  readonly ended_by: EndedBy | null;
  readonly accepted_at: string;
  readonly way: AutoTopupWay;
  /** Code of its 1-cent deposit: null with an agreement at the payer's bank. */
  readonly code_hash: Buffer | null;
  readonly wrong_codes: number;
  readonly code_until: string | null;
  readonly deposit_by: string | null;
  /** Its agreement, and the cents that it permits on a day. */
  readonly agreement_id: bigint | null;
  readonly day_most: bigint | null;
  readonly paused_by: PausingSide | null;
  readonly trouble: string | null;
  readonly referred: number;
  readonly retry_on: string | null;
  readonly is_waiting: boolean;
};

const COLUMNS = `id, public_id::text, member_account_id, account_name, bsb, account_number, trigger_amount, amount, state,
       ended_by, accepted_at, way, code_hash, wrong_codes, code_until::text, deposit_by::text, agreement_id, day_most,
       paused_by, trouble, referred, retry_on::text, waits_since IS NOT NULL AS is_waiting`;

const FIND = `
SELECT ${COLUMNS} FROM auto_topup WHERE tenant_id = $1 AND member_account_id = $2 AND state <> 'Cancelled'`;

/** Automatic top-up of an account, if it has one. */
export function findAutoTopup(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<AutoTopupRow | undefined> {
  return tx.first(FIND, [tenantId, memberAccountId]);
}

const LOCK = `
SELECT ${COLUMNS} FROM auto_topup WHERE tenant_id = $1 AND member_account_id = $2 AND public_id = $3 FOR UPDATE`;

export function lockAutoTopup(
  tx: Tx,
  tenantId: number,
  memberAccountId: bigint,
  publicId: string,
): Promise<AutoTopupRow | undefined> {
  return tx.first(LOCK, [tenantId, memberAccountId, publicId]);
}

const LOCK_OF_ACCOUNT = `${FIND} FOR UPDATE`;

export function lockAutoTopupOf(tx: Tx, tenantId: number, memberAccountId: bigint): Promise<AutoTopupRow | undefined> {
  return tx.first(LOCK_OF_ACCOUNT, [tenantId, memberAccountId]);
}

/** Content of an agreement. */
export type AgreedTerms = {
  readonly publicId: string;
  readonly memberAccountId: bigint;
  readonly webAccountId: bigint;
  readonly agreementVersion: string;
  readonly accountName: string;
  readonly bsb: string;
  readonly accountNumber: string;
  readonly trigger: Cents;
  readonly amount: Cents;
  readonly maximum: Cents;
  readonly codeHash: Buffer;
  readonly codeUntil: string;
  readonly depositBy: string;
};

const VALUES = (tenantId: number, agreed: AgreedTerms, depositTransferId: bigint, atMs: number) => [
  tenantId,
  agreed.publicId,
  agreed.memberAccountId,
  agreed.webAccountId,
  agreed.agreementVersion,
  new Date(atMs),
  agreed.accountName,
  agreed.bsb,
  agreed.accountNumber,
  agreed.trigger,
  agreed.amount,
  agreed.maximum,
  agreed.codeHash,
  agreed.codeUntil,
  agreed.depositBy,
  depositTransferId,
];

const INSERT = `
INSERT INTO auto_topup (tenant_id, public_id, member_account_id, web_account_id, agreement_version, accepted_at,
                        account_name, bsb, account_number, trigger_amount, amount, maximum, state, code_hash, code_until,
                        deposit_by, deposit_transfer_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'Pending', $13, $14, $15, $16)`;

/** Adds an agreement that waits for its code. */
export function insertAutoTopup(tx: Tx, tenantId: number, agreed: AgreedTerms, deposit: bigint, atMs: number): void {
  tx.later(INSERT, VALUES(tenantId, agreed, deposit, atMs));
}

const REPLACE = `
UPDATE auto_topup SET web_account_id = $4, agreement_version = $5, accepted_at = $6, account_name = $7, bsb = $8,
       account_number = $9, trigger_amount = $10, amount = $11, maximum = $12, state = 'Pending', code_hash = $13,
       code_until = $14, deposit_by = $15, deposit_transfer_id = $16, wrong_codes = 0, referred = 0, retry_on = NULL,
       public_id = $2, way = 'directDebit', agreement_id = NULL, day_most = NULL, paused_by = NULL, trouble = NULL
 WHERE tenant_id = $1 AND member_account_id = $3 AND id = $17`;

/**
 * Sets another bank account, or replaces an expired agreement. It waits for a new code, which is bound to the id in
 * `agreed`.
 */
export function replaceBank(
  tx: Tx,
  tenantId: number,
  id: bigint,
  agreed: AgreedTerms,
  deposit: bigint,
  atMs: number,
): void {
  tx.later(REPLACE, [...VALUES(tenantId, agreed, deposit, atMs), id]);
}

export function saveAmounts(
  tx: Tx,
  tenantId: number,
  id: bigint,
  { name, trigger, amount, maximum, at }: { name: string; trigger: Cents; amount: Cents; maximum: Cents; at: number },
): void {
  tx.later(
    `UPDATE auto_topup SET account_name = $3, trigger_amount = $4, amount = $5, maximum = $6, changed_at = $7
      WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, name, trigger, amount, maximum, new Date(at)],
  );
}

export function saveActive(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(`UPDATE auto_topup SET state = 'Active' WHERE tenant_id = $1 AND id = $2`, [tenantId, id]);
}

const DROP = `
UPDATE direct_debit SET state = 'Dropped'
 WHERE tenant_id = $1 AND auto_topup_id = $2 AND state = 'Made' AND bank_file_id IS NULL`;

/** Drops a debit that is in no file yet, because its agreement has ended or has another bank account. */
export function dropUnsent(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(DROP, [tenantId, id]);
}

/** Ends an agreement: by whom, and which notice its holder still gets. */
export function saveEnd(tx: Tx, tenantId: number, id: bigint, by: EndedBy, notice: PendingNotice | null): void {
  dropUnsent(tx, tenantId, id);
  tx.later(
    `UPDATE auto_topup SET state = 'Cancelled', ended_by = $3, untold = $4, retry_on = NULL WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, by, notice],
  );
}

export function saveWrongCode(tx: Tx, tenantId: number, id: bigint): void {
  tx.later('UPDATE auto_topup SET wrong_codes = wrong_codes + 1 WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
}

/** Saves that a debit was referred, to be retried on a day; null if it was returned permanently. */
export function saveReferred(tx: Tx, tenantId: number, id: bigint, retryOn: string | null): void {
  const state = retryOn === null ? 'Expired' : 'Retry';
  const notice: PendingNotice = retryOn === null ? 'expired' : 'retry';
  tx.later(
    `UPDATE auto_topup SET state = $3, referred = referred + 1, retry_on = $4, untold = $5 WHERE tenant_id = $1 AND id = $2`,
    [tenantId, id, state, retryOn, notice],
  );
}

/** Saves that a debit was credited, which resets the count of referrals. */
export function saveCredited(tx: Tx, tenantId: number, id: bigint): void {
  tx.later(
    `UPDATE auto_topup SET state = CASE state WHEN 'Retry' THEN 'Active' ELSE state END, referred = 0, retry_on = NULL
      WHERE tenant_id = $1 AND id = $2 AND state IN ('Active', 'Retry')`,
    [tenantId, id],
  );
}

const DROP_BY_DEPOSIT = `
UPDATE direct_debit d SET state = 'Dropped'
  FROM auto_topup t
 WHERE t.tenant_id = $1 AND t.deposit_transfer_id = $2 AND d.auto_topup_id = t.id
   AND d.state = 'Made' AND d.bank_file_id IS NULL`;
const END_BY_DEPOSIT = `
UPDATE auto_topup SET state = 'Cancelled', ended_by = 'bank', untold = 'depositReturned', retry_on = NULL
 WHERE tenant_id = $1 AND deposit_transfer_id = $2 AND state <> 'Cancelled'`;

/** Ends an agreement whose deposit was returned: the bank account does not exist, even if a code was entered. */
export function endByDeposit(tx: Tx, tenantId: number, transferId: bigint): void {
  tx.later(DROP_BY_DEPOSIT, [tenantId, transferId]);
  tx.later(END_BY_DEPOSIT, [tenantId, transferId]);
}

const DEPOSITS = `
SELECT count(*) AS made FROM payment_out
 WHERE tenant_id = $1 AND member_account_id = $2 AND paid_on = $3::date AND is_deposit`;

/** Number of 1-cent deposits for an account on a day. Each new bank account gets one. */
export async function countDeposits(tx: Tx, tenantId: number, memberAccountId: bigint, day: string): Promise<number> {
  return Number((await tx.first<{ made: bigint }>(DEPOSITS, [tenantId, memberAccountId, day]))?.made ?? 0n);
}

const LAPSED = `
SELECT id, member_account_id FROM auto_topup
 WHERE tenant_id = $1 AND state = 'Pending' AND code_until < $2 ORDER BY id LIMIT $3 FOR UPDATE SKIP LOCKED`;

/** Agreements whose code came too late. */
export function lockLapsed(
  tx: Tx,
  tenantId: number,
  today: string,
  most: number,
): Promise<{ readonly id: bigint; readonly member_account_id: bigint }[]> {
  return tx.query(LAPSED, [tenantId, today, most]);
}

const DUE_RETRIES = `
SELECT a.id, a.member_account_id FROM auto_topup a
 WHERE a.tenant_id = $1 AND a.way = 'directDebit' AND a.state = 'Retry' AND a.retry_on <= $2 AND a.waits_since IS NULL AND a.id > $4
   AND NOT EXISTS (SELECT FROM direct_debit d WHERE d.member_account_id = a.member_account_id
                                                AND d.state IN ('Made', 'Sent', 'Collected'))
 ORDER BY a.id LIMIT $3`;

/** Agreements that are retried today, after an id. */
export function listDueRetries(
  tx: Tx,
  tenantId: number,
  today: string,
  { after, most }: { readonly after: bigint; readonly most: number },
): Promise<{ readonly id: bigint; readonly member_account_id: bigint }[]> {
  return tx.query(DUE_RETRIES, [tenantId, today, most, after]);
}

const DROP_OF = `
UPDATE direct_debit SET state = 'Dropped'
 WHERE tenant_id = $1 AND member_account_id = ANY ($2::bigint[]) AND state = 'Made' AND bank_file_id IS NULL`;
const END_OF = `
UPDATE auto_topup SET state = 'Cancelled', ended_by = 'desk', retry_on = NULL
 WHERE tenant_id = $1 AND member_account_id = ANY ($2::bigint[]) AND state <> 'Cancelled'`;

/** Agreements of accounts that have not ended. */
export async function countAutoTopups(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): Promise<number> {
  const row = await tx.first<{ topups: number }>(
    `SELECT count(*)::int AS topups FROM auto_topup
      WHERE tenant_id = $1 AND member_account_id = ANY ($2::bigint[]) AND state <> 'Cancelled'`,
    [tenantId, memberAccountIds],
  );
  return row?.topups ?? 0;
}

/** Ends the agreements of accounts, on a death or a closing. */
export function endAutoTopupsOf(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): Promise<number> {
  tx.later(DROP_OF, [tenantId, memberAccountIds]);
  return tx.run(END_OF, [tenantId, memberAccountIds]);
}

/** The same for a payment, which writes without waiting. */
export function endAutoTopupsLater(tx: Tx, tenantId: number, memberAccountIds: readonly bigint[]): void {
  tx.later(DROP_OF, [tenantId, memberAccountIds]);
  tx.later(END_OF, [tenantId, memberAccountIds]);
}

const NEWEST = `
SELECT t.id, t.member_account_id, t.state
  FROM auto_topup t JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id
 WHERE t.tenant_id = $1 AND a.account_number = $2 ORDER BY t.id DESC LIMIT 1 FOR UPDATE OF t`;

/** The newest of an account, by its number. */
export function findNewestAutoTopup(
  tx: Tx,
  tenantId: number,
  accountNumber: string,
): Promise<Pick<AutoTopupRow, 'id' | 'member_account_id' | 'state'> | undefined> {
  return tx.first(NEWEST, [tenantId, accountNumber]);
}

export type TopupToNotify = {
  readonly id: bigint;
  readonly pending: PendingNotice;
  readonly referred: number;
  readonly accepted_at: string;
  readonly amount: bigint;
  readonly brand_id: number;
  readonly holder_id: bigint;
};

const PENDING = `
SELECT t.id, t.untold AS pending, t.referred, t.accepted_at, t.amount, a.brand_id, h.id AS holder_id
  FROM auto_topup t
  JOIN member_account a ON a.tenant_id = t.tenant_id AND a.id = t.member_account_id
  JOIN holder h ON h.tenant_id = a.tenant_id AND h.id = a.primary_holder_id AND h.died_on IS NULL
 WHERE t.tenant_id = $1 AND t.untold IS NOT NULL
 ORDER BY t.id LIMIT $2`;

export function listPendingNotices(tx: Tx, tenantId: number, most: number): Promise<TopupToNotify[]> {
  return tx.query(PENDING, [tenantId, most]);
}

/** An event that was recorded in the meantime stays, and the next round sends its notice. */
export async function saveNotified(tx: Tx, tenantId: number, { id, pending }: TopupToNotify): Promise<void> {
  await tx.run('UPDATE auto_topup SET untold = NULL WHERE tenant_id = $1 AND id = $2 AND untold = $3', [
    tenantId,
    id,
    pending,
  ]);
}
