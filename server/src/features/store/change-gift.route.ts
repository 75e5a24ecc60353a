import { err, ok } from '@wattle/contract/errors.ts';
import { changeGift } from '@wattle/contract/store/orders.ts';
import type { AppContext } from '../../compose/context.ts';
import { handlePublic } from '../../http/handle.ts';
import { mailGift } from './links.ts';
import { ownOrder, type OwnOrder } from './store-caller.ts';
import { type ItemRow, listItems, lockOrder, type OrderRow } from './order.store.ts';
import { itemStateOf } from './order.view.ts';
import { takeCardBack } from './take-back.kind.ts';
import { viewOrder } from './view-order.ts';

type Found = { readonly order: OrderRow; readonly item: ItemRow };

export const changeGiftRoute = handlePublic(
  changeGift,
  async (call) => {
    const { ctx, body, request } = call;
    const own = await ownOrder(call);
    if (!own) return err('not_found');
    const { tenantId } = own.scope;
    const found = await ctx.database.read(tenantId, async (tx): Promise<Found | undefined> => {
      const order = await own.find(tx);
      const items = order ? await listItems(tx, tenantId, order.id) : [];
      const item = items.find(({ position, recipient_name: name }) => position === body.ItemId && name !== null);
      return order && item && { order, item };
    });
    if (!found) return err('not_found');
    const state = itemStateOf(found.order, found.item);
    if (body.Act === 'takeBack') {
      if (state !== 'Sent' && state !== 'Locked') return err('card_problem');
      const given = { tenantId, itemId: found.item.id, as: 'takenBack', actor: 'visitor' } as const;
      const taken = await takeCardBack(ctx, { ...given, requestId: request.id });
      if (!taken.ok) return taken;
    } else {
      if (state !== 'Sent') return err('card_problem');
      if (!(await sendAgain(ctx, own, found))) return err('too_many_requests');
    }
    return ctx.database.read(tenantId, async (tx) => {
      const order = await own.find(tx);
      return order ? ok(await viewOrder(tx, ctx, own.brand, order)) : err('not_found');
    });
  },
  { rate: 'store' },
);

/** Under the lock of the order, so that links are counted one by one. */
function sendAgain(ctx: AppContext, { scope: { tenantId } }: OwnOrder, { order, item }: Found): Promise<boolean> {
  return ctx.database.transact(tenantId, async (tx) => {
    await lockOrder(tx, tenantId, order.id);
    return mailGift(tx, ctx, order, item);
  });
}
