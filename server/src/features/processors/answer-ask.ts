import { performance } from 'node:perf_hooks';
import { ANSWER } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../compose/context.ts';
import { readHeld } from '../network/public.ts';
import { Late } from '../../platform/database/database.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import type { Ask, Decision, Delivery, HttpAnswer } from '../../outside/processors/port.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import { type Connected, portOf } from './connection.ts';
import { decideAsk, declined } from './decide-ask.ts';
import type { AskOutcome } from './event-end.store.ts';
import type { NotedEvent } from './event.store.ts';
import { countAsk } from './figures.ts';
import { answerAgain, contentHash, keptAnswer, keptId, keptUnknown, withoutNumbers } from './inbound.ts';
import { mayAddUnsaid, newDelivery } from './new-delivery.ts';
import { readAskedAmount } from './purchase.store.ts';
import { raise } from './raise.ts';
import { roadOf } from './road.ts';

/** Left of the processor's deadline for the way back. */
export const WAY_BACK_MS = 500;
/** With less than this no transaction is begun. */
const LEAST_MS = 150;

/** Answers nothing, so that the processor's own setting decides. */
const LEFT_TO_THEM: HttpAnswer = { status: 503, headers: {}, body: '' };

/** How an ask was answered. `stored`: as the first time; nothing is written. */
type Answered =
  | { readonly stored: HttpAnswer }
  | { readonly decision: Decision; readonly isKeyReused?: true }
  | { readonly silentFor: 'late' | 'database' | 'off' | 'fault' };

/**
 * Answers an ask before its deadline, which counts from the first byte: by a decision that is committed, or by silence
 * with nothing committed. `arrivedMs` is of the process's monotonic clock.
 */
export async function answerAsk(
  ctx: AppContext,
  connected: Connected,
  { ask, delivery, arrivedMs }: { readonly ask: Ask; readonly delivery: Delivery; readonly arrivedMs: number },
): Promise<HttpAnswer> {
  const { connection, adapter } = connected;
  const wallMs = arrivedMs + adapter.deadlineMs - WAY_BACK_MS;
  const answered = await beforeWall(wallMs, () => settle(ctx, connected, ask, delivery, wallMs));
  if ('stored' in answered) return answered.stored;
  const at = portOf(connection);
  const answer =
    'decision' in answered
      ? adapter.answer(ask, answered.decision, at)
      : connection.settings.silence === 'leave'
        ? LEFT_TO_THEM
        : adapter.silence(ask, at);
  const msUsed = performance.now() - arrivedMs;
  const outcome = outcomeOf(answered);
  countAsk(connection.kind, ask.do, outcome, msUsed);
  if ('decision' in answered && answered.isKeyReused) raise(ctx, connected, 'key_reused');
  if (ask.currency !== undefined) raise(ctx, connected, 'currency');
  if ('silentFor' in answered && answered.silentFor !== 'off') raise(ctx, connected, 'silent');
  // A key that is used again has the event of its first use.
  if (!('decision' in answered && answered.isKeyReused)) {
    roadOf(ctx).end(ctx, connection.tenantId, {
      connectionId: connection.id,
      key: keptId(ctx.secrets, ask.key),
      atMs: ctx.clocks.business.now(),
      kind: ask.do,
      outcome,
      did: didOf(answered),
      msUsed,
      answer: keptAnswer(ask, answer),
      words: keptUnknown(ask),
    });
  }
  return answer;
}

/** The result, or silence at the wall. What runs on has the deadline too, and commits nothing behind it. */
async function beforeWall(wallMs: number, work: () => Promise<Answered>): Promise<Answered> {
  const { promise, resolve } = Promise.withResolvers<Answered>();
  const timer = setTimeout(() => resolve({ silentFor: 'late' }), Math.max(0, wallMs - performance.now()));
  try {
    return await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function settle(
  ctx: AppContext,
  connected: Connected,
  ask: Ask,
  delivery: Delivery,
  wallMs: number,
): Promise<Answered> {
  const { connection } = connected;
  try {
    if (isTooLate(wallMs)) return { silentFor: 'late' };
    const held = await heldBefore(ctx, connected, ask);
    const kept = newDelivery(ctx, connected, delivery, [ask], held);
    const [noted] = await roadOf(ctx).notes.submit(connection.tenantId, kept);
    const before = answerBefore(ctx, ask, noted);
    if (before) return before;
    if (!connection.isOn) return { silentFor: 'off' };
    if (ask.currency !== undefined) return { decision: declined(ask, ANSWER.error, 'currency') };
    const meant = await incrementOf(ctx, connected, ask);
    if (isTooLate(wallMs)) return { silentFor: 'late' };
    const decision = await decideAsk(ctx, connected, withoutNumbers(meant), wallMs);
    return decision === 'late' ? { silentFor: 'late' } : { decision };
  } catch (error) {
    if (error instanceof Late) return { silentFor: 'late' };
    if (isDatabaseAway(error)) return { silentFor: 'database' };
    ctx.log.error({ connection: connection.id, err: error }, 'an ask of a card processor failed');
    return { silentFor: 'fault' };
  }
}

/** Cents that an ask for a total names again, as far as they are held. */
async function heldBefore(ctx: AppContext, { adapter, connection }: Connected, ask: Ask): Promise<bigint> {
  const { tenantId, settings } = connection;
  if (settings.increments !== 'totals' || !mayAddUnsaid(adapter, ask)) return 0n;
  return (await ctx.database.read(tenantId, (tx) => readHeld(tx, tenantId, ask.message.reference))) ?? 0n;
}

/** The ask as it is decided: one that was noted as adding to its purchase is an increment, and its first is unchanged. */
async function incrementOf(ctx: AppContext, { adapter, connection }: Connected, ask: Ask): Promise<Ask> {
  if (!mayAddUnsaid(adapter, ask)) return ask;
  const { tenantId, id } = connection;
  const reference = referenceOf(id, ask.key);
  const added = await ctx.database.read(tenantId, (tx) => readAskedAmount(tx, tenantId, id, reference));
  if (added === undefined || reference === ask.message.reference) return ask;
  // Other amounts of a total have their part in what was asked before.
  const parts = { askedAmount: undefined, cashAmount: undefined, acquirerFee: undefined, shopAmount: undefined };
  const message = {
    ...ask.message,
    ...(connection.settings.increments === 'totals' && parts),
    reference,
    original: ask.message.reference,
    amount: Number(added),
  };
  return { ...ask, do: 'increment', message };
}

const isTooLate = (wallMs: number) => wallMs - performance.now() < LEAST_MS;

/** Answer to a message that came before. Undefined: it has no answer yet, as when its server was stopped. */
function answerBefore({ secrets }: Pick<AppContext, 'secrets'>, ask: Ask, noted: NotedEvent): Answered | undefined {
  if (!noted) return undefined;
  if (!noted.content_hash.equals(contentHash(secrets, ask))) {
    return { decision: declined(ask, ANSWER.duplicate, 'keyReused'), isKeyReused: true };
  }
  return noted.answer ? { stored: answerAgain(ask, noted.answer) } : undefined;
}

function outcomeOf(answered: Exclude<Answered, { readonly stored: HttpAnswer }>): AskOutcome {
  if ('silentFor' in answered) return 'silent';
  const { approvalCode, reason } = answered.decision;
  if (approvalCode !== null) return 'approved';
  return reason === 'currency' || answered.isKeyReused ? 'refused' : 'declined';
}

/** In a word: why it was silent or declined, or that a part was approved. */
function didOf(answered: Exclude<Answered, { readonly stored: HttpAnswer }>): string | null {
  if ('silentFor' in answered) return answered.silentFor;
  const { answer, approvedAmount, reason } = answered.decision;
  if (approvedAmount !== undefined) return 'part';
  return answered.decision.approvalCode === null ? (reason ?? answer) : null;
}
