import { err, ok } from '@wattle/contract/errors.ts';
import { sendLinkAgain } from '@wattle/contract/store/collection.ts';
import type { AppContext } from '../../compose/context.ts';
import { handlePublic } from '../../http/handle.ts';
import type { Tx } from '../../platform/database/database.ts';
import { browserOf, findStore, scopeOf } from './store-caller.ts';
import { hashOfToken, mailGift, mailOrder } from './links.ts';
import { lockLink } from './link.store.ts';
import { saveSecretsUntil } from './order-changes.store.ts';
import { findItem, findOrderOfBrowser, listItems, lockOrder } from './order.store.ts';
import { itemStateOf } from './order.view.ts';

type LinkOwner = { readonly orderId: bigint; readonly itemId: bigint | null };

/** The new link goes to the address of the old one, so the caller learns nothing. */
export const sendLinkAgainRoute = handlePublic(
  sendLinkAgain,
  async ({ ctx, body, request, cookies }) => {
    const brand = await findStore(ctx, request);
    if (!brand) return err('not_found');
    const scope = scopeOf(brand);
    const { Token: token, OrderId: publicId } = body;
    const browser = browserOf({ ctx, cookies });
    await ctx.database.transact(scope.tenantId, async (tx) => {
      if (token !== undefined) {
        const link = await lockLink(tx, scope, hashOfToken(ctx, scope.brandId, token));
        if (link) await mailAgain(tx, ctx, scope.tenantId, { orderId: link.order_id, itemId: link.item_id });
      } else if (publicId !== undefined && browser) {
        const order = await findOrderOfBrowser(tx, scope, publicId, browser);
        if (order) await mailAgain(tx, ctx, scope.tenantId, { orderId: order.id, itemId: null });
      }
    });
    return ok({ IsSuccessful: true as const });
  },
  { rate: 'store' },
);

async function mailAgain(tx: Tx, ctx: AppContext, tenantId: number, { orderId, itemId }: LinkOwner): Promise<void> {
  const order = await lockOrder(tx, tenantId, orderId);
  if (order?.state !== 'Issued') return;
  if (itemId === null) {
    const isMailed = await mailOrder(tx, ctx, order, await listItems(tx, tenantId, orderId));
    if (isMailed) await saveSecretsUntil(tx, tenantId, orderId, ctx.clocks.security.now() + ctx.config.store.secretsMs);
    return;
  }
  const item = await findItem(tx, tenantId, itemId);
  const state = item && itemStateOf(order, item);
  // A card that was confirmed as kept is not shown again.
  if (item?.kept_at === null && (state === 'Sent' || state === 'Opened')) await mailGift(tx, ctx, order, item);
}
