import * as z from 'zod';
import { toInstant } from '../../../platform/database/database.ts';
import { listDeadLetters } from '../../../platform/due-work/due-state.store.ts';
import { pageInput, pageOf } from '../page.ts';
import { deskCommand } from '../desk-command.ts';

/** Due work that was given up. */
export const deadLetters = deskCommand({
  name: 'dead-letters',
  title: 'Work that was given up',
  summary: 'List the due work that was given up, the oldest first',
  permission: 'look',
  input: z.object(pageInput),
  answer: z.object({
    item: z.string(),
    job: z.string(),
    key: z.string(),
    attempts: z.number(),
    reason: z.string(),
    givenUpAt: z.string(),
  }),
  async run({ tx, ctx, staff, input }) {
    const { shown, hasMore } = await pageOf(ctx, input, (most) => listDeadLetters(tx, staff.tenantId, most));
    const rows = shown.map(({ id, job, key, attempts, reason, deadAt }) => ({
      item: String(id),
      job,
      key,
      attempts,
      reason,
      givenUpAt: toInstant(deadAt),
    }));
    return { ok: true, rows, hasMore };
  },
});
