import { ok } from '@wattle/contract/errors.ts';
import { authorise } from '@wattle/contract/network/authorise.ts';
import { handleSigned } from '../../http/handle.ts';
import { authoriseOrStandIn } from './stand-in/stand-in.ts';
import { isFromNetwork } from './signature.ts';

export const authoriseRoute = handleSigned(authorise, isFromNetwork, async ({ body, ctx }) =>
  ok(await authoriseOrStandIn(ctx, body)),
);
