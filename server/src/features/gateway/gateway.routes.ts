import { ok } from '@wattle/contract/errors.ts';
import { sendGatewayNotice } from '@wattle/contract/gateway/gateway-notice.ts';
import { describeBug } from '../../http/fault.ts';
import { type Authenticate, handleSigned, type Route } from '../../http/handle.ts';
import { gatewayOf } from '../programme/public.ts';
import { actOnNotice, namedTenant, NOTICES, tenantOfNotice } from './notices.ts';

/** A notice is believed where the gateway of the programme that it names has signed it. */
const isFromGateway: Authenticate = ({ headers, rawBody, ctx }) => {
  const named = namedTenant(rawBody);
  const gateway = named === undefined ? ctx.outside.gateway : gatewayOf(ctx, named);
  return gateway?.isFromGateway(headers, rawBody, ctx.clocks.security.now()) ?? false;
};

/**
 * Stores a notice before answering and applies it immediately; due work applies it if that fails. The id of the notice
 * makes a repetition harmless.
 */
export const gatewayNoticesRoute = handleSigned(sendGatewayNotice, isFromGateway, async ({ body, ctx }) => {
  const received = ok({ received: true as const });
  const tenantId = await tenantOfNotice(ctx, body);
  if (tenantId === undefined) return received;
  const dueAt = ctx.clocks.security.now() + ctx.config.gateway.noticeAgainMs;
  const isNew = await ctx.database.transact(tenantId, (tx) =>
    ctx.dueWork.enqueue(tx, NOTICES, { tenantId, key: body.id, dueAt, payload: body }),
  );
  if (!isNew) return received;
  try {
    await actOnNotice(ctx, tenantId, body);
  } catch (error) {
    ctx.log.warn({ bug: describeBug(error) }, 'a notice of the gateway is acted on later');
  }
  return received;
});

/** Calls by the payment service. */
export const gatewayRoutes: readonly Route[] = [gatewayNoticesRoute];
