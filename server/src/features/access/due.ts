import type { AppContext } from '../../compose/context.ts';
import type { Job, RecurringJob } from '../../platform/due-work/job.ts';
import { deleteClientAddresses, truncateClientAddresses } from '../../platform/sealed-log/client-address.ts';
import { retainedSince } from '../../platform/time/retention.domain.ts';
import { countSignInHours, HOUR_MS } from './figures/count-sign-ins.ts';
import { deleteEnded, deleteOldAttempts } from './session/tidy-access.store.ts';
import { deleteOldViews } from './view/view.store.ts';
import { VIEWS_KEPT_MS } from './view/view-ticket.ts';

const DAY_MS = 24 * 3_600_000;
const EVERY_MS = 10 * 60_000;

/** For a day an ended session can be told apart from one that never existed. The audit log keeps both permanently. */
const SESSIONS_KEPT_MS = DAY_MS;
/** Longer than any lock or count lasts, so a name without failures for that time starts again. */
const GUARDS_KEPT_MS = 31 * DAY_MS;
const REQUESTS_KEPT_MS = 2 * DAY_MS;

/** Deletes sessions, guards, remembered names, challenges, counts of code requests and views that have ended. */
export const tidyAccess: RecurringJob<AppContext> = {
  name: 'access.tidy',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 500,
  async inTransaction({ clocks }, tx, { tenantId, atOnce }) {
    const now = clocks.security.now();
    const horizons = {
      now,
      sessionsEndedBefore: now - SESSIONS_KEPT_MS,
      guardsQuietSince: now - GUARDS_KEPT_MS,
      requestsBefore: now - REQUESTS_KEPT_MS,
    };
    const hasMore = await deleteEnded(tx, tenantId, horizons, atOnce);
    const views = await deleteOldViews(tx, tenantId, now - VIEWS_KEPT_MS, atOnce);
    return hasMore || views === atOnce ? 'more' : 'done';
  },
};

/** Truncates the addresses of audited requests, which outlive their sessions, and deletes them after years. */
export const truncateAddresses: RecurringJob<AppContext> = {
  name: 'access.truncate-addresses',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 1_000,
  async inTransaction({ clocks, config }, tx, { tenantId, atOnce }) {
    const before = clocks.security.now() - config.addressesWholeMs;
    const truncated = await truncateClientAddresses(tx, tenantId, before, atOnce);
    const deleted = await deleteClientAddresses(tx, tenantId, retainedSince(clocks.security.now()), atOnce);
    return truncated === atOnce || deleted === atOnce ? 'more' : 'done';
  },
};

/** Deletes the counts of addresses, which belong to no tenant. */
export const tidyAddresses: RecurringJob<AppContext> = {
  name: 'access.tidy-addresses',
  clock: 'security',
  scope: 'instance',
  when: { everyMs: EVERY_MS },
  atOnce: 5_000,
  async inTransaction({ clocks, config }, tx, { atOnce }) {
    const windows = Object.values(config.rates).flatMap((rates) => rates.map(({ windowMs }) => windowMs));
    const deleted = await deleteOldAttempts(tx, clocks.security.now() - Math.max(...windows), atOnce);
    return deleted === atOnce ? 'more' : 'done';
  },
};

/** Counts who has signed in, hour by hour. */
export const countSignIns: RecurringJob<AppContext> = {
  name: 'access.count',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 1,
  async inTransaction({ clocks }, tx, { tenantId }) {
    await countSignInHours(tx, tenantId, clocks.security.now());
    return 'done';
  },
};

/** The work of this feature that falls due. */
export const accessJobs: readonly Job<AppContext>[] = [countSignIns, tidyAccess, tidyAddresses, truncateAddresses];
