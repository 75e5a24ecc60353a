import type { AppContext } from '../../compose/context.ts';
import { nothingToSettle, type RecurringJob } from '../../platform/due-work/job.ts';
import { findMessages } from '../network/public.ts';
import { processorApiOf } from './api.ts';
import { carryOutPurchase } from './carry-out-told.ts';
import type { Connected } from './connection.ts';
import { keptId } from './inbound.ts';
import { newDelivery, SWEPT_AFTER_MS } from './new-delivery.ts';
import { readToSweep, saveSwept, type ToSweep } from './purchase.store.ts';
import { raise } from './raise.ts';
import { roadOf } from './road.ts';

/** An approval that the processor has not confirmed for this long is a case of the desk. */
const CASE_AFTER_MS = 3_600_000;

/** Asks processors about approvals that nothing has confirmed, and adopts what they say. */
export const sweepUnconfirmed: RecurringJob<AppContext> = {
  name: 'processors.sweep',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 50,
  async outside(ctx, { tenantId, atOnce, signal }) {
    if (!ctx.processors.isConnected(tenantId)) return nothingToSettle;
    const due = await ctx.database.read(tenantId, (tx) => readToSweep(tx, tenantId, ctx.clocks.business.now(), atOnce));
    for (const ask of due) {
      const connected = ctx.processors.byId(ask.connection_id);
      if (signal.aborted || !connected) continue;
      await sweepOne(ctx, connected, ask);
    }
    return nothingToSettle;
  },
};

async function sweepOne(ctx: AppContext, connected: Connected, ask: ToSweep): Promise<void> {
  const { tenantId } = connected.connection;
  const [stored] = await ctx.database.read(tenantId, (tx) => findMessages(tx, tenantId, [ask.reference]));
  const save = (next: Parameters<typeof saveSwept>[3]) =>
    ctx.database.transact(tenantId, (tx) => saveSwept(tx, tenantId, ask, next));
  // Nothing is held for what has no approval code.
  if ((stored?.response?.approvalCode ?? null) === null) {
    await save({ nextMs: undefined, isCase: false });
    return;
  }
  await askAbout(ctx, connected, ask);
  const now = ctx.clocks.business.now();
  const isCase = now - Date.parse(ask.asked_at) >= CASE_AFTER_MS;
  // Changes nothing where it has been told meanwhile.
  const isSaved = await save({ nextMs: isCase ? undefined : now + SWEPT_AFTER_MS, isCase });
  if (isCase && isSaved) raise(ctx, connected, 'unconfirmed');
}

/**
 * Asks the processor about a purchase, unless its connection is off. The answer is kept and carried out like an event
 * that it tells by itself.
 */
async function askAbout(ctx: AppContext, connected: Connected, { of }: ToSweep): Promise<void> {
  const { tenantId, id } = connected.connection;
  const answer = await processorApiOf(ctx, tenantId, id)?.purchase(of);
  if (answer?.kind !== 'done' || answer.value.length === 0) return;
  const told = answer.value;
  await roadOf(ctx).notes.submit(tenantId, newDelivery(ctx, connected, { told }, told));
  const known = new Map(told.map((one) => [keptId(ctx.secrets, one.key), one]));
  await carryOutPurchase(ctx, connected, of, known);
}
