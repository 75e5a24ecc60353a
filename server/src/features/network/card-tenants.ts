import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../compose/context.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import { openGroup } from '../../platform/batches/group-commit.ts';
import { findTenantsOfPans } from './network-message.store.ts';

export type CardTenants = {
  /** Tenant of the card with one of these hashes of its number; undefined where no card has it. */
  find(panHashes: readonly Buffer[]): Promise<number | undefined>;
};

/** The least recently used are dropped beyond this. */
const REMEMBERED_MAX = 100_000;

/**
 * Tenant of a card number. A card never changes its tenant, so a hit is cached. An unknown number is looked up
 * each time, because it may be issued later.
 */
export function openCardTenants(ctx: AppContext): CardTenants {
  const byHash = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  const group = openGroup<readonly Buffer[], number | undefined>({
    run: async (numbers) => {
      const tenants = await ctx.database.readShared((tx) => findTenantsOfPans(tx, numbers.flat()));
      let next = 0;
      return numbers.map(({ length }) => tenants.slice(next, (next += length)).find((tenant) => tenant !== undefined));
    },
    isLost: isDatabaseAway,
  });
  return {
    async find(panHashes) {
      const name = panHashes[0]?.toString('base64') ?? '';
      const known = byHash.get(name);
      if (known !== undefined) return known;
      const found = await group.submit(panHashes);
      if (found === undefined) return undefined;
      byHash.set(name, found);
      return found;
    },
  };
}
