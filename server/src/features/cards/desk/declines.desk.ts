import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { deskCommand, wholeNumber } from '../../desk/public.ts';
import { sumDeclines } from './declines.store.ts';

/** Declined purchases of the programme by reason, so that a fault shows before people call. */
export const declinesCommand = deskCommand({
  name: 'declines',
  title: 'Declines in the last hours',
  summary: 'Count the declined purchases of the last hours by reason, beside how many are usual in that time',
  permission: 'look',
  input: z.object({ hours: wholeNumber(1, 24).default(1) }),
  answer: z.object({
    reason: z.string(),
    count: z.number(),
    usual: z.number(),
    amount: z.string(),
    latest: z.string(),
  }),
  async run({ ctx, tx, staff, input: { hours } }) {
    const sums = await sumDeclines(tx, staff.tenantId, { hours, nowMs: ctx.clocks.business.now() });
    return {
      ok: true,
      rows: sums.map(({ decline_reason: reason, count, usual, amount, latest }) => ({
        reason,
        count,
        usual,
        amount: toDollars(amount).toFixed(2),
        latest: toInstant(latest),
      })),
    };
  },
});
