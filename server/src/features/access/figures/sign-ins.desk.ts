import * as z from 'zod';
import { dayAt, startOfDay } from '../../../platform/time/clock.ts';
import { deskCommand } from '../../desk/public.ts';
import { HOUR_MS } from './count-sign-ins.ts';
import { countPeople, readUsual } from './sign-in-hour.store.ts';

/** Days before today that say what is usual. */
const USUAL_DAYS = 28;

/** Cardholders who signed in today, beside how many had on other days by the end of the last full hour. */
export const signInsTodayCommand = deskCommand({
  name: 'sign-ins-today',
  title: 'Sign-ins today',
  summary: 'Cardholders who signed in today, and how many had by the last full hour today and usually, in 28 days',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    day: z.string(),
    people: z.number(),
    /** End of the last full hour; empty before the first. */
    by: z.string(),
    peopleBy: z.number(),
    /** Empty: no other day was counted at this hour. */
    usualBy: z.string(),
  }),
  async run({ ctx, tx, staff: { tenantId } }) {
    const now = ctx.clocks.security.now();
    const day = dayAt(now);
    const begin = startOfDay(day);
    const people = await countPeople(tx, tenantId, begin, now + 1);
    const by = begin + Math.floor((now - begin) / HOUR_MS) * HOUR_MS;
    if (by === begin) return { ok: true, rows: [{ day, people, by: '', peopleBy: 0, usualBy: '' }] };
    const hours = Array.from({ length: USUAL_DAYS }, (_, ago) => startOfDay(day, -ago - 1) + (by - HOUR_MS - begin));
    const usual = await readUsual(tx, tenantId, hours);
    const row = {
      day,
      people,
      by: new Date(by).toISOString(),
      peopleBy: await countPeople(tx, tenantId, begin, by),
      usualBy: usual === null ? '' : String(usual),
    };
    return { ok: true, rows: [row] };
  },
});
