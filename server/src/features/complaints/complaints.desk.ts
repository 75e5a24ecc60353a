import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { toInstant } from '../../platform/database/database.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { deskCommand, pageInput, pageOf, referenceNumber, refused } from '../desk/public.ts';
import { COMPLAINT_COLUMNS, rowOf, TRANSACTION_COLUMNS, transactionColumnsOf } from './complaint-row.view.ts';
import {
  type ComplaintRow,
  findComplaint,
  listEnded,
  listEvents,
  listFiles,
  listOpen,
  readFileOf,
} from './complaint.store.ts';

/** Moment and day by which rows are judged. */
export function nowOf({ clocks }: Pick<AppContext, 'clocks'>) {
  const ms = clocks.business.now();
  return { ms, day: dayAt(ms) };
}

export const objectOf = ({ reference }: Pick<ComplaintRow, 'reference'>) => `complaint:${reference}`;

/** Complaints that are open, those that must be answered soonest first. */
export const complaintsCommand = deskCommand({
  name: 'complaints',
  title: 'Complaints',
  summary: 'Open complaints, those that must be answered soonest first; with --ended those that were answered or ended',
  permission: 'look',
  input: z.object({ ended: z.boolean().default(false).describe('those that were answered or ended'), ...pageInput }),
  answer: z.object(COMPLAINT_COLUMNS),
  async run({ ctx, tx, staff: { tenantId }, input }) {
    const list = input.ended ? listEnded : listOpen;
    const { shown, hasMore } = await pageOf(ctx, input, (most) => list(tx, tenantId, most));
    const now = nowOf(ctx);
    return { ok: true, rows: shown.map((row) => rowOf(row, now)), hasMore };
  },
});

const named = z.object({ complaint: referenceNumber });
const NOT_FOUND = refused('not_found', { field: 'complaint' });

/** A complaint with its times, its person, its transaction and its remedy. */
export const complaintCommand = deskCommand({
  name: 'complaint',
  title: 'Show a complaint',
  summary: 'A complaint with its person, transaction, times and outcome; its words are in complaint-course',
  permission: 'look',
  positional: 'complaint',
  input: named,
  answer: z.object({ ...COMPLAINT_COLUMNS, ...TRANSACTION_COLUMNS }),
  async run({ ctx, tx, staff, input }) {
    const row = await findComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return NOT_FOUND;
    const rows = [{ ...rowOf(row, nowOf(ctx)), ...(await transactionColumnsOf(tx, row)) }];
    return { ok: true, rows, object: objectOf(row) };
  },
});

/** Events of a complaint, with the messages of both sides, the notes of staff and the files. */
export const complaintCourseCommand = deskCommand({
  name: 'complaint-course',
  title: 'What happened to a complaint',
  summary: 'What happened to a complaint: messages, notes of staff and files, the first one first',
  permission: 'look',
  positional: 'complaint',
  input: named,
  answer: z.object({
    what: z.string(),
    at: z.string(),
    /** Member of staff; empty: the person. */
    by: z.string(),
    words: z.string(),
    /** Id of a file, for `complaint-file`. */
    file: z.string(),
  }),
  async run({ tx, staff, input }) {
    const row = await findComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return NOT_FOUND;
    const events = await listEvents(tx, row);
    const files = await listFiles(tx, row);
    const rows = [
      { what: 'opened', at: toInstant(row.opened_at), by: row.taken_by ?? '', words: row.words, file: '' },
      ...events.map(({ kind, by, words, at }) => ({ what: kind, at: toInstant(at), by: by ?? '', words, file: '' })),
      ...files.map(({ id, name, type, size, at }) => ({
        what: 'file',
        at: toInstant(at),
        by: '',
        words: `${name}, ${type}, ${size} bytes`,
        file: id,
      })),
    ];
    const inOrder = rows.toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    return { ok: true, rows: inOrder, object: objectOf(row) };
  },
});

/** The bytes of a file, as base64. */
export const complaintFileCommand = deskCommand({
  name: 'complaint-file',
  title: 'Open a document of a complaint',
  summary: 'Print a file of a complaint in base64',
  permission: 'look',
  input: z.object({ complaint: referenceNumber, file: z.uuid() }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run({ tx, staff, input }) {
    const row = await findComplaint(tx, staff.tenantId, input.complaint);
    if (!row) return NOT_FOUND;
    const file = await readFileOf(tx, row, input.file);
    if (!file) return refused('not_found', { field: 'file' });
    const { name, type, body } = file;
    return { ok: true, object: objectOf(row), rows: [{ name, type, content: body.toString('base64') }] };
  },
});
