import { err, ok } from '@wattle/contract/errors.ts';
import { collect } from '@wattle/contract/store/collect.ts';
import { handlePublic } from '../../http/handle.ts';
import { knownBrowserOf } from './browser.ts';
import { namedLink, openLink } from './collection.ts';
import { addBrowser, saveOpened } from './order-changes.store.ts';
import { showCards } from './show-cards.ts';

export const collectRoute = handlePublic(
  collect,
  async (call) => {
    const { ctx, request, cookies } = call;
    const named = await namedLink(call);
    if (!named) return err('not_found');
    const { brand, place, tokenHash } = named;
    // In turns before a connection is taken; the lock of the row serialises the servers.
    return ctx.turns.take(`store-link:${tokenHash.toString('hex')}`, () =>
      ctx.database.transact(place.tenantId, async (tx) => {
        const led = await openLink(tx, call, named);
        if ('ok' in led) return led;
        const { order, item } = led;
        if (!item) {
          await addBrowser(tx, place.tenantId, order.id, knownBrowserOf({ ctx, cookies }));
          return ok({ OrderId: order.public_id, Cards: [] });
        }
        await saveOpened(tx, place.tenantId, item.id, ctx.clocks.security.now());
        const cards = await showCards(tx, { ctx, brand, order, items: [item], requestId: request.id });
        return ok({ OrderId: null, Cards: cards });
      }),
    );
  },
  { rate: 'store' },
);
