import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../../compose/context.ts';
import type { BindTools } from '../../http/bind.ts';
import { refuse } from '../../http/fault.ts';
import type { MessageReceipt } from '../../outside/receipt.ts';
import { TenantElsewhere } from '../../platform/database/unavailable.ts';
import { hear } from '../messages/public.ts';
import { receiptsOrigin, transportsOf } from '../programme/public.ts';
import { countIgnored, countReceipt } from './receipt-figures.ts';
import { EARLY } from './receipts.due.ts';

type Channel = 'email' | 'sms';

/** The largest call of a provider. A notice of mail has the headers of the message. */
const BODY_LIMIT_BYTES: Readonly<Record<Channel, number>> = { sms: 32 * 1024, email: 256 * 1024 };
const PATHS: Readonly<Record<Channel, string>> = { sms: 'sms-receipts', email: 'mail-notices' };
/** Receipts of one call. Providers send one or a few. */
const MOST = 100;

/**
 * Serves the receipts of the providers of a programme, raw, because signatures are over the bytes and each provider has
 * its own form. They are stored before they are answered, so that none need be sent again.
 */
export function serveReceipts(app: FastifyInstance, ctx: AppContext, tools: Pick<BindTools, 'countCall'>): void {
  for (const channel of ['sms', 'email'] as const) {
    app.post<{ Params: { readonly programme: string } }>(
      `/network/${PATHS[channel]}/:programme`,
      { bodyLimit: BODY_LIMIT_BYTES[channel], config: { operation: 'messageReceipts' } },
      async (called, reply) => {
        const { params, headers, rawBody } = called;
        const tenantId = /^[1-9]\d{0,8}$/.test(params.programme) ? Number(params.programme) : undefined;
        const url = `${receiptsOrigin(ctx) ?? ''}${called.url}`;
        const beforeFetch = countOnce(tools, called);
        const request = { headers, rawBody, url, nowMs: ctx.clocks.security.now(), beforeFetch };
        const receipts = tenantId === undefined ? undefined : await readerOf(ctx, channel, tenantId)?.(request);
        if (tenantId === undefined || receipts === undefined) {
          countIgnored(channel, 'not_signed');
          await beforeFetch();
          return refuse(reply, 'bad_bearer');
        }
        for (const receipt of receipts.slice(0, MOST)) await takeReceipt(ctx, tenantId, channel, receipt);
        return reply.type('application/json; charset=utf-8').send(JSON.stringify({ received: true }));
      },
    );
  }
}

/** Counts a call that is not proven against the rate of its address, once. Proven ones count for nothing. */
function countOnce({ countCall }: Pick<BindTools, 'countCall'>, request: FastifyRequest): () => Promise<void> {
  let counted: Promise<void> | undefined;
  return () => (counted ??= countCall('unprovenReceipt', request));
}

/** Reader of the receipts of a programme: that of its own provider, or of the instance's that serves it. */
function readerOf(ctx: AppContext, channel: Channel, tenantId: number) {
  if (ctx.places?.ofTenant(tenantId) !== undefined) throw new TenantElsewhere(tenantId, false, {});
  return transportsOf(ctx, tenantId, ctx.outside)[channel]?.readReceipts;
}

/** Notes a receipt, or keeps it for a while where its message is not known yet. */
async function takeReceipt(
  ctx: AppContext,
  tenantId: number,
  channel: Channel,
  receipt: MessageReceipt,
): Promise<void> {
  const hearing = await ctx.database.transact(tenantId, async (tx) => {
    const heard = await hear(tx, ctx, { tenantId, channel, receipt });
    if (heard !== 'unknown') return heard;
    const key = createHash('sha256').update(`${channel}:${receipt.id}`).digest('hex');
    const cameAt = ctx.clocks.security.now();
    await ctx.dueWork.enqueue(tx, EARLY, { tenantId, key, dueAt: cameAt, payload: { channel, receipt, cameAt } });
    return heard;
  });
  if (hearing === 'new') countReceipt(channel, receipt);
}
