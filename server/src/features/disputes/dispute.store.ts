import type { DisputeReason, DisputeResolution, DisputeState } from '@wattle/contract/disputes/dispute.ts';
import type { SentFileType } from '@wattle/contract/sent-file.ts';
import type { Session } from '../../http/handle.ts';
import { type Clocks, monthAt } from '../../platform/time/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';
import { seesAccount } from '../card-facts/public.ts';

export type DisputeRow = {
  readonly id: string;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly member_account_id: bigint;
  readonly holder_id: bigint;
  readonly ledger_account_id: bigint;
  readonly seq: bigint;
  readonly reference: string;
  readonly reason: DisputeReason;
  readonly amount: bigint;
  /** Refunded cents of the disputed amount. */
  readonly refunded: bigint;
  readonly explanation: string;
  readonly state: DisputeState;
  readonly resolution: DisputeResolution | null;
  readonly credited: bigint | null;
  /** Cents that were credited until it ends, and when they were reversed. */
  readonly provisional: bigint | null;
  readonly provisional_ended_at: string | null;
  /** timestamptz as text. */
  readonly opened_at: string;
  readonly answer_by: string;
  readonly submitted_at: string | null;
  readonly ended_at: string | null;
};

const COLUMNS = `
d.id, d.tenant_id, d.brand_id, d.member_account_id, d.holder_id, d.ledger_account_id, d.seq, d.reference, d.reason,
d.amount, d.refunded, d.explanation, d.state, d.resolution, d.credited, d.opened_at, d.answer_by, d.submitted_at, d.ended_at,
d.provisional, d.provisional_ended_at`;

const OF_ROW = `
SELECT ${COLUMNS} FROM dispute d
JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = $3 AND $4 IN (d.holder_id, a.primary_holder_id)
ORDER BY d.ended_at IS NULL DESC, d.opened_at DESC LIMIT 1`;

/** The newest dispute of a row that a holder has opened; of the primary holder, that anybody has opened. */
export function findDisputeOfRow(
  tx: Tx,
  { tenantId, holderId }: Pick<Session, 'tenantId' | 'holderId'>,
  ledgerAccountId: bigint,
  seq: bigint,
): Promise<DisputeRow | undefined> {
  return tx.first(OF_ROW, [tenantId, ledgerAccountId, seq, holderId]);
}

const IS_OPEN = `
SELECT EXISTS (SELECT FROM dispute WHERE tenant_id = $1 AND ledger_account_id = $2 AND seq = $3 AND ended_at IS NULL) AS is_there`;

/** Whether the row has a dispute that has not ended. */
export async function hasOpenDispute(tx: Tx, tenantId: number, ledgerAccountId: bigint, seq: bigint): Promise<boolean> {
  return (await tx.first<{ is_there: boolean }>(IS_OPEN, [tenantId, ledgerAccountId, seq]))?.is_there ?? false;
}

const OPEN_OF_ROWS = `
SELECT ${COLUMNS} FROM dispute d
WHERE d.tenant_id = $1 AND d.ledger_account_id = $2 AND d.seq = ANY ($3::bigint[]) AND d.ended_at IS NULL`;

/** Open disputes of rows of an account. Their amounts change only under the lock of the account. */
export function listOpenOfRows(
  tx: Tx,
  tenantId: number,
  ledgerAccountId: bigint,
  seqs: readonly bigint[],
): Promise<DisputeRow[]> {
  return tx.query(OPEN_OF_ROWS, [tenantId, ledgerAccountId, seqs]);
}

const LOCK_OWN = `
SELECT ${COLUMNS} FROM dispute d JOIN member_account a ON a.tenant_id = d.tenant_id AND a.id = d.member_account_id
 WHERE d.tenant_id = $1 AND d.brand_id = $2 AND $3 IN (d.holder_id, a.primary_holder_id) AND d.id = $4
   AND ${seesAccount('a', '$3', '$5')} FOR UPDATE OF d`;

/** A dispute that the caller has opened or that is of their account, locked. */
export function lockOwnDispute(
  tx: Tx,
  session: Session,
  id: string,
  { business }: Pick<Clocks, 'business'>,
): Promise<DisputeRow | undefined> {
  return tx.first(LOCK_OWN, [session.tenantId, session.brandId, session.holderId, id, monthAt(business.now())]);
}

const PASS = `
UPDATE dispute d SET holder_id = a.primary_holder_id
  FROM member_account a, holder h
 WHERE d.tenant_id = $1 AND d.ended_at IS NULL AND a.tenant_id = $1 AND a.id = d.member_account_id
   AND h.tenant_id = $1 AND h.id = d.holder_id AND (a.id = ANY ($2::bigint[]) OR h.id = ANY ($3::bigint[]))
   AND a.primary_holder_id <> h.id AND (h.died_on IS NOT NULL OR NOT ${seesAccount('a', 'h.id', '$4')})
RETURNING ${COLUMNS}`;

/** Passes open disputes of people who have died or no longer see the account to its primary holder. */
export function passDisputesToOwner(
  tx: Tx,
  tenantId: number,
  whose: { readonly memberAccountIds: readonly bigint[]; readonly holderIds: readonly bigint[] },
  month: string,
): Promise<DisputeRow[]> {
  return tx.query(PASS, [tenantId, whose.memberAccountIds, whose.holderIds, month]);
}

const BY_REFERENCE = `SELECT ${COLUMNS} FROM dispute d WHERE d.tenant_id = $1 AND d.reference = $2`;

/** The dispute of a reference, for the desk. */
export function findDispute(tx: Tx, tenantId: number, reference: string): Promise<DisputeRow | undefined> {
  return tx.first(BY_REFERENCE, [tenantId, reference]);
}

const BY_ID = `SELECT ${COLUMNS} FROM dispute d WHERE d.tenant_id = $1 AND d.id = $2`;

export function findDisputeById(tx: Tx, tenantId: number, id: string): Promise<DisputeRow | undefined> {
  return tx.first(BY_ID, [tenantId, id]);
}

/** The dispute of a reference, locked. */
export function lockDispute(tx: Tx, tenantId: number, reference: string): Promise<DisputeRow | undefined> {
  return tx.first(`${BY_REFERENCE} FOR UPDATE`, [tenantId, reference]);
}

const UNENDED = `
SELECT d.*, ${fullNameIn('h')} AS person
  FROM (SELECT ${COLUMNS} FROM dispute d WHERE d.tenant_id = $1 AND d.ended_at IS NULL
         ORDER BY d.answer_by, d.opened_at LIMIT $2) d
  LEFT JOIN holder h ON h.tenant_id = d.tenant_id AND h.id = d.holder_id
 ORDER BY d.answer_by, d.opened_at`;

/** Open disputes with the name of who opened each, those with the earliest deadline first. */
export function listUnended(
  tx: Tx,
  tenantId: number,
  limit: number,
): Promise<(DisputeRow & { readonly person: string | null })[]> {
  return tx.query(UNENDED, [tenantId, limit]);
}

const INSERT = `
INSERT INTO dispute (id, tenant_id, brand_id, member_account_id, holder_id, ledger_account_id, seq, reference, reason,
                     amount, explanation, state, opened_at, answer_by)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'Open', $12, $13)
ON CONFLICT (ledger_account_id, seq) WHERE ended_at IS NULL DO NOTHING`;

export type NewDispute = Pick<
  DisputeRow,
  | 'id'
  | 'member_account_id'
  | 'ledger_account_id'
  | 'seq'
  | 'reference'
  | 'reason'
  | 'amount'
  | 'explanation'
  | 'answer_by'
> & { readonly openedAt: number };

/** False if the row already has an open dispute. */
export async function addDispute(tx: Tx, session: Session, one: NewDispute): Promise<boolean> {
  const { tenantId, brandId, holderId } = session;
  const { id, member_account_id, ledger_account_id, seq, reference, reason, amount, explanation, answer_by } = one;
  const added = await tx.run(INSERT, [
    id,
    tenantId,
    brandId,
    member_account_id,
    holderId,
    ledger_account_id,
    seq,
    reference,
    reason,
    amount,
    maskWords(explanation),
    new Date(one.openedAt),
    answer_by,
  ]);
  return added === 1;
}

type Named = Pick<DisputeRow, 'tenant_id' | 'id'>;

const SET_STATE = `
UPDATE dispute SET state = $3, submitted_at = CASE WHEN $3 = 'Submitted' THEN $4 ELSE submitted_at END,
                   ended_at = CASE WHEN $3 = 'Cancelled' THEN $4 ELSE ended_at END
WHERE tenant_id = $1 AND id = $2`;

/** The dispute must be locked. Resolved is saved by `saveResolved`. */
export async function saveDisputeState(
  tx: Tx,
  { tenant_id, id }: Named,
  state: Exclude<DisputeState, 'Resolved'>,
  at: number,
): Promise<void> {
  await tx.run(SET_STATE, [tenant_id, id, state, new Date(at)]);
}

const RESOLVE = `
UPDATE dispute SET state = 'Resolved', resolution = $3, credited = $4, ended_at = $5, credit_transfer_id = $6,
                   provisional_ended_at = CASE WHEN provisional IS NOT NULL THEN coalesce(provisional_ended_at, $5) END
WHERE tenant_id = $1 AND id = $2`;

/** Written with the posting that brings the money back, if any. */
export function saveResolved(
  tx: Tx,
  { tenant_id, id }: Named,
  how: {
    readonly resolution: DisputeResolution;
    readonly credited: bigint;
    readonly at: number;
    /** Transfer of the scheme's money; null: none came from the scheme. */
    readonly fromScheme: bigint | null;
  },
): void {
  tx.later(RESOLVE, [tenant_id, id, how.resolution, how.credited, new Date(how.at), how.fromScheme]);
}

/** Written with the posting of a provisional credit. */
export function saveProvisional(tx: Tx, { tenant_id, id }: Named, cents: bigint): void {
  tx.later('UPDATE dispute SET provisional = $3 WHERE tenant_id = $1 AND id = $2', [tenant_id, id, cents]);
}

/** Written with the posting that takes it back. */
export function saveProvisionalEnded(tx: Tx, { tenant_id, id }: Named, at: number): void {
  const sql = 'UPDATE dispute SET provisional_ended_at = $3 WHERE tenant_id = $1 AND id = $2';
  tx.later(sql, [tenant_id, id, new Date(at)]);
}

const SET_REFUNDED = `
UPDATE dispute SET
  refunded = refunded + $3,
  provisional = CASE WHEN $4 < provisional THEN provisional - $4 ELSE provisional END,
  provisional_ended_at = CASE WHEN $4 > 0 AND $4 >= provisional THEN $5 ELSE provisional_ended_at END,
  state = CASE WHEN $6 THEN 'Resolved' ELSE state END,
  resolution = CASE WHEN $6 THEN 'merchantCredit' ELSE resolution END,
  credited = CASE WHEN $6 THEN 0 ELSE credited END,
  ended_at = CASE WHEN $6 THEN $5 ELSE ended_at END
WHERE tenant_id = $1 AND id = $2`;

/** Written with the posting of a refund of a disputed amount. A full refund ends the dispute. */
export function saveRefunded(
  tx: Tx,
  { tenant_id, id }: Named,
  how: { readonly cents: bigint; readonly takenBack: bigint; readonly isEnd: boolean; readonly at: number },
): void {
  tx.later(SET_REFUNDED, [tenant_id, id, how.cents, how.takenBack, new Date(how.at), how.isEnd]);
}

const WITHDRAWN = `
SELECT reference FROM dispute
WHERE tenant_id = $1 AND state = 'Cancelled' AND provisional IS NOT NULL AND provisional_ended_at IS NULL
ORDER BY id LIMIT $2`;

/** References of withdrawn disputes whose provisional credit was not reversed. */
export async function listWithdrawnWithCredit(tx: Tx, tenantId: number, atMost: number): Promise<string[]> {
  const rows = await tx.query<{ reference: string }>(WITHDRAWN, [tenantId, atMost]);
  return rows.map(({ reference }) => reference);
}

export async function addMessage(tx: Tx, { tenant_id, id }: Named, isFromStaff: boolean, words: string, at: number) {
  await tx.run(
    'INSERT INTO dispute_message (tenant_id, dispute_id, is_from_staff, words, at) VALUES ($1, $2, $3, $4, $5)',
    [tenant_id, id, isFromStaff, maskWords(words), new Date(at)],
  );
}

export type MessageRow = { readonly is_from_staff: boolean; readonly words: string; readonly at: string };

export function listMessages(tx: Tx, { tenant_id, id }: Named): Promise<MessageRow[]> {
  return tx.query(
    'SELECT is_from_staff, words, at FROM dispute_message WHERE tenant_id = $1 AND dispute_id = $2 ORDER BY id',
    [tenant_id, id],
  );
}

export type FileRow = {
  readonly id: string;
  readonly name: string;
  readonly type: SentFileType;
  readonly size: number;
};

export function listFiles(tx: Tx, { tenant_id, id }: Named): Promise<(FileRow & { readonly at: string })[]> {
  return tx.query(
    'SELECT id, name, type, size, at FROM dispute_file WHERE tenant_id = $1 AND dispute_id = $2 ORDER BY at, id',
    [tenant_id, id],
  );
}

export async function addFile(
  tx: Tx,
  { tenant_id, id }: Named,
  file: FileRow & { readonly body: Buffer; readonly at: number },
): Promise<void> {
  await tx.run(
    'INSERT INTO dispute_file (id, tenant_id, dispute_id, name, type, body, size, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [file.id, tenant_id, id, maskWords(file.name), file.type, file.body, file.size, new Date(file.at)],
  );
}

/** A file of a dispute with its bytes. */
export function readFileOf(
  tx: Tx,
  { tenant_id, id }: Named,
  file: string,
): Promise<(FileRow & { body: Buffer }) | undefined> {
  return tx.first(
    'SELECT id, name, type, size, body FROM dispute_file WHERE tenant_id = $1 AND dispute_id = $2 AND id = $3',
    [tenant_id, id, file],
  );
}

const ERASE = `
WITH ended AS (
  SELECT id FROM dispute WHERE tenant_id = $1 AND ended_at < $2 AND explanation <> '' ORDER BY ended_at LIMIT $3
), files AS (
  DELETE FROM dispute_file f USING ended WHERE f.tenant_id = $1 AND f.dispute_id = ended.id
), messages AS (
  DELETE FROM dispute_message m USING ended WHERE m.tenant_id = $1 AND m.dispute_id = ended.id
)
UPDATE dispute d SET explanation = '' FROM ended WHERE d.tenant_id = $1 AND d.id = ended.id`;

/** Erases the statements and documents of disputes that ended before a moment. Returns the number of disputes. */
export function eraseEnded(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  return tx.run(ERASE, [tenantId, new Date(beforeMs), limit]);
}
