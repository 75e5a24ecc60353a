import type { AppContext } from '../../compose/context.ts';
import type { Job, PollingJob, RecurringJob } from '../../platform/due-work/job.ts';
import { countPurchases } from './figures/count-purchases.due.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { lockDueAuthorisations, saveCourse } from './stored-authorisation.store.ts';
import { tidyEarlyReversals } from './early-reversal.store.ts';
import { postStandIns } from './stand-in/stand-in.ts';
import { noteOwnExpiry } from './told/purchase-event.store.ts';
import { searchJob } from '../desk/public.ts';
import { PURCHASE_SEARCH } from './purchase-search.store.ts';

const STAND_INS_EVERY_MS = 1_000;

/** Posts purchases that this server approved while no database accepted writes. */
const postApprovedAlone: PollingJob<AppContext> = {
  name: 'network.stand-in',
  everyMs: STAND_INS_EVERY_MS,
  poll: postStandIns,
};

const HOUR_MS = 3_600_000;
/** Twice as long as the longest hold. No authorisation arrives later after its reversal. */
const REVERSALS_KEPT_MS = 60 * 24 * HOUR_MS;

/** Deletes reversals stored for a purchase, which belong to no tenant. */
export const tidyNetwork: RecurringJob<AppContext> = {
  name: 'network.tidy',
  clock: 'business',
  scope: 'instance',
  when: { everyMs: HOUR_MS },
  atOnce: 1_000,
  async inTransaction({ clocks }, tx, { atOnce }) {
    const gone = await tidyEarlyReversals(tx, clocks.business.now() - REVERSALS_KEPT_MS, atOnce);
    return gone === atOnce ? 'more' : 'done';
  },
};

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
      await saveCourse(tx, authorisation, {
        status: 'expired',
        currentAmount: authorisation.current_amount,
        feeHeld: 0n,
      });
      noteOwnExpiry(tx, tenantId, authorisation.reference);
      ctx.live.publishChanged(tx, tenantId, authorisation.member_account_id);
    }
    return due.length === atOnce ? 'more' : 'done';
  },
};

/** The work of this feature that falls due. */
export const networkJobs: readonly Job<AppContext>[] = [
  expireHolds,
  postApprovedAlone,
  tidyNetwork,
  countPurchases,
  searchJob('network.search', PURCHASE_SEARCH),
];
