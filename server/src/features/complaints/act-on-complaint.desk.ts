import { COMPLAINT_OUTCOMES, COMPLAINT_TEXT_MAXIMUM } from '@wattle/contract/complaints/complaint.ts';
import * as z from 'zod';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { move } from '../../platform/state-table.domain.ts';
import {
  becomes,
  deskCommand,
  type DeskCallInTransaction,
  type DeskOutcome,
  messageOf,
  referenceNumber,
  refused,
} from '../desk/public.ts';
import { answerBy, isSolvedEarly } from './complaint-clock.domain.ts';
import { COMPLAINT_COLUMNS, rowOf } from './complaint-row.view.ts';
import {
  addEvent,
  type ComplaintRow,
  type EventKind,
  findComplaint,
  isNamed,
  lockComplaint,
  type Moved,
  saveAnswerBy,
  saveHandler,
  saveState,
} from './complaint.store.ts';
import { COMPLAINT, type ComplaintEvent } from './complaint.states.domain.ts';
import { nowOf, objectOf } from './complaints.desk.ts';
import { type ComplaintNews, notifyNews } from './notify-complaint.ts';

const words = messageOf(COMPLAINT_TEXT_MAXIMUM);
const answer = z.object(COMPLAINT_COLUMNS);
type Call<Input = unknown> = DeskCallInTransaction<Input & { readonly complaint: string }>;

type Step = {
  readonly event: ComplaintEvent;
  readonly kind: EventKind;
  readonly words: string;
  readonly news: ComplaintNews | null;
  readonly more?: Pick<Moved, 'outcome'>;
};

/** Refusal of a member whom the complaint is about. */
async function refusalOf({ tx, staff }: Call, row: ComplaintRow | undefined) {
  if (!row) return refused('not_found', { field: 'complaint' });
  return (await isNamed(tx, row, staff.id)) ? refused('named_in_complaint', { object: objectOf(row) }) : undefined;
}

/** A complaint of the call, locked, for a member who may decide it. */
async function lockFor(call: Call): Promise<ComplaintRow | DeskOutcome> {
  const row = await lockComplaint(call.tx, call.staff.tenantId, call.input.complaint);
  return (await refusalOf(call, row)) ?? (row as ComplaintRow);
}

const isRow = (found: ComplaintRow | DeskOutcome): found is ComplaintRow => 'tenant_id' in found;

/** The complaint as it is after a step. */
async function shown({ tx, ctx, staff, input }: Call): Promise<DeskOutcome> {
  const row = await findComplaint(tx, staff.tenantId, input.complaint);
  if (!row) throw new Error('a locked complaint is gone');
  return { ok: true, rows: [rowOf(row, nowOf(ctx))], object: objectOf(row) };
}

/** An event of the staff, under the lock of the complaint and by its state table. */
async function take(
  call: Call,
  row: ComplaintRow,
  { event, kind, words: said, news, more }: Step,
): Promise<DeskOutcome> {
  const { tx, ctx, staff } = call;
  const moved = move(COMPLAINT, { state: row.state, event, by: 'staff' });
  if (moved.kind === 'refused') return refused(moved.error, { field: 'complaint', object: objectOf(row) });
  const at = ctx.clocks.business.now();
  const isAgain = event === 'reopen' && moved.kind === 'changed';
  const until = isAgain ? answerBy(await readBankingCalendar(tx), at) : undefined;
  if (moved.kind === 'changed') {
    await saveState(tx, row, { state: moved.to, at, ...more, ...(until !== undefined && { answerBy: until }) });
    if (row.handler_id === null) await saveHandler(tx, row, staff.id);
  }
  if (moved.kind === 'changed' || said !== '') await addEvent(tx, row, { kind, staffId: staff.id, words: said, at });
  if (news !== null && (moved.kind === 'changed' || said !== '')) {
    const about = { change: news, cause: `${news}:${at}`, ...(until !== undefined && { answerBy: until }) };
    await notifyNews(tx, ctx, row, about);
  }
  return shown(call);
}

const worded = z.object({ complaint: referenceNumber, words });
type Worded = { readonly words: string };

/** The first reply to a complaint. */
export const acknowledgeComplaintCommand = deskCommand({
  name: 'acknowledge-complaint',
  title: 'Acknowledge a complaint',
  summary: 'Reply to a complaint for the first time; its person is notified and reads the words',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The complaint is acknowledged.', reference: complaint }),
  input: worded,
  answer,
  async run(call: Call<Worded>) {
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    const { words: said } = call.input;
    return take(call, row, { event: 'acknowledge', kind: 'acknowledged', words: said, news: 'acknowledged' });
  },
});

/** A question or news on the way. It acknowledges a complaint that was not. */
export const writeToComplainantCommand = deskCommand({
  name: 'write-to-complainant',
  title: 'Write about a complaint',
  summary: 'Write to the person of a complaint, who is notified and reads the words',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'Your words went to the person.', reference: complaint }),
  input: worded,
  answer,
  async run(call: Call<Worded>) {
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    return take(call, row, { event: 'acknowledge', kind: 'told', words: call.input.words, news: 'told' });
  },
});

/** More time, with its reason and the right to go to AFCA, before the last day for the answer. */
export const delayComplaintCommand = deskCommand({
  name: 'delay-complaint',
  title: 'Take longer for a complaint',
  summary: 'Notify the person that the answer takes longer, with the reason and the new day; AFCA is named with it',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The person is told that the answer takes longer.', reference: complaint }),
  input: z.object({ complaint: referenceNumber, until: z.iso.date(), words }),
  answer,
  async run(call: Call<Worded & { readonly until: string }>) {
    const { tx, ctx, staff, input } = call;
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    const moved = move(COMPLAINT, { state: row.state, event: 'acknowledge', by: 'staff' });
    if (moved.kind === 'refused') return refused(moved.error, { field: 'complaint', object: objectOf(row) });
    const at = ctx.clocks.business.now();
    if (input.until <= row.answer_by || input.until < dayAt(at)) return refused('input_invalid', { field: 'until' });
    if (moved.kind === 'changed') {
      await saveState(tx, row, { state: moved.to, at });
      if (row.handler_id === null) await saveHandler(tx, row, staff.id);
    }
    await saveAnswerBy(tx, row, input.until);
    await addEvent(tx, row, { kind: 'delayed', staffId: staff.id, words: input.words, at });
    await notifyNews(tx, ctx, row, { change: 'delayed', cause: `delayed:${at}`, answerBy: input.until });
    return shown(call);
  },
});

const answering = z.object({
  complaint: referenceNumber,
  outcome: z.enum(COMPLAINT_OUTCOMES).describe('upheld, part or notUpheld: whether the person is right'),
  words,
});
type Answering = Worded & { readonly outcome: (typeof COMPLAINT_OUTCOMES)[number] };

/** The answer to a complaint, when a second person approves it. */
export const answerComplaintCommand = deskCommand({
  name: 'answer-complaint',
  title: 'Answer a complaint',
  summary: 'Answer a complaint as upheld, part or notUpheld; a second person approves it',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The complaint is answered.', reference: complaint }),
  input: answering,
  answer,
  async check(call: Call<Answering>) {
    const row = await findComplaint(call.tx, call.staff.tenantId, call.input.complaint);
    const refusal = await refusalOf(call, row);
    if (refusal || !row) return refusal ?? refused('not_found', { field: 'complaint' });
    const moved = move(COMPLAINT, { state: row.state, event: 'answer', by: 'staff' });
    if (moved.kind === 'refused') return refused(moved.error, { field: 'complaint', object: objectOf(row) });
    return { ok: true, rows: [], object: objectOf(row) };
  },
  async effect({ tx, staff, input }: Call<Answering>) {
    const row = await findComplaint(tx, staff.tenantId, input.complaint);
    if (!row || move(COMPLAINT, { state: row.state, event: 'answer', by: 'staff' }).kind !== 'changed') return [];
    return [becomes(`Complaint ${row.reference}`, row.state, `Answered: ${input.outcome}`)];
  },
  async run(call: Call<Answering>) {
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    const { outcome, words: said } = call.input;
    return take(call, row, { event: 'answer', kind: 'answered', words: said, news: 'answered', more: { outcome } });
  },
});

const closing = z.object({
  complaint: referenceNumber,
  how: z
    .enum(['settled', 'withdrawn'])
    .describe('settled: it is solved for the person. withdrawn: the person has taken it from you'),
  words,
});

/** The end of a complaint, as its person wants it. */
export const closeComplaintCommand = deskCommand({
  name: 'close-complaint',
  title: 'Close a complaint',
  summary: 'End a complaint that is settled for its person or withdrawn; after 5 business days settled needs an answer',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The complaint is closed.', reference: complaint }),
  input: closing,
  answer,
  async run(call: Call<Worded & { readonly how: 'settled' | 'withdrawn' }>) {
    const { tx, ctx, input } = call;
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    const isSettled = input.how === 'settled';
    const isUnanswered = row.answered_at === null && (row.state === 'Received' || row.state === 'Working');
    if (isSettled && isUnanswered) {
      const calendar = await readBankingCalendar(tx);
      const isEarly = isSolvedEarly(calendar, Date.parse(row.opened_at), ctx.clocks.business.now());
      if (!isEarly) return refused('answer_needed', { object: objectOf(row) });
    }
    const event = isSettled ? 'settle' : 'withdraw';
    const kind = isSettled ? 'settled' : 'withdrawn';
    return take(call, row, { event, kind, words: input.words, news: 'closed' });
  },
});

/** A complaint that AFCA decides. */
export const complaintAtAfcaCommand = deskCommand({
  name: 'complaint-at-afca',
  title: 'Note a complaint at AFCA',
  summary: 'Note that AFCA has a complaint, with its number there in the words',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'It is noted that AFCA has the complaint.', reference: complaint }),
  input: worded,
  answer,
  async run(call: Call<Worded>) {
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    return take(call, row, { event: 'refer', kind: 'referred', words: call.input.words, news: null });
  },
});

/** A complaint that is looked into again, with 30 days for a new answer. */
export const reopenComplaintCommand = deskCommand({
  name: 'reopen-complaint',
  title: 'Look into a complaint again',
  summary: 'Look into a complaint again that was answered or ended; 30 days begin for a new answer',
  permission: 'act',
  done: ({ complaint }) => ({ words: 'The complaint is looked into again.', reference: complaint }),
  input: worded,
  answer,
  async run(call: Call<Worded>) {
    const row = await lockFor(call);
    if (!isRow(row)) return row;
    return take(call, row, { event: 'reopen', kind: 'reopened', words: call.input.words, news: 'reopened' });
  },
});
