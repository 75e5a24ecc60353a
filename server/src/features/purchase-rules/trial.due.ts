import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { computeTrial } from './compute-trial.ts';
import { readVersions, saveTrial } from './rule.store.ts';

type Tried = { readonly rule: string; readonly version: number };

export const TRIALS: Queue<Tried> = { name: 'purchase-rules.try', clock: 'security' };

/** Computes trials. One that ends before its answer is computed from the beginning. */
export const computeTrials: QueuedJob<AppContext, Tried> = {
  queue: TRIALS,
  atOnce: 1,
  async outside(ctx, { tenantId, payload: { rule, version }, signal }) {
    const versions = await ctx.database.read(tenantId, (tx) => readVersions(tx, tenantId, BigInt(rule)));
    const known = versions.find((one) => one.version === version);
    if (known?.state !== 'trial') return () => Promise.resolve('done');
    const result = await computeTrial(ctx, tenantId, { id: known.rule_id, version, terms: known.terms }, signal);
    return async (tx) => {
      await saveTrial(tx, tenantId, known, result);
      return 'done';
    };
  },
};
