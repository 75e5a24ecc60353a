import { Gauge, Registry } from 'prom-client';
import type { AppContext } from '../context.ts';
import { readOutboxState } from '../features/messages/public.ts';
import type { Tx } from '../platform/database.ts';
import { type JobState, readDueState } from '../platform/due-work/due-state.store.ts';
import { readSealLag } from '../platform/seal-lag.ts';

/** Work due for longer than this is late. All recurring work has a much shorter interval. */
const LATE_AFTER_MS = 60_000;

/** State of all due work, by job and across all tenants. */
export async function readWorkState(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>): Promise<JobState[]> {
  const now = { business: clocks.business.now(), security: clocks.security.now() };
  return [...(await readDueState(tx, now, LATE_AFTER_MS)), await readOutboxState(tx, now, LATE_AFTER_MS)];
}

export type WorkFigures = {
  readonly registry: Registry;
  /** Refreshes the metrics. While the database is unavailable there are none. */
  refresh(): Promise<void>;
};

/** Metrics of all servers combined, read from the database. */
export function openWorkFigures(ctx: Pick<AppContext, 'clocks' | 'instanceHold' | 'reserved'>): WorkFigures {
  const registry = new Registry();
  const registers = [registry];
  const work = new Gauge({
    name: 'wattle_due_work',
    help: 'Work that is late, running or failing, and dead letters, by job.',
    labelNames: ['job', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'wattle_due_work_oldest_seconds',
    help: 'For how long the oldest work of a job has been due, by the clock of the job.',
    labelNames: ['job'],
    registers,
  });
  const lag = new Gauge({
    name: 'wattle_seal_lag_seconds',
    help: 'For how long rows of a chain have waited to be sealed.',
    labelNames: ['chain'],
    registers,
  });

  const held = new Gauge({
    name: 'wattle_instance_held',
    help: '1 while this restored instance waits for its release by the desk.',
    registers,
  });

  async function read(): Promise<void> {
    const { states, lags } = await ctx.reserved.readShared(async (tx) => ({
      states: await readWorkState(tx, ctx),
      lags: await readSealLag(tx, ctx.clocks.security.now()),
    }));
    for (const { job, oldestSeconds, ...counts } of states) {
      for (const [state, count] of Object.entries(counts)) work.set({ job, state }, count);
      oldest.set({ job }, oldestSeconds);
    }
    for (const { chain, seconds } of lags) lag.set({ chain }, seconds);
  }

  return {
    registry,
    async refresh() {
      for (const gauge of [work, oldest, lag]) gauge.reset();
      held.set(ctx.instanceHold.isHeld() ? 1 : 0);
      await read().catch(() => {});
    },
  };
}
