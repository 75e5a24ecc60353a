import * as z from 'zod';
import { writeCsv } from '../../documents/csv/write-csv.ts';
import { writeXlsx } from '../../documents/xlsx/write-xlsx.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { deskCommand, refused } from '../desk/public.ts';
import { reportOf } from './report.ts';

const FORMATS = {
  csv: { write: writeCsv, type: 'text/csv; charset=utf-8' },
  xlsx: { write: writeXlsx, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
} as const;

/** The statements of a day beside the books as a file, in base64. No cell of it is a formula. */
export const reconciliationReportCommand = deskCommand({
  name: 'reconciliation-report',
  title: 'Reconciliation report of a day',
  summary: 'Statements beside the books on a day as a file: balances, differences and what only one of them has',
  permission: 'look',
  positional: 'day',
  input: z.object({ day: z.iso.date(), format: z.enum(['csv', 'xlsx']).default('csv') }),
  answer: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  async run({ ctx, tx, staff: { tenantId }, input: { day, format } }) {
    if (day > dayAt(ctx.clocks.business.now())) return refused('input_invalid', { field: 'day' });
    const { write, type } = FORMATS[format];
    const content = Buffer.concat(await Array.fromAsync(write(await reportOf(tx, tenantId, day))));
    const rows = [{ name: `reconciliation-${day}.${format}`, type, content: content.toString('base64') }];
    return { ok: true, rows, object: `reconciliation:${day}` };
  },
});
