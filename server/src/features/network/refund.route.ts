import { ok } from '@wattle/contract/errors.ts';
import { refund } from '@wattle/contract/network/authorise.ts';
import { handleSigned } from '../../http/handle.ts';
import { refundPurchase } from './refund.ts';
import { isFromNetwork } from './signature.ts';

export const refundRoute = handleSigned(refund, isFromNetwork, async ({ body, ctx }) =>
  ok(await refundPurchase(ctx, body)),
);
