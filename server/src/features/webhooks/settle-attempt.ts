import type { AppContext } from '../../compose/context.ts';
import { addAttempt, endAttempt, markRaised, noteFailure, noteSuccess } from './delivery.store.ts';
import { switchEndpoint } from './endpoint.store.ts';
import { raise } from './figures.ts';
import { afterFailure, ANEW_AFTER_MS, type Outcome, pauseOf, verdictOf, waitAfter } from './schedule.domain.ts';

type Made = {
  readonly tenantId: number;
  readonly endpointId: bigint;
  readonly eventId: bigint;
  /** From 1. */
  readonly attempt: number;
  /** Security clock. */
  readonly atMs: number;
  readonly outcome: Outcome;
  readonly ms: number;
};

/** Pause of a receiver that failed, so that a backlog does not press on it. */
const FAILED_PAUSE_MS = 1_000;

/** Name of the one who changed an endpoint that the server disabled. */
const SERVER = 'the server';

/**
 * Keeps an attempt, and what follows from it: the event is delivered, sent again later or given up, and an endpoint
 * that is gone or fails for too long is disabled. Answers whether it failed. Each settling locks the endpoint before the
 * delivery, as the desk does.
 */
export async function settleAttempt(ctx: AppContext, made: Made): Promise<'done' | 'failed'> {
  const { tenantId, outcome, attempt } = made;
  const nowMs = ctx.clocks.security.now();
  const verdict = verdictOf(outcome);
  const pause = pauseOf(outcome, nowMs) ?? FAILED_PAUSE_MS;
  const raised: Parameters<typeof raise>[2][] = [];
  await ctx.database.transact(tenantId, async (tx) => {
    addAttempt(tx, made, made);
    if (verdict === 'done') {
      noteSuccess(tx, made);
      endAttempt(tx, made, attempt, { state: 'done' });
      return;
    }
    const since = { nowMs, anewBeforeMs: nowMs - ANEW_AFTER_MS, pausedUntilMs: nowMs + pause };
    const failing = await noteFailure(tx, made, since);
    const waitMs = waitAfter(attempt, Math.random());
    const againAtMs = nowMs + Math.max(waitMs ?? 0, pause);
    endAttempt(tx, made, attempt, waitMs === undefined ? { state: 'failed' } : { againAtMs });
    // Someone switched it off meanwhile.
    if (!failing) return;
    const then = verdict === 'gone' ? 'disable' : afterFailure(failing.failingSinceMs, nowMs);
    if (then === 'disable') {
      const reason = verdict === 'gone' ? 'gone' : 'failing';
      const by = { atMs: ctx.clocks.business.now(), by: SERVER };
      await switchEndpoint(tx, tenantId, made.endpointId, { state: 'disabled', reason }, by);
      raised.push(reason);
      return;
    }
    if (then === 'raise' && !failing.isRaised) {
      await markRaised(tx, made);
      raised.push('failing_for_a_day');
    }
  });
  for (const alert of raised) raise(ctx, made, alert);
  return verdict === 'done' ? 'done' : 'failed';
}
