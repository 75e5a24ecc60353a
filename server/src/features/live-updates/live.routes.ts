import { ok } from '@wattle/contract/errors.ts';
import { hearOfChanges } from '@wattle/contract/live-updates/live-updates.ts';
import { handleStream, type Route } from '../../http/handle.ts';
import { readSubscribers } from './live.store.ts';

/** The stream that says that something has changed. */
export const liveRoutes: readonly Route[] = [
  handleStream(hearOfChanges, async ({ session, tx, ctx, query }) => {
    const now = { nowMs: ctx.clocks.security.now(), idleMs: ctx.config.session.idleMs };
    const [subscriber] = await readSubscribers(tx, session.tenantId, [session.id], now);
    return ok(() => ctx.live.open(session, subscriber, query.Age === undefined ? undefined : Number(query.Age)));
  }),
];
