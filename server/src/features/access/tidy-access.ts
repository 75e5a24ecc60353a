import type { AppContext } from '../../context.ts';
import { deleteEnded, deleteOldAttempts, listTenantIds } from './tidy-access.store.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An ended session is told from one that never was for a day; the audit log keeps both for good. */
const SESSIONS_KEPT_MS = DAY_MS;
/** Longer than any lock or count lasts: who has not failed for so long starts anew. */
const GUARDS_KEPT_MS = 31 * DAY_MS;
const REQUESTS_KEPT_MS = 2 * DAY_MS;

/** Rows of the instance belong to no tenant. */
const NO_TENANT = 0;

/** Deletes sessions, guards, remembered names, challenges and counts that have ended. Any number of servers may run it at once. */
export async function tidyAccess(ctx: AppContext): Promise<void> {
  const now = ctx.clocks.security.now();
  const horizons = {
    now,
    sessionsEndedBefore: now - SESSIONS_KEPT_MS,
    guardsQuietSince: now - GUARDS_KEPT_MS,
    requestsBefore: now - REQUESTS_KEPT_MS,
  };
  for (const tenantId of await ctx.database.readShared(listTenantIds)) {
    let isMore: boolean;
    do {
      isMore = await ctx.database.transact(tenantId, (tx) => deleteEnded(tx, tenantId, horizons));
    } while (isMore);
  }
  await ctx.database.transact(NO_TENANT, (tx) => deleteOldAttempts(tx, now - HOUR_MS));
}
