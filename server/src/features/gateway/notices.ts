import type { AppContext } from '../../compose/context.ts';
import { describeBug } from '../../http/fault.ts';
import type { GatewayHappening, GatewayNotice, GatewayRefundWord } from '../../outside/gateway/port.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { askAbout } from './ask.ts';
import { takeDispute, takeWarning } from './disputes.ts';
import { keptNotice, type KeptNotice, NOTICES, noticeOf } from './kept-notice.ts';
import { learn, learnDecline } from './learn.ts';
import { findNamed, findPayment } from './payment.store.ts';
import { READY_REPORTS } from './ready-reports.ts';
import { readReference, readRefundReference } from './reference.ts';
import { findRefund } from './refund.store.ts';
import { settleOutcome } from './settle-refund.ts';
import { takeCameBack } from './take-came-back.ts';

type About = GatewayNotice['about'];

/** Number of the programme that a notice names; undefined: it names none. */
export function programmeOf({ reference, refund }: About): number | undefined {
  if (reference !== undefined) return readReference(reference)?.tenantId;
  return refund === undefined ? undefined : readRefundReference(refund)?.tenant_id;
}

/** Id of the payment that a notice is about. */
async function paymentOf(tx: Tx, tenantId: number, about: About): Promise<string | undefined> {
  const named = about.reference === undefined ? undefined : readReference(about.reference);
  if (named?.tenantId !== tenantId) return findNamed(tx, tenantId, about);
  return (await findPayment(tx, tenantId, named.id))?.id;
}

/** Whether a notice is about something of the programme, or about a charge that it may have and does not know yet. */
async function isOurs(tx: Tx, tenantId: number, { about, what }: GatewayNotice): Promise<boolean> {
  if (what.kind === 'reportReady') return true;
  if ('disputeId' in what || 'warningId' in what) return about.chargeId !== undefined || about.reference !== undefined;
  if (what.kind !== 'refund') return (await paymentOf(tx, tenantId, about)) !== undefined;
  const named = about.refund === undefined ? undefined : readRefundReference(about.refund);
  return named?.tenant_id === tenantId && (await findRefund(tx, tenantId, named.key)) !== undefined;
}

/**
 * Stores a notice of a programme's gateway and applies it immediately; due work applies it if that fails. Its id makes
 * a repetition harmless.
 */
export async function takeNotice(ctx: AppContext, tenantId: number, notice: GatewayNotice): Promise<void> {
  const dueAt = ctx.clocks.security.now() + ctx.config.gateway.noticeAgainMs;
  const isNew = await ctx.database.transact(
    tenantId,
    async (tx) =>
      (await isOurs(tx, tenantId, notice)) &&
      ctx.dueWork.enqueue(tx, NOTICES, { tenantId, key: notice.id, dueAt, payload: keptNotice(notice) }),
  );
  if (!isNew) return;
  try {
    await actOnNotice(ctx, tenantId, notice);
  } catch (error) {
    ctx.log.warn({ bug: describeBug(error) }, 'a notice of the gateway is acted on later');
  }
}

/** Applies a notice. False if it arrived before the event that it depends on. */
async function actOnNotice(ctx: AppContext, tenantId: number, { about, what }: GatewayNotice): Promise<boolean> {
  if (what.kind === 'refund') return settle(ctx, tenantId, about.refund, what.state);
  if (what.kind === 'reportReady') return queueReport(ctx, tenantId, what.name);
  const id = await ctx.database.read(tenantId, (tx) => paymentOf(tx, tenantId, about));
  if (id === undefined) return !('disputeId' in what || 'warningId' in what);
  switch (what.kind) {
    case 'changed':
      return askAbout(ctx, tenantId, id);
    case 'said':
      return (await learn(ctx, tenantId, id, what.word)) ? askAbout(ctx, tenantId, id, 'close') : true;
    case 'declined':
      return (await learnDecline(ctx, tenantId, id, what.decline)) ? askAbout(ctx, tenantId, id, 'close') : true;
    default: {
      const chargeId = about.chargeId ?? (await chargeOf(ctx, tenantId, id));
      const take = () => takeCase(ctx, tenantId, chargeId, what);
      if (await take()) return true;
      // Its payment is not booked yet, possibly because its notice was lost.
      await askAbout(ctx, tenantId, id);
      return take();
    }
  }
}

async function queueReport(ctx: AppContext, tenantId: number, name: string): Promise<boolean> {
  const item = { tenantId, key: name, payload: { name } };
  await ctx.database.transact(tenantId, (tx) => ctx.dueWork.enqueue(tx, READY_REPORTS, item));
  return true;
}

async function chargeOf(ctx: AppContext, tenantId: number, id: string): Promise<string | undefined> {
  return (await ctx.database.read(tenantId, (tx) => findPayment(tx, tenantId, id)))?.charge_id ?? undefined;
}

type Case = Extract<GatewayHappening, { readonly disputeId: string } | { readonly warningId: string }>;

async function takeCase(ctx: AppContext, tenantId: number, chargeId: string | undefined, what: Case) {
  if (chargeId === undefined) return false;
  return what.kind === 'fraudWarned'
    ? takeWarning(ctx, tenantId, chargeId, what)
    : takeDispute(ctx, tenantId, chargeId, what);
}

async function settle(ctx: AppContext, tenantId: number, refund: string | undefined, state: GatewayRefundWord) {
  const named = refund === undefined ? undefined : readRefundReference(refund);
  // One that is under way is asked about until its end.
  if (named?.tenant_id !== tenantId || state === 'pending') return true;
  const settledAt = ctx.clocks.business.now();
  // The notice that it was done may come later than the one that it came back, or never.
  const to = state === 'failed' ? 'Failed' : 'Done';
  await settleOutcome(ctx, named, { state: to, settledAt, nextAt: null });
  // One that had been made came back, whichever word the gateway has for it.
  return state === 'done' || takeCameBack(ctx, named);
}

/** Applies stored notices that were not applied yet or came too early. */
export const takeNotices: QueuedJob<AppContext, KeptNotice> = {
  queue: NOTICES,
  atOnce: 10,
  async outside(ctx, { tenantId, payload, plannedAt }) {
    const isDone = await actOnNotice(ctx, tenantId, noticeOf(payload));
    return async () => {
      if (isDone) return 'done';
      const now = ctx.clocks.security.now();
      const { secondMs, thenMs, giveUpAfterMs } = ctx.config.outside.asking;
      if (now - plannedAt >= giveUpAfterMs) return { giveUp: 'unknown_charge' };
      return { againAt: now + (now - plannedAt < secondMs ? ctx.config.gateway.noticeAgainMs : thenMs) };
    };
  },
};
