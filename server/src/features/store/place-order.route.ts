import { randomUUID } from 'node:crypto';
import { err, ok } from '@wattle/contract/errors.ts';
import { placeOrder } from '@wattle/contract/store/orders.ts';
import { handlePublic } from '../../http/handle.ts';
import { audit } from '../../platform/sealed-log/audit.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { pageOf } from '../reset/public.ts';
import { isOfAge, judgeOrder } from './basket.ts';
import { findStore, rememberBrowser, scopeOf } from './store-caller.ts';
import { listSold } from './catalogue.store.ts';
import { addOrder } from './order.store.ts';

export const placeOrderRoute = handlePublic(
  placeOrder,
  async ({ body, ctx, request, cookies }) => {
    const brand = await findStore(ctx, request, body.brand);
    if (!brand) return err('not_found');
    const now = ctx.clocks.business.now();
    const today = dayAt(now);
    if (!isOfAge(body.DateOfBirth, { brand, today })) return err('required_field', 'DateOfBirth');
    const scope = scopeOf(brand);
    const sold = await ctx.database.read(scope.tenantId, (tx) => listSold(tx, scope.tenantId, scope.brandId));
    const items = judgeOrder(body.Items, { brand, sold, today, giftMonthsAhead: ctx.config.store.giftMonthsAhead });
    if (!items.ok) return items;
    const browserHash = rememberBrowser({ ctx, cookies });
    const publicId = randomUUID();
    await ctx.database.transact(scope.tenantId, async (tx) => {
      const id = await addOrder(tx, {
        ...scope,
        publicId,
        language: body.Language,
        email: body.Email,
        page: pageOf(ctx, brand, request, '/store'),
        browserHash,
        fee: BigInt(brand.settings.StoreFee),
        items: items.value,
        at: now,
      });
      audit(tx, ctx.clocks, {
        tenantId: scope.tenantId,
        actor: 'visitor',
        action: 'store.order_placed',
        object: `order:${id}`,
        outcome: 'ok',
        requestId: request.id,
        details: { brand: brand.identifier, cards: items.value.length },
      });
    });
    return ok({ OrderId: publicId });
  },
  { rate: 'store' },
);
