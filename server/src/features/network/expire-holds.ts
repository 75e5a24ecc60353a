import type { AppContext } from '../../context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { listTenants, lockDueAuthorisations, saveCourse } from './network.store.ts';

const ledger = openLedger();

/**
 * Lets go of the money of purchases that nobody cleared in time, by the business clock. Any number
 * of servers may run it at once: each takes what no other has locked. Answers how many ended.
 */
export async function expireHolds(ctx: AppContext): Promise<number> {
  const tenants = await ctx.database.readShared(listTenants);
  let ended = 0;
  for (const tenantId of tenants) {
    let batch: number;
    do {
      batch = await expireBatch(ctx, tenantId);
      ended += batch;
    } while (batch > 0);
  }
  return ended;
}

function expireBatch(ctx: AppContext, tenantId: number): Promise<number> {
  const at = ctx.clocks.business.now();
  return ctx.database.transact(tenantId, async (tx) => {
    const due = await lockDueAuthorisations(tx, tenantId, at);
    for (const authorisation of due) {
      if (authorisation.hold_id === null) throw new Error(`approved authorisation ${authorisation.id} has no hold`);
      const released = await ledger.releaseHold(tx, {
        tenantId,
        hold: authorisation.hold_id,
        keep: 0n,
        at,
        because: 'expired',
      });
      if (!released.ok) throw new Error(`the ledger refused to let an expired hold go: ${released.refusal}`);
      await saveCourse(tx, authorisation, 'expired', authorisation.current_amount);
      ctx.live.tellChanged(tx, tenantId, authorisation.member_account_id);
    }
    return due.length;
  });
}
