import pLimit from 'p-limit';
import { startTicker } from '../time/ticker.ts';
import { type Carrier, carryOut } from './carry-out.ts';
import { claimWork, insertRecurring, readTenants, readWaiting } from './due-work.store.ts';
import type { DueContext, Job, PollingJob } from './job.ts';
import { type LeasedJob, leasedJob } from './leased-job.ts';
import { firstOccurrence } from './occurrences.domain.ts';
import { openWaker, type Waker } from './wake.ts';

/** Rows of the instance belong to no tenant. */
const NO_TENANT = 0;

/** Poll interval. The wake-up signals work queued by this process; polling finds the rest. */
const LOOK_EVERY_MS = 1_000;
/** Connections that the runner may use; the rest of the pool is left to requests. */
const CONNECTIONS = 3;

export type RunnerOptions = {
  readonly lookEveryMs?: number;
  /** For the jitter of retries: from 0 to 1. */
  readonly chance?: () => number;
};

export type Runner = {
  /** Runs all due work that no other server holds, then resolves. */
  runDue(): Promise<void>;
  /** Starts no more work; resolves when running work has ended. */
  stop(): Promise<void>;
};

/**
 * Runs due work until the server stops. Any number of servers may run it on one database. Each job has its
 * own loop, so that a slow job does not delay others.
 */
export function startRunner<Ctx extends DueContext>(
  ctx: Ctx,
  jobs: readonly Job<Ctx>[],
  { lookEveryMs = LOOK_EVERY_MS, chance = Math.random }: RunnerOptions = {},
): Runner {
  let isStopped = false;
  const mayGoOn = () => !isStopped;
  const carrier: Carrier<Ctx> = { ctx, connect: pLimit(CONNECTIONS), chance, mayGoOn };
  const onError = (what: string) => (error: unknown) => ctx.log.error({ err: error }, what);

  const mayBegin = (job: LeasedJob<Ctx>) => job.goesOnWhileHeld || !ctx.instanceHold.isHeld();
  const leased = jobs.flatMap((job) => ('poll' in job ? [] : [openLeased(carrier, leasedJob(job))]));
  const byName = new Map(leased.map((each) => [each.job.name, each]));
  if (byName.size !== leased.length) throw new Error('two jobs have the same name');
  const polled = jobs.flatMap((job) => ('poll' in job ? [openPolled(carrier, job)] : []));

  const recurs = leased.some(({ job }) => job.recurrence !== undefined);
  const planned = new Set<number>();
  async function plan(tenantId: number): Promise<void> {
    const now = ctx.clocks.security.now();
    const scope = tenantId === NO_TENANT ? 'instance' : 'tenant';
    await ctx.database.transact(tenantId, async (tx) => {
      for (const { job } of leased) {
        const { name, clock, recurrence } = job;
        if (recurrence?.scope !== scope) continue;
        const dueAtMs = firstOccurrence(recurrence.when, ctx.clocks[clock].now());
        await insertRecurring(tx, { tenantId, job: name, clock, dueAtMs, nowMs: now });
      }
    });
    planned.add(tenantId);
  }

  const look = openWaker(async () => {
    const { connect } = carrier;
    const tenants = [NO_TENANT, ...(await connect(() => ctx.database.readShared(readTenants)))];
    if (recurs) for (const tenantId of tenants) if (!planned.has(tenantId)) await connect(() => plan(tenantId));
    const now = { business: ctx.clocks.business.now(), security: ctx.clocks.security.now() };
    const waiting = await connect(() => ctx.database.readShared((tx) => readWaiting(tx, now)));
    if (isStopped) return;
    for (const [name, rows] of Map.groupBy(waiting, ({ job }) => job)) {
      const known = byName.get(name);
      if (known && mayBegin(known.job)) known.begin(rows.map(({ tenant_id }) => tenant_id));
    }
  }, onError('due work was not looked for'));

  const ticker = startTicker(lookEveryMs, look.wake, onError('due work was not looked for'));
  const unsubscribe = ctx.dueWork.wakeUp.listen(() => void look.wake());
  const wakers = [look, ...leased.map(({ waker }) => waker), ...polled.map(({ waker }) => waker)];
  const idle = async () => {
    // One job may wake another.
    while (wakers.some((waker) => waker.isRunning())) await Promise.all(wakers.map((waker) => waker.idle()));
  };
  return {
    async runDue() {
      void look.wake();
      for (const { waker } of polled) void waker.wake();
      await idle();
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      await Promise.all([ticker.stop(), ...polled.map(({ stop }) => stop())]);
      await idle();
    },
  };
}

type Leased<Ctx> = { readonly job: LeasedJob<Ctx>; readonly waker: Waker; begin(tenants: readonly number[]): void };

function openLeased<Ctx extends DueContext>(carrier: Carrier<Ctx>, job: LeasedJob<Ctx>): Leased<Ctx> {
  const { ctx, connect, mayGoOn } = carrier;
  let tenants: readonly number[] = [];

  /** Returns whether more may be due. */
  async function claimAndCarryOut(tenantId: number): Promise<boolean> {
    const nowMs = ctx.clocks.security.now();
    const leaseEndsAtMs = nowMs + job.leaseMs;
    const claim = { tenantId, job: job.name, dueByMs: ctx.clocks[job.clock].now(), nowMs, leaseEndsAtMs };
    const claimed = await connect(() =>
      ctx.database.transact(tenantId, (tx) => claimWork(tx, { ...claim, limit: job.claims })),
    );
    if ('outside' in job.work) {
      await Promise.all(claimed.map((each) => carryOut(carrier, job, each, leaseEndsAtMs)));
    } else {
      for (const each of claimed) await carryOut(carrier, job, each, leaseEndsAtMs);
    }
    return claimed.length === job.claims && job.catchesUp;
  }

  // Round-robin over tenants, one batch each, so that one tenant's backlog does not delay others.
  const waker = openWaker(
    async () => {
      let left = tenants;
      while (left.length > 0 && mayGoOn()) {
        const more: number[] = [];
        for (const tenantId of left) if (mayGoOn() && (await claimAndCarryOut(tenantId))) more.push(tenantId);
        left = more;
      }
    },
    (error) => ctx.log.error({ job: job.name, err: error }, 'due work was not claimed'),
  );
  return {
    job,
    waker,
    begin(waiting) {
      tenants = waiting;
      void waker.wake();
    },
  };
}

type Polled = { readonly waker: Waker; stop(): Promise<void> };

function openPolled<Ctx extends DueContext>({ ctx, mayGoOn }: Carrier<Ctx>, job: PollingJob<Ctx>): Polled {
  const waker = openWaker(
    async () => {
      if (ctx.instanceHold.isHeld()) return;
      const started = performance.now();
      const count = (ending: 'done' | 'failed') =>
        ctx.dueWork.figures.count(job.name, ending, (performance.now() - started) / 1_000);
      await job.poll(ctx, mayGoOn).then(
        () => count('done'),
        (error: unknown) => {
          count('failed');
          throw error;
        },
      );
    },
    (error) => ctx.log.error({ job: job.name, err: error }, 'due work failed'),
  );
  const ticker = startTicker(job.everyMs, waker.wake, () => {});
  const unsubscribe = job.wakeUp?.(ctx).listen(() => void waker.wake());
  return {
    waker,
    async stop() {
      unsubscribe?.();
      await ticker.stop();
    },
  };
}
