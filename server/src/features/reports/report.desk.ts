import { plainText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import type { AppContext } from '../../compose/context.ts';
import { readingFromStandby } from '../../platform/database/replica.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { deskCommand, refused } from '../desk/public.ts';
import { makeBreakage } from './breakage.ts';
import { makeFees } from './fees.ts';
import { makeFloat } from './float.ts';
import { makeInterest } from './interest.ts';
import { makeJournal } from './journal.ts';
import { makeMonthEnd } from './month-end.ts';
import { isOver, type Period, periodBefore, type PeriodKind, readPeriod } from './period.domain.ts';
import type { MadeReport, ReportCall } from './report.types.ts';
import { makeSuspense } from './suspense.ts';
import { makeTrialBalance } from './trial-balance.ts';
import { FORMAT_NAMES, FORMATS, writeReport } from './write-report.ts';

type Report = {
  /** Kinds of periods that it takes, the one that it is usually made of first. */
  readonly periods: readonly [PeriodKind, ...PeriodKind[]];
  /** It says what is now: it takes no period. */
  readonly isOfNow?: true;
  readonly make: (call: ReportCall) => Promise<MadeReport | undefined>;
};

const REPORTS = {
  'trial-balance': { periods: ['day', 'month'], make: makeTrialBalance },
  journal: { periods: ['day'], make: makeJournal },
  float: { periods: ['day', 'month'], make: makeFloat },
  fees: { periods: ['month', 'day'], make: makeFees },
  interest: { periods: ['year'], make: makeInterest },
  suspense: { periods: ['day'], isOfNow: true, make: makeSuspense },
  'month-end': { periods: ['month'], make: makeMonthEnd },
  breakage: { periods: ['month'], make: makeBreakage },
} as const satisfies Readonly<Record<string, Report>>;
const NAMES = ['trial-balance', 'journal', 'float', 'fees', 'interest', 'suspense', 'month-end', 'breakage'] as const;

/** Rows of a PDF: a longer report is saved as a spreadsheet. */
const MOST_PDF_ROWS = 20_000;

export const periodInput = z
  .string()
  .overwrite(plainText)
  .max(10)
  .describe('a period that is over: the day 2026-10-31, the month 2026-10 or the tax year 2025-26');

/** The database that reports are read from: a standby where there is one. */
export const readDatabase = (ctx: AppContext) =>
  ctx.replica ? readingFromStandby(ctx.database, ctx.replica) : Promise.resolve(ctx.database);

/** The period with this name, or the last one that is over; undefined: no such period, or one that is not over. */
function periodOf(ctx: AppContext, { periods, isOfNow }: Report, name: string | undefined): Period | undefined {
  const today = dayAt(ctx.clocks.business.now());
  if (isOfNow) return name === undefined ? readPeriod(today, ['day']) : undefined;
  if (name === undefined) return periodBefore(periods[0], today);
  const found = readPeriod(name, periods);
  return found && isOver(found, today) ? found : undefined;
}

/**
 * A report of the programme's money as a file in base64. No cell of it is a formula. Managers alone, because reports name
 * people and say what the programme earns.
 */
export const reportCommand = deskCommand({
  name: 'report',
  title: 'Save a report',
  summary: 'A report as a file, of the last day, month or tax year that is over, or of --period',
  permission: 'decide',
  positional: 'report',
  done: ({ title, finding }) => ({ words: `${title} is made. ${finding}`, isList: true }),
  input: z.object({
    report: z.enum(NAMES),
    period: periodInput.optional(),
    format: z.enum(FORMAT_NAMES).default('xlsx'),
  }),
  answer: z.object({
    title: z.string(),
    agrees: z.boolean(),
    finding: z.string(),
    name: z.string(),
    type: z.string(),
    content: z.string(),
  }),
  async runAlone({ ctx, staff: { tenantId }, input: { report: name, period: named, format } }) {
    const report: Report = REPORTS[name];
    const period = periodOf(ctx, report, named);
    if (!period) return refused('input_invalid', { field: 'period' });
    const made = await report.make({ ctx, database: await readDatabase(ctx), tenantId, period });
    if (!made || (format === 'pdf' && made.rows.length > MOST_PDF_ROWS)) {
      return refused('report_too_long', { field: made ? 'format' : 'period' });
    }
    const content = await writeReport(ctx, { report: made, format, tenantId, period: period.name });
    const row = {
      title: made.title,
      agrees: made.agrees,
      finding: made.finding,
      name: `${name}-${period.name}.${format}`,
      type: FORMATS[format],
      content: content.toString('base64'),
    };
    return { ok: true, rows: [row], object: `report:${name}`, details: { period: period.name, format } };
  },
});
