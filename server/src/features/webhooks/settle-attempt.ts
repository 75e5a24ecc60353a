import type { AppContext } from '../../compose/context.ts';
import { addAttempt, endAttempt, markRaised, noteFailure, noteSuccess, pauseUntil } from './delivery.store.ts';
import { switchEndpoint } from './endpoint.store.ts';
import { raise } from './figures.ts';
import { afterFailure, type Outcome, pauseOf, verdictOf, waitAfter } from './schedule.domain.ts';

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
 * that is gone or fails for too long is disabled. `nextAtMs`: when the endpoint may get what else is due.
 */
export async function settleAttempt(
  ctx: AppContext,
  made: Made,
): Promise<{ readonly kind: 'done' } | { readonly kind: 'failed'; readonly nextAtMs: number }> {
  const { tenantId, outcome, attempt } = made;
  const nowMs = ctx.clocks.security.now();
  const verdict = verdictOf(outcome);
  const pause = pauseOf(outcome, nowMs) ?? FAILED_PAUSE_MS;
  const raised: Parameters<typeof raise>[2][] = [];
  await ctx.database.transact(tenantId, async (tx) => {
    addAttempt(tx, made, made);
    if (verdict === 'done') {
      endAttempt(tx, made, attempt, { state: 'done' });
      noteSuccess(tx, made);
      return;
    }
    const waitMs = waitAfter(attempt, Math.random());
    const againAtMs = nowMs + Math.max(waitMs ?? 0, pause);
    endAttempt(tx, made, attempt, waitMs === undefined ? { state: 'failed' } : { againAtMs });
    const failing = await noteFailure(tx, made, nowMs);
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
    await pauseUntil(tx, made, nowMs + pause);
    if (then === 'raise' && !failing.isRaised) {
      await markRaised(tx, made);
      raised.push('failing_for_a_day');
    }
  });
  for (const alert of raised) raise(ctx, made, alert);
  return verdict === 'done' ? { kind: 'done' } : { kind: 'failed', nextAtMs: nowMs + pause };
}
