import { LRUCache } from 'lru-cache';
import type { AppContext } from '../../compose/context.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import { openGroup } from '../../platform/batches/group-commit.ts';
import { type CardKey, nameOfKey } from './card-key.ts';
import { findTenantsOfCards } from './network-message.store.ts';

export type CardTenants = {
  /** Tenant of a card; undefined where there is none. */
  find(key: CardKey): Promise<number | undefined>;
};

/** The least recently used are dropped beyond this. */
const REMEMBERED_MAX = 100_000;

/**
 * Tenant of a card by its number or by a processor's id. A card never changes its tenant, so a hit is cached. An unknown
 * one is looked up each time, because it may be issued later.
 */
export function openCardTenants(ctx: AppContext): CardTenants {
  const byName = new LRUCache<string, number>({ max: REMEMBERED_MAX });
  const group = openGroup<CardKey, number | undefined>({
    run: (keys) => ctx.database.readShared((tx) => findTenantsOfCards(tx, keys)),
    isLost: isDatabaseAway,
  });
  return {
    async find(key) {
      const name = nameOfKey(key);
      const known = byName.get(name);
      if (known !== undefined) return known;
      const found = await group.submit(key);
      if (found === undefined) return undefined;
      byName.set(name, found);
      return found;
    },
  };
}
