import type { Tx } from '../../../platform/database.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { maskText, openText } from '../../../platform/typed-card-numbers.ts';
import type { DepositReason } from './deposit.domain.ts';
import type { KeptState } from './kept.states.domain.ts';

type LineId = { readonly answerId: string; readonly line: number };

const KEEP = `
UPDATE bank_answer_line SET state = 'Suspense', reason = $4, back_on = $5, done_at = $6
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state = 'Open'`;

/** Records a deposit in suspense. */
export function saveKept(
  tx: Tx,
  tenantId: number,
  { answerId, line }: LineId,
  kept: { readonly reason: DepositReason; readonly backOn: string | null; readonly atMs: number },
): void {
  tx.later(KEEP, [tenantId, answerId, line, kept.reason, kept.backOn, new Date(kept.atMs)]);
}

/** Line in suspense, with its texts in their stored form. */
export type KeptLine = {
  readonly answerId: string;
  readonly line: number;
  readonly kind: 'deposit' | 'return' | 'debitReturn' | 'paid' | 'unpaid';
  readonly state: KeptState;
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
export function openKept(secrets: Secrets, kept: KeptLine): KeptLine {
  return mapTexts(kept, (text) => openText(secrets, text));
}

/** Line in suspense with masked texts, for the desk. */
export function maskKept(secrets: Secrets, kept: KeptLine): KeptLine {
  return mapTexts(kept, (text) => maskText(secrets, text));
}

function mapTexts(kept: KeptLine, of: (text: string) => string): KeptLine {
  const { accountNumber, reference, remitter } = kept;
  return { ...kept, accountNumber: of(accountNumber), reference: of(reference), remitter: of(remitter) };
}

const DUE = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND state = 'Suspense' AND back_on < $2 ORDER BY bank_answer_id, line LIMIT $3`;

/** Deposits in suspense that were due to be sent back before this day. */
export function listDueBack(tx: Tx, tenantId: number, before: string, most: number): Promise<KeptLine[]> {
  return tx.query(DUE, [tenantId, before, most]);
}

const SHOWN = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND state = 'Suspense' ORDER BY bank_answer_id, line LIMIT $2`;

/** Lines in suspense, oldest first. */
export function listKept(tx: Tx, tenantId: number, most: number): Promise<KeptLine[]> {
  return tx.query(SHOWN, [tenantId, most]);
}

const FIND = `
SELECT ${COLUMNS} FROM bank_answer_line
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state IN ('Suspense', 'Released', 'SentBack', 'Done')`;

/** A line that is or was in suspense. */
export function findKept(tx: Tx, tenantId: number, { answerId, line }: LineId): Promise<KeptLine | undefined> {
  return tx.first(FIND, [tenantId, answerId, line]);
}

const LEFT = `
UPDATE bank_answer_line SET state = $4, transfer_id = $5
 WHERE tenant_id = $1 AND bank_answer_id = $2 AND line = $3 AND state = 'Suspense'`;

/** Records that a line left suspense. */
export function saveLeft(
  tx: Tx,
  tenantId: number,
  { answerId, line }: LineId,
  { state, transferId }: { readonly state: KeptState | 'FormerHolder'; readonly transferId: bigint },
): void {
  tx.later(LEFT, [tenantId, answerId, line, state, transferId]);
}
