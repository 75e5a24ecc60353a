import { err, ok } from '@wattle/contract/errors.ts';
import { getOrder } from '@wattle/contract/store/get-order.ts';
import { handlePublic } from '../../http/handle.ts';
import { findChargeOf, lookAtPayment } from '../gateway/public.ts';
import { isToBeAsked, ORDER_PURPOSE } from './order-payment.ts';
import { ownOrder } from './own-order.ts';
import { viewOrder } from './view-order.ts';

/** Reads, and asks the gateway where no notice came. It never says that something was paid on the browser's word. */
export const getOrderRoute = handlePublic(getOrder, async (call) => {
  const { ctx } = call;
  const own = await ownOrder(call);
  if (!own) return err('not_found');
  const { tenantId } = own.place;
  const open = await ctx.database.read(tenantId, async (tx) => {
    const order = await own.find(tx);
    return order?.state === 'Placed' ? findChargeOf(tx, tenantId, ORDER_PURPOSE, String(order.id)) : undefined;
  });
  if (open && isToBeAsked(open)) await lookAtPayment(ctx, tenantId, open.id);
  return ctx.database.read(tenantId, async (tx) => {
    const order = await own.find(tx);
    return order ? ok(await viewOrder(tx, ctx, own.brand, order)) : err('not_found');
  });
});
