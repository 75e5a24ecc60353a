import { err, ok } from '@wattle/contract/errors.ts';
import { confirmCollected } from '@wattle/contract/store/confirm-collected.ts';
import { handlePublic } from '../../http/handle.ts';
import { namedLink, openLink } from './collection.ts';
import { saveLinkOver } from './link.store.ts';
import { saveItemKept } from './order-changes.store.ts';

export const confirmCollectedRoute = handlePublic(
  confirmCollected,
  async (call) => {
    const { ctx } = call;
    const named = await namedLink(call);
    if (!named) return err('not_found');
    const { tenantId } = named.place;
    return ctx.turns.take(`store-link:${named.tokenHash.toString('hex')}`, () =>
      ctx.database.transact(tenantId, async (tx) => {
        const led = await openLink(tx, call, named);
        if ('ok' in led) return led;
        if (!led.item) return err('token_invalid');
        const now = ctx.clocks.security.now();
        await saveItemKept(tx, tenantId, led.item.id, now);
        await saveLinkOver(tx, led.link, now);
        return ok({ IsSuccessful: true as const });
      }),
    );
  },
  { rate: 'store' },
);
