import type { AppContext } from '../../context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { RecurringJob } from '../../platform/due-work/job.ts';
import { lockDueAuthorisations, saveCourse } from './stored-authorisation.store.ts';

const ledger = openLedger();

/** Releases the holds of purchases that were not cleared in time, by the business clock. */
export const expireHolds: RecurringJob<AppContext> = {
  name: 'network.expire-holds',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 5_000 },
  atOnce: 100,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const at = ctx.clocks.business.now();
    const due = await lockDueAuthorisations(tx, tenantId, at, atOnce);
    for (const authorisation of due) {
      if (authorisation.hold_id === null) throw new Error(`approved authorisation ${authorisation.id} has no hold`);
      const released = await ledger.releaseHold(tx, {
        tenantId,
        hold: authorisation.hold_id,
        keep: 0n,
        at,
        because: 'expired',
      });
      if (!released.ok) throw new Error(`the ledger refused to release an expired hold: ${released.refusal}`);
      await saveCourse(tx, authorisation, 'expired', authorisation.current_amount, 0n);
      ctx.live.tellChanged(tx, tenantId, authorisation.member_account_id);
    }
    return due.length === atOnce ? 'more' : 'done';
  },
};
