import * as z from 'zod';
import { retryDeadLetter } from '../../../platform/due-work/due-state.store.ts';
import { deskCommand } from '../desk-command.ts';
import { refused } from '../desk-refusal.ts';
import { rowNumber } from '../typed-input.ts';

/**
 * Makes work that was given up due again. It needs no approval: the work was caused and approved before. Its writes
 * happen once for any number of tries; a call to another system carries an idempotency key.
 */
export const retry = deskCommand({
  name: 'retry',
  title: 'Try given-up work again',
  summary: 'Try due work again that was given up; dead-letters lists it',
  permission: 'act',
  done: () => ({ words: 'The work is tried again.' }),
  input: z.object({
    item: rowNumber,
  }),
  positional: 'item',
  answer: z.object({ item: z.string(), state: z.string() }),
  async run({ tx, ctx, staff, input: { item } }) {
    const object = `due_work:${item}`;
    const isDue = await retryDeadLetter(tx, staff.tenantId, item, ctx.clocks.security.now());
    if (!isDue) return refused('not_found', { field: 'item', object });
    tx.afterCommit(ctx.dueWork.wakeUp.send);
    return { ok: true, rows: [{ item: String(item), state: 'due' }], object };
  },
});
