import type { AppContext } from '../../context.ts';
import { countAttempt } from './address-rate.store.ts';
import { addressBlock } from './address-block.domain.ts';

const WINDOW_MS = 60_000;
/** Rows of the instance belong to no tenant. */
const NO_TENANT = 0;

/**
 * Counts one sign-in attempt of an address, for all servers on this database together. Answers the
 * seconds to wait, 0 while there is room. Nothing of it depends on whom the attempt names.
 */
export async function countSignInOf(ctx: AppContext, address: string): Promise<number> {
  const now = ctx.clocks.security.now();
  const hash = ctx.secrets.identifierHash('address', addressBlock(address));
  const { attempts, startedAt } = await ctx.database.transact(NO_TENANT, (tx) =>
    countAttempt(tx, hash, now, WINDOW_MS),
  );
  if (attempts <= ctx.config.signInRate) return 0;
  return Math.max(1, Math.ceil((startedAt + WINDOW_MS - now) / 1000));
}
