import type { AppContext } from '../../context.ts';
import { isDatabaseAway } from '../../platform/database-fault.ts';
import { openGroup } from '../../platform/group-commit.ts';
import { remember } from '../../platform/remember.ts';
import { findTenantsOfPans } from './network-message.store.ts';

export type CardTenants = {
  /** The tenant whose card has this keyed hash of a number; undefined where nobody's has. */
  find(panHash: Buffer): Promise<number | undefined>;
};

/** Then all are forgotten. */
const REMEMBERED_MAX = 100_000;

/**
 * Whose a card number is. A card never changes its tenant, so what was found is remembered; a number
 * that is nobody's is looked for each time, because tomorrow it may be somebody's.
 */
export function openCardTenants(ctx: AppContext): CardTenants {
  const byHash = new Map<string, number>();
  const group = openGroup<Buffer, number | undefined>({
    run: (panHashes) => ctx.database.readShared((tx) => findTenantsOfPans(tx, panHashes)),
    isLost: isDatabaseAway,
  });
  return {
    async find(panHash) {
      const name = panHash.toString('base64');
      const known = byHash.get(name);
      if (known !== undefined) return known;
      const found = await group.submit(panHash);
      if (found === undefined) return undefined;
      remember(byHash, name, found, REMEMBERED_MAX);
      return found;
    },
  };
}
