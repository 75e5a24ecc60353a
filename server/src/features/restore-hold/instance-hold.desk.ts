import * as z from 'zod';
import { toInstant } from '../../platform/database/database.ts';
import { becomes, type DeskCallInTransaction, deskCommand, refused } from '../desk/public.ts';
import { withdrawQueuedBy } from '../messages/public.ts';
import { countHeldElsewhere, findHeld, saveReleased } from './instance-hold.store.ts';

/** Shows whether the restored instance waits for this programme, and its waiting work. */
export const heldCommand = deskCommand({
  name: 'held',
  title: 'State after a restore',
  summary: 'Whether this restored instance is held, to which moment it was restored, and what waits',
  permission: 'look',
  input: z.object({}),
  answer: z.object({
    restoredTo: z.string(),
    heldSince: z.string(),
    messages: z.number(),
    payments: z.number(),
    otherProgrammes: z.number(),
  }),
  async run({ tx, staff: { tenantId } }) {
    const held = await findHeld(tx, tenantId);
    if (!held) return { ok: true, rows: [] };
    const { restored_to: restoredTo, held_at: heldAt, ...waiting } = held;
    const otherProgrammes = await countHeldElsewhere(tx, tenantId);
    const row = { restoredTo: toInstant(restoredTo), heldSince: toInstant(heldAt), ...waiting, otherProgrammes };
    return { ok: true, rows: [row] };
  },
});

const input = z.object({ messages: z.enum(['send', 'drop']) });
type Call = DeskCallInTransaction<z.output<typeof input>>;

async function checkHeld({ ctx: { clocks }, tx, staff: { tenantId } }: Call) {
  const object = `tenant:${tenantId}`;
  const held = await findHeld(tx, tenantId);
  if (!held) return refused('not_found', { object });
  // In business time, by which messages are queued.
  const heldAt = Date.parse(held.held_at) + clocks.business.now() - clocks.security.now();
  return { ok: true as const, rows: [], object, heldAt };
}

/**
 * Releases a restored instance once every programme was released. Messages that waited at the restored moment may have
 * been sent already: they are dropped or sent.
 */
export const releaseInstanceCommand = deskCommand({
  name: 'release-instance',
  title: 'Go on after a restore',
  summary: 'After a restore: go on, once bank files were compared (sent-files); waiting messages are sent or dropped',
  permission: 'act',
  done: () => ({ words: 'The instance goes on.' }),
  input,
  answer: z.object({ messages: z.string(), otherProgrammes: z.number() }),
  async check(call: Call) {
    const { heldAt: _, ...found } = { heldAt: 0, ...(await checkHeld(call)) };
    return found;
  },
  async effect({ tx, staff: { tenantId }, input: { messages } }: Call) {
    const held = await findHeld(tx, tenantId);
    if (!held) return [];
    return [
      becomes('This programme after the restore', 'held', 'released'),
      becomes('Messages that wait', String(held.messages), '0', messages === 'send' ? 'are sent' : 'are dropped'),
      becomes('Payments that wait for a file', String(held.payments), '0', 'leave with the next files'),
    ];
  },
  async run(call: Call) {
    const { ctx, tx, staff, input: given } = call;
    const found = await checkHeld(call);
    if (!found.ok) return found;
    // A code requested since the restore is a new message.
    if (given.messages === 'drop') await withdrawQueuedBy(tx, ctx, staff.tenantId, found.heldAt);
    await saveReleased(tx, staff.tenantId, `staff:${staff.id}`, ctx.clocks.security.now());
    const otherProgrammes = await countHeldElsewhere(tx, staff.tenantId);
    return { ok: true, object: found.object, rows: [{ messages: given.messages, otherProgrammes }] };
  },
});
