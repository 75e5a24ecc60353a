import { ok } from '@wattle/contract/errors.ts';
import {
  advise,
  announceRefund,
  authorise,
  clear,
  correct,
  expire,
  notice,
  refund,
  reverse,
  reverseRefund,
  setHold,
} from '@wattle/contract/network/authorise.ts';
import { handleSigned, type Route } from '../../http/handle.ts';
import { readPurchase } from '../../outside/processors/wattle/read-purchase.ts';
import { takeAdvice } from './authorise.ts';
import { clearPurchase } from './clear.ts';
import { refundPurchase } from './refund.ts';
import { followPurchase, reversePurchase } from './reverse.ts';
import { isFromNetwork } from './signature.ts';
import { announceRefund as announce } from './told/announce-refund.ts';
import { correctPurchase } from './told/correct.ts';
import { noteDecline } from './told/notice.ts';
import { takeRefundBack } from './told/take-refund-back.ts';
import { authoriseOrStandIn } from './stand-in/stand-in.ts';

/** Messages of the card network, which signs them. */
export const networkRoutes: readonly Route[] = [
  handleSigned(authorise, isFromNetwork, async ({ body, ctx }) =>
    ok(await authoriseOrStandIn(ctx, readPurchase(body))),
  ),

  handleSigned(advise, isFromNetwork, async ({ body, ctx }) => ok(await takeAdvice(ctx, readPurchase(body)))),

  handleSigned(clear, isFromNetwork, async ({ body, ctx }) =>
    ok(await clearPurchase(ctx, { ...readPurchase(body), isFinal: body.isFinal })),
  ),

  handleSigned(reverse, isFromNetwork, async ({ body, ctx }) => ok(await reversePurchase(ctx, body))),

  handleSigned(refund, isFromNetwork, async ({ body, ctx }) => ok(await refundPurchase(ctx, readPurchase(body)))),

  handleSigned(notice, isFromNetwork, async ({ body, ctx }) =>
    ok(await noteDecline(ctx, { ...readPurchase(body), reason: body.reason })),
  ),

  handleSigned(setHold, isFromNetwork, async ({ body, ctx }) => {
    const keep = BigInt(body.amount);
    return ok(await followPurchase(ctx, { ...body, kind: 'hold', keep, isTooLate: false, message: body }, false));
  }),

  handleSigned(expire, isFromNetwork, async ({ body, ctx }) =>
    ok(await followPurchase(ctx, { ...body, kind: 'expiry', keep: 0n, isTooLate: false, message: body }, false)),
  ),

  handleSigned(correct, isFromNetwork, async ({ body, ctx }) =>
    ok(await correctPurchase(ctx, { ...readPurchase(body), side: body.side })),
  ),

  handleSigned(announceRefund, isFromNetwork, async ({ body, ctx }) => ok(await announce(ctx, readPurchase(body)))),

  handleSigned(reverseRefund, isFromNetwork, async ({ body, ctx }) =>
    ok(await takeRefundBack(ctx, readPurchase(body))),
  ),
];
