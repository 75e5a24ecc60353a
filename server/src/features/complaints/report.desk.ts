import * as z from 'zod';
import { writeCsv } from '../../documents/csv/write-csv.ts';
import type { TableColumn, TableRow } from '../../documents/table.domain.ts';
import { toInstant } from '../../platform/database/database.ts';
import { dayAt, startOfDay } from '../../platform/time/clock.ts';
import { deskCommand, refused } from '../desk/public.ts';
import { nowOf } from './complaints.desk.ts';
import { listReported, readFigures, type ReportedRow } from './report.store.ts';

const YEAR_DAYS = 365;
/** Complaints of one file. */
const MOST = 50_000;

/** Counts of complaints: open, overdue, and acknowledged and answered in time within 12 months. */
export const complaintFiguresCommand = deskCommand({
  name: 'complaint-figures',
  title: 'Figures of complaints',
  summary: 'Open and overdue complaints, and what was acknowledged and answered in time within 12 months',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    open: z.number(),
    overdue: z.number(),
    afca: z.number(),
    acknowledged: z.number(),
    acknowledgedInTime: z.number(),
    answered: z.number(),
    answeredInTime: z.number(),
  }),
  async run({ ctx, tx, staff }) {
    const now = nowOf(ctx);
    const figures = await readFigures(tx, staff.tenantId, now, startOfDay(now.day, -YEAR_DAYS));
    const { open, overdue, afca, acknowledged, acknowledged_in_time, answered, answered_in_time } = figures;
    const row = {
      open,
      overdue,
      afca,
      acknowledged,
      acknowledgedInTime: acknowledged_in_time,
      answered,
      answeredInTime: answered_in_time,
    };
    return { ok: true, rows: [row] };
  },
});

const COLUMNS: readonly TableColumn[] = (
  [
    ['Complaint', 'text'],
    ['Opened', 'date'],
    ['Came by', 'text'],
    ['Product', 'text'],
    ['Subject', 'text'],
    ['State', 'text'],
    ['Outcome', 'text'],
    ['First reply', 'date'],
    ['First reply in time', 'text'],
    ['Answered', 'date'],
    ['Days to the answer', 'text'],
    ['Ended', 'date'],
    ['AFCA', 'date'],
    ['Remedy', 'money'],
    ['With', 'text'],
  ] as const
).map(([title, kind]) => ({ title, kind, width: 18 }));

const dayOf = (at: string | null) => (at === null ? null : dayAt(Date.parse(at)));

/** Days from the day on which it was opened to that of the answer. */
function daysTo({ opened_at, answered_at }: ReportedRow): string {
  if (answered_at === null) return '';
  const [from, to] = [dayOf(opened_at) ?? '', dayOf(answered_at) ?? ''];
  return String(Temporal.PlainDate.from(from).until(to, { largestUnit: 'days' }).days);
}

function isInTime({ acknowledged_at, acknowledge_by }: ReportedRow): string {
  if (acknowledged_at === null) return '';
  return toInstant(acknowledged_at) <= toInstant(acknowledge_by) ? 'yes' : 'no';
}

const rowOf = (one: ReportedRow): TableRow => [
  one.reference,
  dayOf(one.opened_at),
  one.is_taken ? 'desk' : 'portal',
  one.product,
  one.subject,
  one.state,
  one.outcome ?? '',
  dayOf(one.acknowledged_at),
  isInTime(one),
  dayOf(one.answered_at),
  daysTo(one),
  dayOf(one.ended_at),
  dayOf(one.referred_at),
  one.remedy,
  one.handler ?? '',
];

async function* only(rows: readonly TableRow[]) {
  yield rows;
}

/** Complaints of a period as a file, one a line and without names or words. No cell of it is a formula. */
export const complaintReportCommand = deskCommand({
  name: 'complaint-report',
  title: 'Report of complaints',
  summary: 'Complaints that were opened from a day to a day, as a CSV file: product, subject, outcome and days',
  permission: 'look',
  input: z.object({ from: z.iso.date(), to: z.iso.date() }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run({ tx, staff, input: { from, to } }) {
    if (to < from) return refused('input_invalid', { field: 'to' });
    const period = { fromMs: startOfDay(from), untilMs: startOfDay(to, 1) };
    const rows = (await listReported(tx, staff.tenantId, period, MOST)).map(rowOf);
    const table = { name: 'Complaints', columns: COLUMNS, rows: only(rows) };
    const content = Buffer.concat(await Array.fromAsync(writeCsv(table)));
    const file = { name: `complaints-${from}-${to}.csv`, type: 'text/csv; charset=utf-8' };
    return { ok: true, rows: [{ ...file, content: content.toString('base64') }] };
  },
});
