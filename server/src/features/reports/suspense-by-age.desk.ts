import * as z from 'zod';
import { dollarsOf } from '../../platform/money.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { counted, deskCommand } from '../desk/public.ts';
import { sumsByAge } from './suspense.ts';

/** Sums of the money in suspense by age. */
export const suspenseByAgeCommand = deskCommand({
  name: 'suspense-by-age',
  title: 'Suspense by age',
  summary: 'How much is in suspense, by days since it came',
  permission: 'decide',
  done: (_row, _input, rows) => ({ words: `${counted(rows.length, 'age')} of money in suspense.`, isList: true }),
  input: z.object({}),
  answer: z.object({ age: z.string(), isOld: z.boolean(), lines: z.number(), amount: z.string() }),
  async run({ ctx, tx, staff: { tenantId } }) {
    const today = dayAt(ctx.clocks.business.now());
    const rows = (await sumsByAge(tx, tenantId, today)).map(({ words, isOld, lines, cents }) => ({
      age: words,
      isOld,
      lines,
      amount: dollarsOf(cents),
    }));
    return { ok: true, rows };
  },
});
