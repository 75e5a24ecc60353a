import type { ScamOutcome } from '@wattle/contract/scams/report-scam.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { ScamState } from './scam-report.states.domain.ts';

export type ScamReportRow = {
  readonly id: bigint;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint | null;
  readonly card_id: bigint | null;
  readonly reference: string;
  readonly destination: string;
  readonly name: string;
  /** Cents. */
  readonly amount: bigint;
  readonly outcome: ScamOutcome;
  readonly mistaken_reference: string | null;
  readonly state: ScamState;
  readonly reported_at: string;
  readonly account: string;
  readonly person: string | null;
};

const COLUMNS = `s.id, s.brand_id, s.member_account_id, s.holder_id, s.card_id, s.reference, s.destination, s.name,
  s.amount, s.outcome, s.mistaken_reference, s.state, s.reported_at, a.account_number AS account, ${fullNameIn('h')} AS person`;
const SELECT = `
SELECT ${COLUMNS} FROM scam_report s
  JOIN member_account a ON a.tenant_id = s.tenant_id AND a.id = s.member_account_id
  LEFT JOIN holder h ON h.tenant_id = s.tenant_id AND h.id = s.holder_id
 WHERE s.tenant_id = $1`;

type OfPayment = { readonly scheduleId: string | null; readonly transferId: bigint | null };

/** The report of a payment, as one that is held or that has left. */
export function findReport(
  tx: Tx,
  tenantId: number,
  { scheduleId, transferId }: OfPayment,
): Promise<ScamReportRow | undefined> {
  return tx.first(`${SELECT} AND (s.schedule_id = $2::uuid OR s.transfer_id = $3::bigint)`, [
    tenantId,
    scheduleId,
    transferId,
  ]);
}

export function findReportByReference(tx: Tx, tenantId: number, reference: string): Promise<ScamReportRow | undefined> {
  return tx.first(`${SELECT} AND s.reference = $2`, [tenantId, reference]);
}

export function lockReport(tx: Tx, tenantId: number, reference: string): Promise<ScamReportRow | undefined> {
  return tx.first(`${SELECT} AND s.reference = $2 FOR UPDATE OF s`, [tenantId, reference]);
}

/** Open reports, the oldest first. */
export function listOpenReports(tx: Tx, tenantId: number, most: number): Promise<ScamReportRow[]> {
  return tx.query(`${SELECT} AND s.state = 'Open' ORDER BY s.id LIMIT $2`, [tenantId, most]);
}

type New = OfPayment &
  Pick<ScamReportRow, 'reference' | 'destination' | 'name' | 'amount' | 'outcome'> & {
    readonly brandId: number;
    readonly memberAccountId: bigint;
    readonly holderId: bigint | null;
    readonly cardId: bigint | null;
    readonly mistakenReference: string | null;
    readonly atMs: number;
  };

const INSERT = `
INSERT INTO scam_report (tenant_id, brand_id, member_account_id, holder_id, card_id, reference, schedule_id, transfer_id,
                         destination, name, amount, outcome, mistaken_reference, state, reported_at, changed_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'Open', $14, $14)`;

export async function insertReport(tx: Tx, tenantId: number, given: New): Promise<void> {
  const { brandId, memberAccountId, holderId, cardId, reference, scheduleId, transferId, destination, name } = given;
  const { amount, outcome, mistakenReference, atMs } = given;
  await tx.run(INSERT, [
    tenantId,
    brandId,
    memberAccountId,
    holderId,
    cardId,
    reference,
    scheduleId,
    transferId,
    destination,
    name,
    amount,
    outcome,
    mistakenReference,
    new Date(atMs),
  ]);
}

export async function saveReportState(
  tx: Tx,
  tenantId: number,
  id: bigint,
  state: ScamState,
  atMs: number,
): Promise<void> {
  await tx.run('UPDATE scam_report SET state = $3, changed_at = $4 WHERE tenant_id = $1 AND id = $2', [
    tenantId,
    id,
    state,
    new Date(atMs),
  ]);
}
