import type { Chain } from './chain.ts';
import { type DueContext, nothingToSettle, type RecurringJob } from '../due-work/job.ts';
import { extendChain, SEALED_AT_ONCE } from './seal.ts';
import type { Secrets } from '../secrets/secrets.ts';

type SealContext = DueContext & { readonly secrets: Pick<Secrets, 'seal'> };

/**
 * Extends a chain by committed rows. Runs outside of a transaction because a seal depends on which
 * transactions are in progress; an advisory lock allows one sealer at a time.
 */
export function sealJob(name: string, chain: Chain): RecurringJob<SealContext> {
  return {
    name,
    clock: 'security',
    scope: 'instance',
    when: { everyMs: 5_000 },
    goesOnWhileHeld: true,
    atOnce: SEALED_AT_ONCE,
    async outside({ database, secrets, clocks }) {
      await extendChain({ database, secrets, security: clocks.security }, chain);
      return nothingToSettle;
    },
  };
}
