import type { WakeUp } from '../wake-up.ts';
import type { Clocks } from '../time/clock.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Log } from '../log.ts';
import type { InstanceHold } from '../backup/instance-hold.ts';
import type { BackOff } from './back-off.domain.ts';
import type { DueWork } from './due-work.ts';
import type { Recurrence } from './occurrences.domain.ts';
import type { ClockName, Queue } from './queue.ts';

/** The part of the application's context that the runner needs. Jobs get the whole context. */
export type DueContext = {
  readonly database: Database;
  readonly clocks: Clocks;
  readonly log: Log;
  readonly dueWork: DueWork;
  readonly instanceHold: Pick<InstanceHold, 'isHeld'>;
};

/** Input of a job: the tenant and the planned time of its work. */
export type Occurrence = {
  readonly tenantId: number;
  /**
   * Planned time of the occurrence, in ms of the job's clock. A daily job gets the scheduled time of that
   * day, however late it runs.
   */
  readonly plannedAt: number;
  /** Maximum number of rows for one call. */
  readonly atOnce: number;
};

export type Item<Payload> = Occurrence & {
  readonly key: string;
  readonly payload: Payload;
  /** From 1. */
  readonly attempt: number;
};

/**
 * How recurring work ended. `more` requests another transaction for the same occurrence immediately;
 * `againAt` postpones the occurrence to a time of the job's clock.
 */
export type RecurringOutcome = 'done' | 'more' | { readonly againAt: number };

/**
 * How an item ended. `againAt` does not count as a failure. `giveUp` makes a dead letter immediately, with a
 * code as its reason.
 */
export type ItemOutcome = 'done' | { readonly againAt: number } | { readonly giveUp: string };

/**
 * How work is carried out.
 *
 * `inTransaction` gets the transaction that also ends the work, so both commit or neither: its writes happen
 * exactly once. If it throws, the transaction is rolled back and retried.
 *
 * `outside` runs without a transaction, for work that waits for another system or commits by itself. It
 * returns a function that settles the result in the transaction that ends the work. The call may happen more
 * than once, so it needs its own idempotency key. The lease is renewed while it runs. If the lease is lost,
 * `signal` is aborted and nothing is settled.
 */
export type Work<Ctx, Given, Outcome> =
  | { inTransaction(ctx: Ctx, tx: Tx, given: Given): Promise<Outcome> }
  | { outside(ctx: Ctx, given: Given & { readonly signal: AbortSignal }): Promise<(tx: Tx) => Promise<Outcome>> };

type Limits = {
  readonly atOnce: number;
  /** How long a claim holds without renewal. */
  readonly leaseMs?: number;
  readonly backOff?: BackOff;
};

/** Processes the items of a queue, `atOnce` per claim. */
export type QueuedJob<Ctx, Payload = unknown> = Limits & { readonly queue: Queue<Payload> } & Work<
    Ctx,
    Item<Payload>,
    ItemOutcome
  >;

/** A recurring job, per tenant or once per instance, on one server at a time. */
export type RecurringJob<Ctx> = Limits & {
  readonly name: string;
  readonly clock: ClockName;
  readonly scope: 'tenant' | 'instance';
  readonly when: Recurrence;
  /** True: work without external effects, which continues while a restored instance is held. */
  readonly goesOnWhileHeld?: boolean;
} & Work<Ctx, Occurrence, RecurringOutcome>;

/** Polls a feature's table that has its own leases. Runs on every server. */
export type PollingJob<Ctx> = {
  readonly name: string;
  readonly everyMs: number;
  /** Notified when there is work for this process. */
  wakeUp?(ctx: Ctx): WakeUp;
  /** Returns when no work is left, or soon after `mayGoOn` returns false because the server is stopping. */
  poll(ctx: Ctx, mayGoOn: () => boolean): Promise<unknown>;
};

export type Job<Ctx> = QueuedJob<Ctx> | RecurringJob<Ctx> | PollingJob<Ctx>;

/** For work outside of a transaction that has nothing to settle. */
export const nothingToSettle = (): Promise<'done'> => Promise.resolve('done');
