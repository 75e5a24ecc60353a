import { lineText } from '@wattle/contract/rules/typed-text.ts';
import * as z from 'zod';
import { dayAt } from '../../platform/time/clock.ts';
import { toDollars } from '../../platform/money.ts';
import {
  becomes,
  counted,
  type DeskCallInTransaction,
  deskCommand,
  effectOnBook,
  inDays,
  inDollars,
  refused,
  sumOf,
} from '../desk/public.ts';
import { planInterest } from './plan-interest.ts';
import { postInterest } from './post-interest.ts';

const input = z.object({
  /** The first of a month, on which the interest of the month before is posted. */
  day: z
    .string()
    .overwrite(lineText)
    .regex(/^\d{4}-(0[1-9]|1[0-2])-01$/)
    .describe('the first day of a month, as 2026-11-01'),
  /** `today`: by current cards and rates, if the recorded terms are wrong. */
  by: z.enum(['noted', 'today']).default('noted'),
});

/** Posts the missing interest of a day, with a second approval. Existing postings are not changed. */
export const postInterestCommand = deskCommand({
  name: 'post-interest',
  title: 'Post interest again',
  summary: 'Post what is missing of the interest of a day, as 2026-11-01; nothing is posted twice',
  permission: 'act',
  done: (row) => ({
    words: `Interest of ${inDollars(row.interest)} for ${inDays(row.day)} is posted to ${counted(row.accounts, 'account')}.`,
    next: `Tax of ${inDollars(row.tax)} is withheld.`,
  }),
  positional: 'day',
  input,
  answer: z.object({ day: z.string(), accounts: z.number(), interest: z.string(), tax: z.string() }),
  async check({ ctx, input: { day } }: DeskCallInTransaction<z.output<typeof input>>) {
    if (day > dayAt(ctx.clocks.business.now())) return refused('input_invalid', { field: 'day' });
    return { ok: true, rows: [], object: `interest:${day}` };
  },
  async effect(call) {
    const { tx, staff, input } = call;
    const { accounts, interest, tax, isAll } = await planInterest(tx, staff.tenantId, input.day, input.by);
    return [
      becomes(
        'Accounts without interest of the month',
        `${isAll ? '' : 'more than '}${accounts}`,
        isAll ? '0' : 'fewer',
        'get it',
      ),
      sumOf(
        isAll ? 'Interest for accounts' : `Interest for the first ${accounts} accounts`,
        interest - tax,
        '',
        'less tax',
      ),
      await effectOnBook(call, 'interest', -interest),
      ...(tax === 0n ? [] : [await effectOnBook(call, 'withholdingTax', tax)]),
    ];
  },
  async runAlone({ ctx, staff, input: { day, by } }) {
    const { accounts, interest, tax } = await postInterest(ctx, staff.tenantId, day, { by });
    const dollars = (cents: bigint) => toDollars(cents).toFixed(2);
    return {
      ok: true,
      rows: [{ day, accounts, interest: dollars(interest), tax: dollars(tax) }],
      object: `interest:${day}`,
    };
  },
});
