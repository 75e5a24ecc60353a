import { isLostToAll } from '../database/database-fault.ts';
import type { Database, Tx } from '../database/database.ts';
import { type Group, openGroup } from './group-commit.ts';
import { openLane } from './lane.ts';

export type TenantGroups<Item, Outcome> = {
  /** Processes the item in a transaction of its tenant, batched with concurrent items. */
  submit(tenantId: number, item: Item): Promise<Outcome>;
};

/**
 * One group per tenant, because row-level security applies to a whole transaction. `run` processes all items
 * of a batch in one transaction and returns an outcome for each, in order.
 */
export function openTenantGroups<Item, Outcome>(
  database: Database,
  run: (tx: Tx, tenantId: number, items: readonly Item[]) => Promise<readonly Outcome[]>,
): TenantGroups<Item, Outcome> {
  const groups = new Map<number, Group<Item, Outcome>>();

  function openFor(tenantId: number): Group<Item, Outcome> {
    const lane = openLane();
    const group = openGroup<Item, Outcome>({
      run: (items, sent) => {
        const work = async (tx: Tx) => {
          const outcomes = await run(tx, tenantId, items);
          sent();
          return outcomes;
        };
        return database.transact(tenantId, work, lane);
      },
      isLost: isLostToAll,
    });
    groups.set(tenantId, group);
    return group;
  }

  return { submit: (tenantId, item) => (groups.get(tenantId) ?? openFor(tenantId)).submit(item) };
}
