import type { AppContext } from '../src/compose/context.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import type { Job, RecurringJob } from '../src/platform/due-work/job.ts';
import { type Runner, startRunner } from '../src/platform/due-work/runner.ts';
import type { TestContext } from './processes/database.ts';

/** Runner that polls only when the test calls it. */
export function givenRunner<Ctx extends TestContext>(
  ctx: Ctx,
  jobs: readonly Job<Ctx>[],
  options: { readonly chance?: () => number } = {},
): Runner {
  return startRunner(ctx, jobs, { lookEveryMs: 3_600_000, chance: () => 0, ...options });
}

/** Runs a recurring job for every tenant until nothing is left, whether it is due or not. */
export async function sweep(ctx: AppContext, job: RecurringJob<AppContext>): Promise<void> {
  if (!('inTransaction' in job)) throw new Error(`${job.name} is not carried out in a transaction`);
  const ids = await ctx.database.readShared((tx) => tx.query<{ id: number }>('SELECT id FROM tenant ORDER BY id'));
  const tenants = job.scope === 'instance' ? [0] : ids.map(({ id }) => id);
  for (const tenantId of tenants) {
    const given = { tenantId, plannedAt: ctx.clocks[job.clock].now(), atOnce: job.atOnce };
    let outcome: unknown;
    do {
      outcome = await ctx.database.transact(tenantId, (tx) => job.inTransaction(ctx, tx, given));
    } while (outcome === 'more');
  }
}

/** Thrown instead of everything that a dead process would have done. */
export class ProcessDied extends Error {}

/**
 * Database of a process that dies at its n-th statement: that one and all later ones throw, and uncommitted writes are
 * rolled back. COMMIT counts as a statement, and the process may die after it.
 */
export function dyingDatabase(database: Database, diesAt: number, onDeath: () => void = () => {}): Database {
  let statements = 0;
  const step = () => {
    statements += 1;
    if (statements < diesAt) return;
    onDeath();
    throw new ProcessDied();
  };
  const within = (tx: Tx): Tx => ({
    ...tx,
    async query(sql, values) {
      step();
      return tx.query(sql, values);
    },
    async first(sql, values) {
      step();
      return tx.first(sql, values);
    },
    async run(sql, values) {
      step();
      return tx.run(sql, values);
    },
  });
  return {
    ...database,
    async transact(tenantId, work, lane) {
      const value = await database.transact(
        tenantId,
        async (tx) => {
          const done = await work(within(tx));
          step();
          return done;
        },
        lane,
      );
      step();
      return value;
    },
    async readShared(work) {
      step();
      return database.readShared(work);
    },
  };
}
