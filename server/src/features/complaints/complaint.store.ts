import type {
  ComplaintAnyWay,
  ComplaintOutcome,
  ComplaintState,
  ComplaintSubject,
} from '@wattle/contract/complaints/complaint.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { SentFileType } from '@wattle/contract/sent-file.ts';
import type { Session } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { maskWords } from '../../platform/secrets/typed-card-numbers.ts';
import { fullNameIn } from '../../platform/text/full-name.ts';

export type ComplaintRow = {
  readonly id: string;
  readonly tenant_id: number;
  readonly brand_id: number;
  readonly reference: string;
  readonly holder_id: bigint | null;
  /** Name of the holder, else as given; empty once erased. */
  readonly person: string;
  readonly contact: string;
  readonly way: ComplaintAnyWay;
  readonly language: Language;
  readonly confirmed_at: string | null;
  readonly page: string;
  readonly subject: ComplaintSubject;
  readonly words: string;
  readonly wish: string;
  /** Place of the posted row that it is about; both null: none was chosen. */
  readonly ledger_account_id: bigint | null;
  readonly seq: bigint | null;
  readonly state: ComplaintState;
  readonly outcome: ComplaintOutcome | null;
  readonly remedy: bigint | null;
  readonly remedy_receipt: string | null;
  /** timestamptz as text. */
  readonly opened_at: string;
  readonly acknowledge_by: string;
  readonly answer_by: string;
  readonly acknowledged_at: string | null;
  readonly answered_at: string | null;
  readonly referred_at: string | null;
  readonly ended_at: string | null;
  readonly taken_by: string | null;
  readonly handler_id: bigint | null;
  readonly handler: string | null;
};

const COLUMNS = `
c.id, c.tenant_id, c.brand_id, c.reference, c.holder_id, coalesce(${fullNameIn('h')}, c.name) AS person, c.contact, c.way,
c.language, c.confirmed_at, c.page, c.subject, c.words, c.wish, c.ledger_account_id, c.seq, c.state, c.outcome, c.remedy, c.remedy_receipt,
c.opened_at, c.acknowledge_by, c.answer_by::text, c.acknowledged_at, c.answered_at, c.referred_at, c.ended_at,
t.full_name AS taken_by, c.handler AS handler_id, s.full_name AS handler`;

const FROM = `
  FROM complaint c
  LEFT JOIN holder h ON h.tenant_id = c.tenant_id AND h.id = c.holder_id
  LEFT JOIN staff s ON s.tenant_id = c.tenant_id AND s.id = c.handler
  LEFT JOIN staff t ON t.tenant_id = c.tenant_id AND t.id = c.taken_by`;

const OWN = `SELECT ${COLUMNS} ${FROM}
 WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3 ORDER BY c.opened_at DESC, c.id LIMIT 50`;

/** Complaints of a signed-in person, newest first. */
export function listOwnComplaints(tx: Tx, { tenantId, brandId, holderId }: Session): Promise<ComplaintRow[]> {
  return tx.query(OWN, [tenantId, brandId, holderId]);
}

const LOCK_OWN = `SELECT ${COLUMNS} ${FROM}
 WHERE c.tenant_id = $1 AND c.brand_id = $2 AND c.holder_id = $3 AND c.id = $4 FOR UPDATE OF c`;

/** A complaint of a signed-in person, locked. */
export function lockOwnComplaint(tx: Tx, session: Session, id: string): Promise<ComplaintRow | undefined> {
  return tx.first(LOCK_OWN, [session.tenantId, session.brandId, session.holderId, id]);
}

const LOCK_FOLLOWED = `SELECT ${COLUMNS} ${FROM}
 WHERE c.tenant_id = $1 AND c.brand_id = $2
   AND c.id = (SELECT complaint_id FROM complaint_link WHERE tenant_id = $1 AND token_hash = $3) FOR UPDATE OF c`;

/** The complaint of a link, locked. */
export function lockFollowed(
  tx: Tx,
  { tenantId, brandId }: { readonly tenantId: number; readonly brandId: number },
  tokenHash: Buffer,
): Promise<ComplaintRow | undefined> {
  return tx.first(LOCK_FOLLOWED, [tenantId, brandId, tokenHash]);
}

const BY_REFERENCE = `SELECT ${COLUMNS} ${FROM} WHERE c.tenant_id = $1 AND c.reference = $2`;

/** The complaint of a reference, for the desk. */
export function findComplaint(tx: Tx, tenantId: number, reference: string): Promise<ComplaintRow | undefined> {
  return tx.first(BY_REFERENCE, [tenantId, reference]);
}

/** The complaint of a reference, locked. */
export function lockComplaint(tx: Tx, tenantId: number, reference: string): Promise<ComplaintRow | undefined> {
  return tx.first(`${BY_REFERENCE} FOR UPDATE OF c`, [tenantId, reference]);
}

const OPEN = `SELECT ${COLUMNS} ${FROM}
 WHERE c.tenant_id = $1 AND c.state IN ('Received', 'Working', 'WithAfca')
 ORDER BY c.answer_by, c.opened_at, c.id LIMIT $2`;

/** Open complaints, those that must be answered soonest first. */
export function listOpen(tx: Tx, tenantId: number, most: number): Promise<ComplaintRow[]> {
  return tx.query(OPEN, [tenantId, most]);
}

const ENDED = `SELECT ${COLUMNS} ${FROM}
 WHERE c.tenant_id = $1 AND c.state IN ('Answered', 'Closed', 'Withdrawn') ORDER BY c.opened_at DESC, c.id LIMIT $2`;

/** Complaints that were answered or have ended, newest first. */
export function listEnded(tx: Tx, tenantId: number, most: number): Promise<ComplaintRow[]> {
  return tx.query(ENDED, [tenantId, most]);
}

const INSERT = `
INSERT INTO complaint (id, tenant_id, brand_id, reference, holder_id, name, contact, way, language, confirmed_at, page,
                       subject, words, wish, state, opened_at, acknowledge_by, answer_by, taken_by, ledger_account_id, seq)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'Received', $15, $16, $17, $18, $19, $20)`;

/** Place of a posted row. */
export type PostedPlace = { readonly ledgerAccountId: bigint; readonly seq: bigint };

export type NewComplaint = {
  readonly id: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly reference: string;
  readonly holderId: bigint | null;
  readonly name: string;
  readonly contact: string;
  readonly way: ComplaintAnyWay;
  readonly language: Language;
  readonly confirmedAt: number | null;
  readonly page: string;
  readonly subject: ComplaintSubject;
  readonly words: string;
  readonly wish: string;
  readonly about: PostedPlace | null;
  readonly openedAt: number;
  readonly acknowledgeBy: number;
  readonly answerBy: string;
  readonly takenBy: bigint | null;
};

export async function addComplaint(tx: Tx, one: NewComplaint): Promise<void> {
  await tx.run(INSERT, [
    one.id,
    one.tenantId,
    one.brandId,
    one.reference,
    one.holderId,
    one.name,
    one.contact,
    one.way,
    one.language,
    one.confirmedAt === null ? null : new Date(one.confirmedAt),
    one.page,
    one.subject,
    maskWords(one.words),
    maskWords(one.wish),
    new Date(one.openedAt),
    new Date(one.acknowledgeBy),
    one.answerBy,
    one.takenBy,
    one.about?.ledgerAccountId ?? null,
    one.about?.seq ?? null,
  ]);
}

const COUNT_SINCE = `
SELECT count(*)::int AS count FROM complaint WHERE tenant_id = $1 AND holder_id = $2 AND opened_at > $3`;

/** Complaints that a person has made since a moment. */
export async function countSince(tx: Tx, tenantId: number, holderId: bigint | null, sinceMs: number): Promise<number> {
  const row = await tx.first<{ count: number }>(COUNT_SINCE, [tenantId, holderId, new Date(sinceMs)]);
  return row?.count ?? 0;
}

export type Named = Pick<ComplaintRow, 'tenant_id' | 'id'>;

const SAVE_STATE = `
UPDATE complaint SET
  state = $3,
  outcome = CASE WHEN $3 = 'Answered' THEN $5 ELSE outcome END,
  acknowledged_at = CASE WHEN $3 IN ('Working', 'Answered') THEN coalesce(acknowledged_at, $4) ELSE acknowledged_at END,
  answered_at = CASE WHEN $3 = 'Answered' THEN coalesce(answered_at, $4) ELSE answered_at END,
  reopened_at = CASE WHEN $6::date IS NOT NULL THEN $4 ELSE reopened_at END,
  answer_by = coalesce($6::date, answer_by),
  referred_at = CASE WHEN $3 = 'WithAfca' THEN $4 ELSE referred_at END,
  ended_at = CASE WHEN $3 IN ('Closed', 'Withdrawn') THEN $4 END
WHERE tenant_id = $1 AND id = $2`;

export type Moved = {
  readonly state: ComplaintState;
  readonly at: number;
  readonly outcome?: ComplaintOutcome;
  /** New last day for the answer, of a complaint that is opened again. */
  readonly answerBy?: string;
};

/** The complaint must be locked. */
export async function saveState(tx: Tx, { tenant_id, id }: Named, moved: Moved): Promise<void> {
  const { state, at, outcome, answerBy } = moved;
  await tx.run(SAVE_STATE, [tenant_id, id, state, new Date(at), outcome ?? null, answerBy ?? null]);
}

/** The last day for the answer, as the person was notified. */
export async function saveAnswerBy(tx: Tx, { tenant_id, id }: Named, day: string): Promise<void> {
  await tx.run('UPDATE complaint SET answer_by = $3 WHERE tenant_id = $1 AND id = $2', [tenant_id, id, day]);
}

/** Null: no one looks into it any more. */
export async function saveHandler(tx: Tx, { tenant_id, id }: Named, staffId: bigint | null): Promise<void> {
  await tx.run('UPDATE complaint SET handler = $3 WHERE tenant_id = $1 AND id = $2', [tenant_id, id, staffId]);
}

export async function saveRemedy(tx: Tx, { tenant_id, id }: Named, cents: bigint, receipt: string): Promise<void> {
  const sql = 'UPDATE complaint SET remedy = $3, remedy_receipt = $4 WHERE tenant_id = $1 AND id = $2';
  await tx.run(sql, [tenant_id, id, cents, receipt]);
}

export async function saveConfirmed(tx: Tx, { tenant_id, id }: Named, at: number): Promise<void> {
  const sql = 'UPDATE complaint SET confirmed_at = coalesce(confirmed_at, $3) WHERE tenant_id = $1 AND id = $2';
  await tx.run(sql, [tenant_id, id, new Date(at)]);
}

export async function addLink(tx: Tx, { tenant_id, id }: Named, tokenHash: Buffer, atMs: number): Promise<void> {
  await tx.run('INSERT INTO complaint_link (tenant_id, token_hash, complaint_id, made_at) VALUES ($1, $2, $3, $4)', [
    tenant_id,
    tokenHash,
    id,
    new Date(atMs),
  ]);
}

/** Kinds of events that the person reads as messages. */
export const SHOWN_KINDS = ['message', 'acknowledged', 'told', 'delayed', 'answered', 'settled', 'reopened'] as const;
export type EventKind =
  | (typeof SHOWN_KINDS)[number]
  | 'withdrawn'
  | 'referred'
  | 'note'
  | 'assigned'
  | 'named'
  | 'remedy';

export async function addEvent(
  tx: Tx,
  { tenant_id, id }: Named,
  event: { readonly kind: EventKind; readonly staffId: bigint | null; readonly words: string; readonly at: number },
): Promise<void> {
  await tx.run(
    'INSERT INTO complaint_event (tenant_id, complaint_id, kind, staff_id, words, at) VALUES ($1, $2, $3, $4, $5, $6)',
    [tenant_id, id, event.kind, event.staffId, maskWords(event.words), new Date(event.at)],
  );
}

export type EventRow = {
  readonly kind: EventKind;
  readonly by: string | null;
  readonly words: string;
  readonly at: string;
};

const EVENTS = `
SELECT e.kind, s.full_name AS by, e.words, e.at FROM complaint_event e
  LEFT JOIN staff s ON s.tenant_id = e.tenant_id AND s.id = e.staff_id
 WHERE e.tenant_id = $1 AND e.complaint_id = $2 ORDER BY e.id`;

export function listEvents(tx: Tx, { tenant_id, id }: Named): Promise<EventRow[]> {
  return tx.query(EVENTS, [tenant_id, id]);
}

export type FileRow = {
  readonly id: string;
  readonly name: string;
  readonly type: SentFileType;
  readonly size: number;
};

export function listFiles(tx: Tx, { tenant_id, id }: Named): Promise<(FileRow & { readonly at: string })[]> {
  return tx.query(
    'SELECT id, name, type, size, at FROM complaint_file WHERE tenant_id = $1 AND complaint_id = $2 ORDER BY at, id',
    [tenant_id, id],
  );
}

export async function addFile(
  tx: Tx,
  { tenant_id, id }: Named,
  file: FileRow & { readonly body: Buffer; readonly at: number },
): Promise<void> {
  await tx.run(
    'INSERT INTO complaint_file (id, tenant_id, complaint_id, name, type, body, size, at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [file.id, tenant_id, id, maskWords(file.name), file.type, file.body, file.size, new Date(file.at)],
  );
}

/** A file of a complaint with its bytes. */
export function readFileOf(
  tx: Tx,
  { tenant_id, id }: Named,
  file: string,
): Promise<(FileRow & { body: Buffer }) | undefined> {
  return tx.first(
    'SELECT id, name, type, size, body FROM complaint_file WHERE tenant_id = $1 AND complaint_id = $2 AND id = $3',
    [tenant_id, id, file],
  );
}

/** False: the member was named in it before. */
export async function addNamed(tx: Tx, { tenant_id, id }: Named, staffId: bigint): Promise<boolean> {
  const sql = `INSERT INTO complaint_named (tenant_id, complaint_id, staff_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`;
  return (await tx.run(sql, [tenant_id, id, staffId])) > 0;
}

/** Whether a complaint is about a member of staff. */
export async function isNamed(tx: Tx, { tenant_id, id }: Named, staffId: bigint): Promise<boolean> {
  const sql = 'SELECT FROM complaint_named WHERE tenant_id = $1 AND complaint_id = $2 AND staff_id = $3';
  return (await tx.first(sql, [tenant_id, id, staffId])) !== undefined;
}

const DELETE = `
DELETE FROM complaint WHERE tenant_id = $1 AND id IN (
  SELECT id FROM complaint WHERE tenant_id = $1
     AND coalesce(ended_at, CASE WHEN state = 'Answered' THEN greatest(answered_at, reopened_at) END) < $2 LIMIT $3)
RETURNING reference`;

/** Deletes complaints that ended or were answered before a moment, with their files. Returns their number. */
export async function deleteOld(tx: Tx, tenantId: number, beforeMs: number, limit: number): Promise<number> {
  const gone = await tx.query<{ reference: string }>(DELETE, [tenantId, new Date(beforeMs), limit]);
  for (const { reference } of gone) await tx.run('SELECT forget_requests_about_complaint($1)', [reference]);
  return gone.length;
}

export type ComplainingHolder = {
  readonly email: string;
  readonly mobile: string;
  readonly language: Language;
  readonly brand_id: number;
};

export function findContacts(
  tx: Tx,
  tenantId: number,
  holderId: bigint | null,
): Promise<ComplainingHolder | undefined> {
  const sql = 'SELECT email, mobile, language, brand_id FROM holder WHERE tenant_id = $1 AND id = $2';
  return tx.first(sql, [tenantId, holderId]);
}

/** Number of the account whose row a complaint is about. */
export async function findAccountNumber(tx: Tx, row: ComplaintRow): Promise<string | undefined> {
  const sql = 'SELECT account_number FROM member_account WHERE tenant_id = $1 AND ledger_account_id = $2';
  return (await tx.first<{ account_number: string }>(sql, [row.tenant_id, row.ledger_account_id]))?.account_number;
}

export type StaffMember = { readonly id: bigint; readonly full_name: string };

/** A member of staff by sign-in name; undefined for one who has left. */
export function findMember(tx: Tx, tenantId: number, name: string): Promise<StaffMember | undefined> {
  const sql = 'SELECT id, full_name FROM staff WHERE tenant_id = $1 AND name = $2 AND ended_at IS NULL';
  return tx.first(sql, [tenantId, name]);
}

const LOAD = `
SELECT l.cents - l.taken_back AS cents FROM desk_load l
 WHERE l.tenant_id = $1 AND l.receipt = $2
   AND EXISTS (SELECT FROM card k WHERE k.tenant_id = $1 AND k.member_account_id = l.member_account_id AND k.holder_id = $3)`;

/** Cents of a load by the desk onto an account of a person; undefined if there was none. */
export async function findPaid(
  tx: Tx,
  tenantId: number,
  receipt: string,
  holderId: bigint | null,
): Promise<bigint | undefined> {
  return (await tx.first<{ cents: bigint }>(LOAD, [tenantId, receipt, holderId]))?.cents;
}
