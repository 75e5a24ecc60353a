import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { deskCommand, pageInput, pageOf } from '../../desk/public.ts';
import { listStops } from './look-up-stop.store.ts';

const WHY = {
  withoutPayment: 'many look-ups without a payment',
  closePhones: 'phone numbers in a row',
} as const;

/** People whose look-ups of PayIDs were stopped (docs/areas/payids.md, "Names cannot be collected"). What they looked up is not shown. */
export const lookUpStopsCommand = deskCommand({
  name: 'pay-id-stops',
  title: 'Stopped look-ups of PayIDs',
  summary: 'People who looked up PayIDs as people do who collect names, the latest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    person: z.string(),
    name: z.string(),
    why: z.string(),
    stopped: z.string(),
    /** They may look up PayIDs again. */
    until: z.string(),
    /** Within the 24 hours before. */
    lookUps: z.number(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listStops(tx, staff.tenantId, most));
    const rows = shown.map((row) => ({
      person: row.holder_id === null ? `card:${row.card_id}` : `holder:${row.holder_id}`,
      name: row.person ?? '',
      why: WHY[row.why],
      stopped: toInstant(row.at),
      until: toInstant(row.until),
      lookUps: row.look_ups,
    }));
    return { ok: true, rows, hasMore };
  },
});
