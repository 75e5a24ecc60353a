import { ok } from '@wattle/contract/errors.ts';
import { clear } from '@wattle/contract/network/authorise.ts';
import { handleSigned } from '../../http/handle.ts';
import { clearPurchase } from './clear.ts';
import { isFromNetwork } from './signature.ts';

export const clearRoute = handleSigned(clear, isFromNetwork, async ({ body, ctx }) =>
  ok(await clearPurchase(ctx, body)),
);
