import type { Tx } from '../database/database.ts';
import { inOwnTrace, type Span } from '../tracing/spans.ts';
import { waitAfter } from './back-off.domain.ts';
import {
  type Claimed,
  endDead,
  endDone,
  endFailed,
  endOccurrence,
  giveBack,
  LeaseLost,
  putOff,
  renew,
} from './due-work.store.ts';
import type { Ending } from './figures.ts';
import type { DueContext, Item, ItemOutcome, RecurringOutcome, Work } from './job.ts';
import { keepLease } from './keep-lease.ts';
import { type LeasedJob, nextAfter } from './leased-job.ts';

export type Carrier<Ctx> = {
  readonly ctx: Ctx;
  /** Bounds how many connections the runner uses at the same time. */
  readonly connect: <T>(work: () => Promise<T>) => Promise<T>;
  /** A number from 0 to 1 for the jitter of retries. */
  readonly chance: () => number;
  /** False when the server is stopping: no new work is started. */
  readonly mayGoOn: () => boolean;
};

/** Runs work whose lease was taken at `leaseEndsAtMs - leaseMs` and records its result. Never throws. */
export function carryOut<Ctx extends DueContext>(
  carrier: Carrier<Ctx>,
  job: LeasedJob<Ctx>,
  claimed: Claimed,
  leaseEndsAtMs: number,
): Promise<void> {
  const facts = { 'wattle.job': job.name, 'wattle.programme': claimed.tenant_id, 'wattle.attempt': claimed.attempts };
  return inOwnTrace({ name: `due work ${job.name}`, kind: 'work', facts }, (span) =>
    carryOutTraced(carrier, job, claimed, leaseEndsAtMs, span),
  );
}

async function carryOutTraced<Ctx extends DueContext>(
  carrier: Carrier<Ctx>,
  job: LeasedJob<Ctx>,
  claimed: Claimed,
  leaseEndsAtMs: number,
  span: Span | undefined,
): Promise<void> {
  const { ctx } = carrier;
  const started = performance.now();
  const about = { job: job.name, work: claimed.id, tenant: claimed.tenant_id, key: claimed.key };
  let ending: Ending;
  try {
    if (!carrier.mayGoOn() || ctx.clocks.security.now() >= leaseEndsAtMs) return await handBack(carrier, claimed);
    // The process ended during each attempt before it could record a reason.
    const isLost = claimed.attempts > job.backOff.attempts;
    ending = isLost ? await bury(carrier, claimed) : await run(carrier, job, claimed, leaseEndsAtMs);
    if (ending === 'given up') ctx.log.error(about, 'due work was given up');
  } catch (error) {
    ending = await fail(carrier, job, claimed, error);
    if (ending === 'lost') ctx.log.warn(about, 'due work was taken over by another server');
    else
      ctx.log.error(
        { ...about, attempt: claimed.attempts, err: error },
        `due work has ${ending === 'failed' ? 'failed' : 'failed and was given up'}`,
      );
  }
  span?.note({ 'wattle.ending': ending });
  if (ending === 'failed' || ending === 'given up') span?.fail(ending.replace(' ', '_'));
  ctx.dueWork.figures.count(job.name, ending, (performance.now() - started) / 1_000);
}

async function bury<Ctx extends DueContext>(carrier: Carrier<Ctx>, claimed: Claimed): Promise<'given up'> {
  const now = carrier.ctx.clocks.security.now();
  await transact(carrier, claimed, (tx) => endDead(tx, claimed, now, claimed.last_error ?? 'its process ended'));
  return 'given up';
}

async function handBack<Ctx extends DueContext>(carrier: Carrier<Ctx>, claimed: Claimed): Promise<void> {
  const now = carrier.ctx.clocks.security.now();
  await transact(carrier, claimed, (tx) => giveBack(tx, claimed, now));
}

function transact<Ctx extends DueContext, T>(
  { ctx, connect }: Carrier<Ctx>,
  { tenant_id }: Claimed,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return connect(() => ctx.database.transact(tenant_id, work));
}

type Outcome = ItemOutcome | RecurringOutcome;

async function run<Ctx extends DueContext>(
  carrier: Carrier<Ctx>,
  job: LeasedJob<Ctx>,
  claimed: Claimed,
  leaseEndsAtMs: number,
): Promise<Ending> {
  const given = givenOf(job, claimed);
  const work = job.work as Work<Ctx, Item<unknown>, Outcome>;
  let endsAtMs = leaseEndsAtMs;
  for (;;) {
    const finish = async (tx: Tx, decide: (tx: Tx) => Promise<Outcome>) => {
      const now = carrier.ctx.clocks.security.now();
      await renew(tx, claimed, now, now + job.leaseMs);
      const outcome = await decide(tx);
      return end(tx, carrier.ctx, job, claimed, outcome);
    };
    let ending: Ending | 'more';
    if ('inTransaction' in work) {
      ending = await transact(carrier, claimed, (tx) =>
        finish(tx, (within) => work.inTransaction(carrier.ctx, within, given)),
      );
    } else {
      const lease = keepLease(carrier.ctx, claimed, job.leaseMs, endsAtMs);
      const settle = await work.outside(carrier.ctx, { ...given, signal: lease.signal }).finally(lease.stop);
      ending = await transact(carrier, claimed, (tx) => finish(tx, settle));
    }
    if (ending !== 'more') return ending;
    endsAtMs = carrier.ctx.clocks.security.now() + job.leaseMs;
    if (!carrier.mayGoOn()) {
      await handBack(carrier, claimed);
      return 'again';
    }
  }
}

function givenOf<Ctx>(job: LeasedJob<Ctx>, claimed: Claimed): Item<unknown> {
  return {
    tenantId: claimed.tenant_id,
    plannedAt: claimed.planned_ms,
    atOnce: job.atOnce,
    key: claimed.key,
    payload: claimed.payload,
    attempt: claimed.attempts,
  };
}

async function end<Ctx extends DueContext>(
  tx: Tx,
  { clocks }: Ctx,
  job: LeasedJob<Ctx>,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Ending | 'more'> {
  const now = clocks.security.now();
  if (outcome === 'more') return 'more';
  if (outcome === 'done') {
    const next = nextAfter(job, claimed.planned_ms, clocks[job.clock].now());
    await (next === undefined ? endDone(tx, claimed, now) : endOccurrence(tx, claimed, now, next));
    return 'done';
  }
  if ('againAt' in outcome) {
    await putOff(tx, claimed, now, outcome.againAt);
    return 'again';
  }
  await endDead(tx, claimed, now, outcome.giveUp);
  return 'given up';
}

/** Records a failure, so that the work is retried or given up. If recording fails too, the lease expires. */
async function fail<Ctx extends DueContext>(
  carrier: Carrier<Ctx>,
  job: LeasedJob<Ctx>,
  claimed: Claimed,
  error: unknown,
): Promise<'failed' | 'given up' | 'lost'> {
  if (error instanceof LeaseLost) return 'lost';
  const { ctx, chance } = carrier;
  const now = ctx.clocks.security.now();
  const wait = waitAfter(job.backOff, claimed.attempts, chance());
  try {
    await transact(carrier, claimed, (tx) =>
      wait === undefined
        ? endDead(tx, claimed, now, reasonOf(error))
        : endFailed(tx, claimed, now + wait, reasonOf(error)),
    );
  } catch (again) {
    if (again instanceof LeaseLost) return 'lost';
    ctx.log.error({ job: job.name, work: claimed.id, err: again }, 'a failure of due work was not recorded');
    return 'failed';
  }
  return wait === undefined ? 'given up' : 'failed';
}

const LONGEST = 200;

/**
 * The reason of a failure in a form that may be stored: no error messages that quote values of a row or an
 * input.
 */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code, constraint } = error as Error & { code?: unknown; constraint?: unknown };
  const quotesValues = 'severity' in error || error instanceof SyntaxError || error.name.startsWith('$Zod');
  return [error.name === 'Error' ? undefined : error.name, code, constraint, quotesValues ? undefined : error.message]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
    .slice(0, LONGEST);
}
