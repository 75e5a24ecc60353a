import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { deskCommand, rowNumber } from '../desk/public.ts';
import { listOutbox } from './outbox.store.ts';

/** Greater than any id of a message. */
const NEWEST = 9_000_000_000_000_000_000n;
const MESSAGES = 50;

/** Messages to everyone, to see what goes out and what does not arrive. They have no text and no address. */
export const outboxCommand = deskCommand({
  name: 'outbox',
  title: 'Messages that went out',
  summary: 'Messages to people, the newest first, and how far each has got: 50 before --before',
  permission: 'look',
  input: z.object({ before: rowNumber.optional() }),
  answer: z.object({
    message: z.string(),
    at: z.string(),
    /** Its text, by the key of the template. */
    kind: z.string(),
    channel: z.string(),
    brand: z.string(),
    /** `holder:48`; empty: a guest of the store, or a person without a record. */
    person: z.string(),
    name: z.string(),
    state: z.string(),
    tries: z.number(),
    error: z.string(),
  }),
  async run({ tx, staff: { tenantId }, input: { before = NEWEST } }) {
    const found = await listOutbox(tx, tenantId, BigInt(before), MESSAGES + 1);
    const rows = found.slice(0, MESSAGES).map((row) => ({
      message: String(row.id),
      at: toInstant(row.queued_at),
      kind: row.template,
      channel: row.channel,
      brand: row.brand,
      person: row.holder_id === null ? '' : `holder:${row.holder_id}`,
      name: row.name ?? '',
      state: row.state,
      tries: row.attempts,
      error: row.last_error ?? '',
    }));
    return { ok: true, rows, hasMore: found.length > MESSAGES };
  },
});
