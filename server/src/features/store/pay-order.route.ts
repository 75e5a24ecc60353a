import { err, ok } from '@wattle/contract/errors.ts';
import { payOrder } from '@wattle/contract/store/pay-order.ts';
import { handlePublic } from '../../http/handle.ts';
import { productTexts } from '../../platform/texts.ts';
import { initiateCharge } from '../gateway/public.ts';
import { ORDER_PURPOSE } from './order-payment.ts';
import { ownOrder } from './own-order.ts';
import { prepareOrder } from './prepare-order.ts';

export const payOrderRoute = handlePublic(
  payOrder,
  async (call) => {
    const { ctx, request, body } = call;
    const own = await ownOrder(call);
    const order = own && (await ctx.database.read(own.place.tenantId, own.find));
    if (!own || !order) return err('not_found');
    if (order.state !== 'Placed') return err('card_problem');
    await prepareOrder(ctx, order);
    const language = body.Language ?? order.language;
    const charge = await initiateCharge(ctx, {
      ...own.place,
      purpose: ORDER_PURPOSE,
      subject: String(order.id),
      amount: order.cards_total + order.fee,
      address: request.address,
      origin: request.origin,
      actor: 'visitor',
      requestId: request.id,
      describes: productTexts(language, 'store')['charge'] ?? '',
      language,
    });
    // An order has no maximum that it could pass.
    if (!charge.ok) return err('payment_on_its_way');
    const { url, Sid, Sst } = charge.value;
    return ok({ url, Sid, Sst });
  },
  { rate: 'store' },
);
