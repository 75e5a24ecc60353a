import * as z from 'zod';
import { listHolidays } from '../../platform/time/banking-days/holiday.store.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { brandsOfProgramme } from '../brands/public.ts';
import { deskCommand, wholeNumber } from '../desk/public.ts';

/** The public holidays that files of the bank and value dates go by. The operator loads them for all programmes. */
export const holidaysCommand = deskCommand({
  name: 'holidays',
  title: 'Public holidays',
  summary: 'List the public holidays of a year (the present one unless given), and whether banks are closed',
  permission: 'look',
  positional: 'year',
  input: z.object({
    year: wholeNumber(2000, 2099).optional(),
  }),
  answer: z.object({ day: z.string(), name: z.string(), states: z.string(), areBanksClosed: z.boolean() }),
  async run({ ctx, tx, input: { year } }) {
    const of = year ?? Number(dayAt(ctx.clocks.business.now()).slice(0, 4));
    const rows = await listHolidays(tx, of);
    // Banks are closed where both states have the day.
    return { ok: true, rows: rows.map((row) => ({ ...row, areBanksClosed: row.states.includes(',') })) };
  },
});

/** When the phone of each brand is answered. The hours are part of a brand's version. */
export const supportHoursCommand = deskCommand({
  name: 'support-hours',
  title: 'Phone hours of the brands',
  summary: 'Show when the phone of each brand is answered, as its cardholders read it',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    brand: z.string(),
    name: z.string(),
    phone: z.string(),
    weekdays: z.string(),
    saturday: z.string(),
    sunday: z.string(),
    timeZone: z.string(),
  }),
  async run({ ctx, staff }) {
    const brands = await brandsOfProgramme(ctx, staff.tenantId);
    const rows = brands.map(({ identifier, name, settings }) => ({
      brand: identifier,
      name,
      phone: settings.SupportPhoneNumber,
      weekdays: settings.SupportHoursWeekdays ?? '',
      saturday: settings.SupportHoursSaturday ?? '',
      sunday: settings.SupportHoursSunday ?? '',
      timeZone: settings.TimeZone,
    }));
    return { ok: true, rows };
  },
});
