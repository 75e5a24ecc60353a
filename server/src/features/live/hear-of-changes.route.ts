import { ok } from '@wattle/contract/errors.ts';
import { hearOfChanges } from '@wattle/contract/live/live.ts';
import { handleStream } from '../../http/handle.ts';
import { readHearers } from './live.store.ts';

export const hearOfChangesRoute = handleStream(hearOfChanges, async ({ session, tx, ctx, query }) => {
  const now = { nowMs: ctx.clocks.security.now(), idleMs: ctx.config.session.idleMs };
  const [hearer] = await readHearers(tx, session.tenantId, [session.id], now);
  return ok(() => ctx.live.open(session, hearer, query.Age === undefined ? undefined : Number(query.Age)));
});
