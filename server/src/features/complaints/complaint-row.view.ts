import * as z from 'zod';
import { toInstant, type Tx } from '../../platform/database/database.ts';
import { dollarsOf } from '../../platform/money.ts';
import { toPostedTransaction } from '../transactions/public.ts';
import { type ComplaintRow, findAccountNumber } from './complaint.store.ts';
import { maskOf, transactionOf } from './complaint.view.ts';

/** Columns of a complaint at the desk. */
export const COMPLAINT_COLUMNS = {
  complaint: z.string(),
  state: z.string(),
  person: z.string(),
  name: z.string(),
  subject: z.string(),
  words: z.string(),
  wish: z.string(),
  way: z.string(),
  contact: z.string(),
  /** False: the owner of the contact has not opened the link, so nothing more is sent there. */
  confirmed: z.boolean(),
  opened: z.string(),
  takenBy: z.string(),
  handler: z.string(),
  /** The next step: `acknowledge`, `answer`, `afca`; empty: nothing is due. */
  next: z.string(),
  /** When it is due: a moment for the acknowledgement, a day for the answer. */
  due: z.string(),
  overdue: z.boolean(),
  acknowledgeBy: z.string(),
  answerBy: z.string(),
  acknowledged: z.string(),
  answered: z.string(),
  ended: z.string(),
  outcome: z.string(),
  remedy: z.string(),
  receipt: z.string(),
};

const at = (moment: string | null) => (moment === null ? '' : toInstant(moment));

/** The next step of a complaint, and whether its time has passed. */
export function nextOf(row: ComplaintRow, now: { readonly ms: number; readonly day: string }) {
  if (row.state === 'Received') {
    const due = toInstant(row.acknowledge_by);
    return { next: 'acknowledge', due, overdue: Date.parse(due) < now.ms };
  }
  if (row.state === 'Working') return { next: 'answer', due: row.answer_by, overdue: row.answer_by < now.day };
  return { next: row.state === 'WithAfca' ? 'afca' : '', due: '', overdue: false };
}

/** A complaint as a row of the desk. */
export function rowOf(row: ComplaintRow, now: { readonly ms: number; readonly day: string }) {
  return {
    complaint: row.reference,
    state: row.state,
    person: row.holder_id === null ? '' : `holder:${row.holder_id}`,
    name: row.person,
    subject: row.subject,
    words: row.words,
    wish: row.wish,
    way: row.way,
    contact: row.contact === '' ? '' : maskOf(row.way === 'phone' ? 'sms' : row.way, row.contact),
    confirmed: row.holder_id !== null || row.way === 'phone' || row.confirmed_at !== null,
    opened: toInstant(row.opened_at),
    takenBy: row.taken_by ?? '',
    handler: row.handler ?? '',
    ...nextOf(row, now),
    acknowledgeBy: toInstant(row.acknowledge_by),
    answerBy: row.answer_by,
    acknowledged: at(row.acknowledged_at),
    answered: at(row.answered_at),
    ended: at(row.ended_at),
    outcome: row.outcome ?? '',
    remedy: row.remedy === null ? '' : dollarsOf(row.remedy),
    receipt: row.remedy_receipt ?? '',
  };
}

/** Columns of the transaction that a complaint is about; all empty: none was chosen. */
export const TRANSACTION_COLUMNS = {
  account: z.string(),
  sequence: z.string(),
  transaction: z.string(),
  kind: z.string(),
  amount: z.string(),
  posted: z.string(),
  card: z.string(),
  transactionReceipt: z.string(),
};
const NO_TRANSACTION = {
  account: '',
  sequence: '',
  transaction: '',
  kind: '',
  amount: '',
  posted: '',
  card: '',
  transactionReceipt: '',
};

/** The transaction of a complaint as columns of the desk. */
export async function transactionColumnsOf(tx: Tx, row: ComplaintRow): Promise<typeof NO_TRANSACTION> {
  const posted = await transactionOf(tx, row);
  if (!posted) return NO_TRANSACTION;
  const shown = toPostedTransaction(posted);
  return {
    account: (await findAccountNumber(tx, row)) ?? '',
    sequence: String(posted.seq),
    transaction: shown.Description,
    kind: shown.Kind,
    amount: dollarsOf(posted.amount),
    posted: shown.TransactionDate,
    card: shown.CardEnding ?? '',
    transactionReceipt: shown.Reference,
  };
}
