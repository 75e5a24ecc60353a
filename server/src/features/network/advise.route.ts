import { ok } from '@wattle/contract/errors.ts';
import { advise } from '@wattle/contract/network/authorise.ts';
import { handleSigned } from '../../http/handle.ts';
import { takeAdvice } from './authorise.ts';
import { isFromNetwork } from './signature.ts';

export const adviseRoute = handleSigned(advise, isFromNetwork, async ({ body, ctx }) =>
  ok(await takeAdvice(ctx, body)),
);
