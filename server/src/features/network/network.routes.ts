import { ok } from '@wattle/contract/errors.ts';
import { advise, authorise, clear, refund, reverse } from '@wattle/contract/network/authorise.ts';
import { handleSigned, type Route } from '../../http/handle.ts';
import { readPurchase } from '../../outside/processors/wattle/read-purchase.ts';
import { takeAdvice } from './authorise.ts';
import { clearPurchase } from './clear.ts';
import { refundPurchase } from './refund.ts';
import { reversePurchase } from './reverse.ts';
import { isFromNetwork } from './signature.ts';
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
];
