import { ok } from '@wattle/contract/errors.ts';
import { sendGatewayNotice } from '@wattle/contract/gateway/gateway-notice.ts';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import { refuse } from '../../http/fault.ts';
import { type Authenticate, handleSigned, type Route, type SignedRequest } from '../../http/handle.ts';
import type { GatewayNotice } from '../../outside/gateway/port.ts';
import { parseJson } from '../../outside/http-json.ts';
import { gatewayOf } from '../programme/public.ts';
import { programmeOf, takeNotice } from './notices.ts';

/** The largest notice of a gateway. */
const BODY_LIMIT_BYTES = 256 * 1024;

type Signed = Pick<SignedRequest, 'headers' | 'rawBody' | 'ctx'>;

/** A notice is believed where the gateway of the programme that it names has signed it. */
function noticesIn({ headers, rawBody, ctx }: Signed): readonly GatewayNotice[] | undefined {
  const read = sendGatewayNotice.body.safeParse(parseJson(rawBody));
  const named = read.success ? programmeOf(read.data.data) : undefined;
  const gateway = named === undefined ? ctx.outside.gateway : gatewayOf(ctx, named);
  return gateway?.readNotices(headers, rawBody, ctx.clocks.security.now());
}

const isFromGateway: Authenticate = (request) => noticesIn(request) !== undefined;

/** Stores a notice of a hosted page before answering. */
export const gatewayNoticesRoute = handleSigned(sendGatewayNotice, isFromGateway, async ({ signed, ctx }) => {
  for (const notice of noticesIn({ ...signed, ctx }) ?? []) {
    const tenantId = programmeOf(notice.about);
    if (tenantId !== undefined) await takeNotice(ctx, tenantId, notice);
  }
  return ok({ received: true as const });
});

/**
 * Serves the notices of the gateway of a programme, raw, because the signature is over the bytes and the words are the
 * gateway's. They are stored before they are answered.
 */
export function serveGatewayNotices(app: FastifyInstance, ctx: AppContext): void {
  app.post<{ Params: { readonly programme: string } }>(
    '/network/gateway-notices/:programme',
    { bodyLimit: BODY_LIMIT_BYTES, config: { operation: 'gatewayNotices' } },
    async ({ params, headers, rawBody }, reply) => {
      const tenantId = /^[1-9]\d{0,8}$/.test(params.programme) ? Number(params.programme) : undefined;
      const gateway = tenantId === undefined ? undefined : gatewayOf(ctx, tenantId);
      const notices = gateway?.readNotices(headers, rawBody, ctx.clocks.security.now());
      if (tenantId === undefined || notices === undefined) return refuse(reply, 'bad_bearer');
      for (const notice of notices) await takeNotice(ctx, tenantId, notice);
      return reply.type('application/json; charset=utf-8').send(JSON.stringify({ received: true }));
    },
  );
}

/** Calls by the payment service. */
export const gatewayRoutes: readonly Route[] = [gatewayNoticesRoute];
