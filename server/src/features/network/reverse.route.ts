import { ok } from '@wattle/contract/errors.ts';
import { reverse } from '@wattle/contract/network/authorise.ts';
import { handleSigned } from '../../http/handle.ts';
import { reversePurchase } from './reverse.ts';
import { isFromNetwork } from './signature.ts';

export const reverseRoute = handleSigned(reverse, isFromNetwork, async ({ body, ctx }) =>
  ok(await reversePurchase(ctx, body)),
);
