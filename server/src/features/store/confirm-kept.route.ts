import { err, ok } from '@wattle/contract/errors.ts';
import { confirmKept } from '@wattle/contract/store/confirm-kept.ts';
import { handlePublic } from '../../http/handle.ts';
import { saveOrderKept } from './order-changes.store.ts';
import { ownOrder } from './own-order.ts';
import { viewOrder } from './view-order.ts';

export const confirmKeptRoute = handlePublic(confirmKept, async (call) => {
  const { ctx } = call;
  const own = await ownOrder(call);
  if (!own) return err('not_found');
  const { tenantId } = own.place;
  return ctx.database.transact(tenantId, async (tx) => {
    const order = await own.find(tx);
    if (!order) return err('not_found');
    // An order without cards to show has nothing to confirm.
    if (order.state !== 'Issued') return err('token_expired');
    await saveOrderKept(tx, tenantId, order.id, ctx.clocks.security.now());
    const kept = await own.find(tx);
    return kept ? ok(await viewOrder(tx, ctx, own.brand, kept)) : err('not_found');
  });
});
