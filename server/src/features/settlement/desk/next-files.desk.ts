import * as z from 'zod';
import { valueDate } from '../../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { dollarsOf } from '../../../platform/money.ts';
import { PROGRAMME_ZONE } from '../../../platform/time/programme-zone.domain.ts';
import { deskCommand } from '../../desk/public.ts';
import { fileTypes, fileOf } from '../files/file-methods.ts';
import { readGathered } from './next-files.store.ts';

/** Files that are not made yet: when each closes, and what it carries so far. */
export const nextBankFilesCommand = deskCommand({
  name: 'next-bank-files',
  title: 'Next bank files and cut-offs',
  summary: 'The next files for the bank: when each closes, and what it carries so far',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    method: z.string(),
    day: z.string(),
    closes: z.string(),
    payments: z.number(),
    amount: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId } }) {
    const calendar = await readBankingCalendar(tx);
    const rows = [];
    for (const method of fileTypes(ctx)) {
      const cutOff = ctx.config.cutOffs[method === 'debit' ? 'external' : fileOf(ctx.paymentMethods, method).cutOff];
      const day = valueDate(calendar, cutOff, ctx.clocks.business.now());
      const closes = Temporal.PlainDate.from(day)
        .toZonedDateTime({ timeZone: PROGRAMME_ZONE, plainTime: cutOff })
        .toInstant();
      const { payments, cents } = await readGathered(tx, tenantId, method, day);
      rows.push({ method, day, closes: closes.toString(), payments, amount: dollarsOf(cents) });
    }
    return { ok: true, rows };
  },
});
