import { err, ok } from '@wattle/contract/errors.ts';
import { getCollection } from '@wattle/contract/store/get-collection.ts';
import { handlePublic } from '../../http/handle.ts';
import { toDollars } from '../../platform/money.ts';
import { follow, namedLink } from './collection.ts';
import { findLink } from './link.store.ts';

/** Shows no secret and counts nothing: robots open and submit what they find in mails. */
export const getCollectionRoute = handlePublic(
  getCollection,
  async (call) => {
    const { ctx } = call;
    const named = await namedLink(call);
    if (!named) return err('not_found');
    const { place, tokenHash } = named;
    return ctx.database.read(place.tenantId, async (tx) => {
      const led = await follow(tx, await findLink(tx, place, tokenHash), ctx.clocks.security.now());
      if ('ok' in led) return led;
      const { item } = led;
      if (!item) return ok({ Leads: 'order' as const, Gift: null });
      const gift = {
        RecipientName: item.recipient_name ?? '',
        SenderName: item.sender_name ?? '',
        Message: item.message ?? '',
        Amount: toDollars(item.amount),
      };
      return ok({ Leads: 'gift' as const, Gift: gift });
    });
  },
  { rate: 'store' },
);
