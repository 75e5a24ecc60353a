import type { Rate, RateName } from '../../config/config.ts';
import type { AppContext } from '../../compose/context.ts';
import { countAttempt } from './address-rate.store.ts';
import { addressBlock } from './address-block.domain.ts';

/** Rows of the instance belong to no tenant. */
const NO_TENANT = 0;

/**
 * Counts one call of an address against each rate with that name, over all servers of this database. Returns the
 * seconds to wait, or 0. The user named by the call does not matter.
 */
export async function countCallOf(ctx: AppContext, name: RateName, address: string): Promise<number> {
  const block = addressBlock(address);
  // One connection for an address, however many of its calls arrive together: they lock the same row.
  return ctx.turns.take(`address:${block}`, async () => {
    const waits = ctx.config.rates[name].map((rate) => countAgainst(ctx, rate, `${name} ${rate.windowMs} ${block}`));
    return Math.max(...(await Promise.all(waits)));
  });
}

async function countAgainst(ctx: AppContext, { most, windowMs }: Rate, subject: string): Promise<number> {
  const now = ctx.clocks.security.now();
  const hash = ctx.secrets.identifierHash('address', subject);
  const { attempts, startedAt } = await ctx.database.transact(NO_TENANT, (tx) => countAttempt(tx, hash, now, windowMs));
  if (attempts <= most) return 0;
  return Math.max(1, Math.ceil((startedAt + windowMs - now) / 1000));
}
