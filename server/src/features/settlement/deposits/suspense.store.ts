import type { Tx } from '../../../platform/database/database.ts';
import type { Secrets } from '../../../platform/secrets/secrets.ts';
import { maskText, openText } from '../../../platform/secrets/typed-card-numbers.ts';
import type { DepositReason } from './deposit.domain.ts';
import type { SuspenseState } from './suspense.states.domain.ts';

type LineId = { readonly answerId: string; readonly line: number };

const KEEP = `
UPDATE bank_answer_line SET state = 'Suspense', reason = $4, back_on = $5, done_at = $6, posted_id = $7
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state = 'Open'`;

/** Records a deposit in suspense. */
export function saveSuspense(
  tx: Tx,
  tenantId: number,
  { answerId, line }: LineId,
  inSuspense: {
    readonly reason: DepositReason;
    readonly backOn: string | null;
    readonly postedId: bigint;
    readonly atMs: number;
  },
): void {
  const { reason, backOn, postedId, atMs } = inSuspense;
  tx.later(KEEP, [tenantId, answerId, line, reason, backOn, new Date(atMs), postedId]);
}

/** Line in suspense, with its texts in their stored form. */
export type SuspenseLine = {
  readonly answerId: string;
  readonly line: number;
  readonly kind: 'deposit' | 'return' | 'debitReturn' | 'paid' | 'unpaid';
  readonly state: SuspenseState;
  readonly cents: bigint;
  readonly reason: DepositReason | null;
  /** Beneficiary, as the line names it. BSB with 6 digits. */
  readonly bsb: string;
  readonly accountNumber: string;
  readonly reference: string;
  readonly remitter: string;
  readonly fromBsb: string | null;
  readonly fromAccount: string | null;
  readonly backOn: string | null;
  /** Date of the file of a return, and day of the month of the original payment. */
  readonly fileDay: string | null;
  readonly day: number | null;
  readonly code: string;
};

const COLUMNS = `bank_answer_id::text AS "answerId", line, kind, state, cents, reason, bsb, account_number AS "accountNumber",
       reference, coalesce(remitter, '') AS remitter, from_bsb AS "fromBsb", from_account AS "fromAccount",
       back_on::text AS "backOn", file_day::text AS "fileDay", day, code`;

/** Line in suspense with its texts as the bank sent them. */
export function openSuspense(secrets: Secrets, inSuspense: SuspenseLine): SuspenseLine {
  return mapTexts(inSuspense, (text) => openText(secrets, text));
}

/** Line in suspense with masked texts, for the desk. */
export function maskSuspense(secrets: Secrets, inSuspense: SuspenseLine): SuspenseLine {
  return mapTexts(inSuspense, (text) => maskText(secrets, text));
}

function mapTexts(inSuspense: SuspenseLine, of: (text: string) => string): SuspenseLine {
  const { accountNumber, reference, remitter } = inSuspense;
  return { ...inSuspense, accountNumber: of(accountNumber), reference: of(reference), remitter: of(remitter) };
}

const DUE = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND state = 'Suspense' AND back_on < $2 ORDER BY bank_answer_id, line LIMIT $3`;

/** Deposits in suspense that were due to be sent back before this day. */
export function listDueBack(tx: Tx, tenantId: number, before: string, most: number): Promise<SuspenseLine[]> {
  return tx.query(DUE, [tenantId, before, most]);
}

const SHOWN = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND state IN ('Suspense', 'GoingBack') ORDER BY bank_answer_id, line LIMIT $2`;

/** Lines in suspense, oldest first, with those that the network is sending back. */
export function listSuspense(tx: Tx, tenantId: number, most: number): Promise<SuspenseLine[]> {
  return tx.query(SHOWN, [tenantId, most]);
}

const FIND = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state IN ('Suspense', 'GoingBack', 'Released', 'SentBack', 'Done')`;

/** A line that is or was in suspense. */
export function findSuspense(tx: Tx, tenantId: number, { answerId, line }: LineId): Promise<SuspenseLine | undefined> {
  return tx.first(FIND, [tenantId, answerId, line]);
}

const LEFT = `
UPDATE bank_answer_line SET state = $4, transfer_id = $5
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state IN ('Suspense', 'GoingBack')`;

/** Records that a line left suspense. */
export function saveLeft(
  tx: Tx,
  tenantId: number,
  { answerId, line }: LineId,
  { state, transferId }: { readonly state: SuspenseState | 'FormerHolder'; readonly transferId: bigint },
): void {
  tx.later(LEFT, [tenantId, answerId, line, state, transferId]);
}
