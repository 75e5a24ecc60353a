import * as z from 'zod';
import { dollarsOf } from '../../../platform/money.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { listDays } from './settlement.store.ts';

/** Lists what card processors said of the money of their days. */
export const settlementsCommand = deskCommand({
  name: 'settlements',
  title: 'Settlements of card processors',
  summary: 'Settlement of each day at each card processor, the newest first: above zero is money for the programme',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    connection: z.string(),
    day: z.string(),
    /** `read`, `corrected`, `waiting`, or why it was not read when it was asked for last. */
    state: z.string(),
    readAt: z.string(),
    /** Held for purchases on the day; empty where the processor does not say. */
    authorised: z.string(),
    cleared: z.string(),
    refunded: z.string(),
    disputed: z.string(),
    interchange: z.string(),
    fees: z.string(),
    other: z.string(),
    /** All of these but what was authorised. */
    net: z.string(),
    /** Into or out of the balance at the processor. */
    funded: z.string(),
  }),
  async run({ ctx, tx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDays(tx, staff.tenantId, most));
    const rows = shown.map((row) => {
      const { cleared, refunded, disputed, interchange, fees, other, funded } = row;
      const isRead = row.read_at !== null;
      const shownAs = (cents: bigint) => (isRead ? dollarsOf(cents) : '');
      return {
        connection: row.name,
        day: row.day,
        state: row.trouble ?? (isRead ? (row.statements > 1 ? 'corrected' : 'read') : 'waiting'),
        readAt: row.read_at ?? '',
        authorised: row.authorised === null ? '' : dollarsOf(row.authorised),
        cleared: shownAs(cleared),
        refunded: shownAs(refunded),
        disputed: shownAs(disputed),
        interchange: shownAs(interchange),
        fees: shownAs(fees),
        other: shownAs(other),
        net: shownAs(cleared + refunded + disputed + interchange + fees + other),
        funded: shownAs(funded),
      };
    });
    return { ok: true, rows, hasMore };
  },
});
