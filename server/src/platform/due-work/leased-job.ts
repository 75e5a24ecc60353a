import type { BackOff } from './back-off.domain.ts';
import type { Item, ItemOutcome, Occurrence, QueuedJob, RecurringJob, RecurringOutcome, Work } from './job.ts';
import type { ClockName } from './queue.ts';
import { nextOccurrence, type Recurrence } from './occurrences.domain.ts';

const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** 12 attempts in 5 hours. */
const ITEM_BACK_OFF: BackOff = { firstMs: 10_000, longestMs: HOUR_MS, attempts: 12, jitter: 0.2 };
/** Recurring work is never given up. */
const RECURRING_BACK_OFF: BackOff = {
  firstMs: 5_000,
  longestMs: HOUR_MS / 12,
  attempts: Number.POSITIVE_INFINITY,
  jitter: 0.2,
};

/** A queued or recurring job from `due_work`, with all limits set. */
export type LeasedJob<Ctx> = {
  readonly name: string;
  readonly clock: ClockName;
  readonly leaseMs: number;
  readonly backOff: BackOff;
  readonly atOnce: number;
  /** Rows per claim. Recurring work has one row and takes `atOnce` rows from the feature's tables. */
  readonly claims: number;
  /** Whether more work may be due immediately after a full claim: items, and missed daily occurrences. */
  readonly catchesUp: boolean;
  readonly goesOnWhileHeld: boolean;
  readonly recurrence: { readonly scope: 'tenant' | 'instance'; readonly when: Recurrence } | undefined;
  readonly work: Work<Ctx, Item<unknown>, ItemOutcome> | Work<Ctx, Occurrence, RecurringOutcome>;
};

export function leasedJob<Ctx>(job: QueuedJob<Ctx> | RecurringJob<Ctx>): LeasedJob<Ctx> {
  const { atOnce, leaseMs = LEASE_MS } = job;
  if (!Number.isInteger(atOnce) || atOnce < 1) throw new RangeError('a job takes at least one at once');
  if ('queue' in job) {
    const { name, clock } = job.queue;
    const { backOff = ITEM_BACK_OFF } = job;
    const limits = { atOnce, leaseMs, backOff, claims: atOnce, catchesUp: true };
    return { name, clock, ...limits, goesOnWhileHeld: false, recurrence: undefined, work: job };
  }
  const { name, clock, scope, when, goesOnWhileHeld = false, backOff = RECURRING_BACK_OFF } = job;
  return {
    name,
    clock,
    atOnce,
    leaseMs,
    backOff,
    claims: 1,
    catchesUp: 'dailyAt' in when,
    goesOnWhileHeld,
    recurrence: { scope, when },
    work: job,
  };
}

/** The next occurrence, or undefined for an item. */
export function nextAfter<Ctx>({ recurrence }: LeasedJob<Ctx>, plannedMs: number, nowMs: number): number | undefined {
  return recurrence && nextOccurrence(recurrence.when, plannedMs, nowMs);
}
