import type { Complaint } from '@wattle/contract/complaints/complaint.ts';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { maskContact } from '../reset/public.ts';
import { type PostedRow, readPostedRows, toPostedTransaction } from '../transactions/public.ts';
import { type ComplaintRow, findContacts, listEvents, listFiles, SHOWN_KINDS } from './complaint.store.ts';

const instantOf = (at: string | null) => (at === null ? null : toInstant(at));
const isShown = (kind: string) => SHOWN_KINDS.some((one) => one === kind);

/** First name of a member of staff. A Chinese name is not shortened. */
const firstNameOf = (fullName: string | null) => fullName?.split(' ')[0] ?? null;

/** Contact to which the messages of a complaint go, as it is now; undefined: none are sent. */
async function contactOf(tx: Tx, row: ComplaintRow): Promise<string | undefined> {
  if (row.way === 'phone' || row.way === 'portal') return undefined;
  if (row.holder_id === null) return row.contact === '' ? undefined : row.contact;
  const holder = await findContacts(tx, row.tenant_id, row.holder_id);
  const to = row.way === 'email' ? holder?.email : holder?.mobile;
  return to === '' ? undefined : to;
}

/** A masked contact; empty without one. */
export function maskOf(way: ComplaintRow['way'], to: string | undefined): string {
  return to === undefined || way === 'phone' || way === 'portal' ? '' : maskContact({ channel: way, to });
}

/** The posted row that a complaint is about; undefined: none was chosen. */
export async function transactionOf(tx: Tx, row: ComplaintRow): Promise<PostedRow | undefined> {
  const { tenant_id: tenantId, ledger_account_id: account, seq } = row;
  if (account === null || seq === null) return undefined;
  const [posted] = await readPostedRows(tx, tenantId, account, { after: seq - 1n, upTo: seq });
  return posted;
}

/** A complaint with its messages and files, as the person who made it sees it. */
export async function viewOf(tx: Tx, row: ComplaintRow): Promise<Complaint> {
  const [events, files, to, about] = await Promise.all([
    listEvents(tx, row),
    listFiles(tx, row),
    contactOf(tx, row),
    transactionOf(tx, row),
  ]);
  return {
    ComplaintId: row.id,
    Reference: row.reference,
    Subject: row.subject,
    Words: row.words,
    Wish: row.wish,
    State: row.state,
    Outcome: row.outcome,
    Way: row.way,
    To: maskOf(row.way, to),
    Handler: firstNameOf(row.handler),
    OpenedAt: toInstant(row.opened_at),
    AcknowledgeBy: toInstant(row.acknowledge_by),
    AnswerBy: row.answer_by,
    AcknowledgedAt: instantOf(row.acknowledged_at),
    AnsweredAt: instantOf(row.answered_at),
    EndedAt: instantOf(row.ended_at),
    Messages: events
      .filter(({ kind, words }) => isShown(kind) && words !== '')
      .map(({ kind, words, at }) => ({ IsFromUs: kind !== 'message', Text: words, At: toInstant(at) })),
    Files: files.map(({ id, name, size }) => ({ FileId: id, Name: name, Size: size })),
    Transaction: about ? toPostedTransaction(about) : null,
  };
}
