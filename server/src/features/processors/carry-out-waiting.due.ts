import type { AppContext } from '../../compose/context.ts';
import type { PollingJob } from '../../platform/due-work/job.ts';
import { carryOutPurchase } from './carry-out-told.ts';
import { duePurchases } from './waiting.store.ts';

const AT_ONCE = 100;

/** Carries out told events that could not be carried out when they came. */
export const carryOutWaiting: PollingJob<AppContext> = {
  name: 'processors.told',
  everyMs: 5_000,
  poll: carryOutDue,
};

export async function carryOutDue(ctx: AppContext, mayGoOn: () => boolean = () => true): Promise<void> {
  const faults: unknown[] = [];
  for (const tenantId of ctx.processors.tenants()) {
    // A programme whose accounts are locked ends its own round only.
    await carryOutOf(ctx, tenantId, mayGoOn).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}

async function carryOutOf(ctx: AppContext, tenantId: number, mayGoOn: () => boolean): Promise<void> {
  if (!mayGoOn()) return;
  const now = ctx.clocks.security.now();
  const due = await ctx.database.read(tenantId, (tx) => duePurchases(tx, tenantId, now, AT_ONCE));
  for (const { connection_id: id, of } of due) {
    const connected = ctx.processors.byId(id);
    if (connected && mayGoOn()) await carryOutPurchase(ctx, connected, of);
  }
}
