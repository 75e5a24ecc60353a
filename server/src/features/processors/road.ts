import type { AppContext } from '../../compose/context.ts';
import { openTenantGroups, type TenantGroups } from '../../platform/batches/tenant-groups.ts';
import { endAsks, type EndedAsk } from './event-end.store.ts';
import { type NewDelivery, noteDeliveries, type NotedEvent } from './event.store.ts';

/** Writes of a server that asks share: those that come together are one transaction. */
export type Road = {
  readonly notes: TenantGroups<NewDelivery, readonly NotedEvent[]>;
  /** Stores an answer behind the caller's back: the processor does not wait for it. */
  end(ctx: AppContext, tenantId: number, ended: EndedAsk): void;
  /** Resolves once what was given to `end` is stored. */
  settled(): Promise<void>;
};

const roads = new WeakMap<AppContext['config'], Road>();

/** One for each server. Asks use the connections that are kept for the card network. */
export function roadOf(ctx: AppContext): Road {
  const known = roads.get(ctx.config);
  if (known) return known;
  const notes = openTenantGroups<NewDelivery, readonly NotedEvent[]>(ctx.reserved, (tx, tenantId, all) =>
    noteDeliveries(tx, tenantId, ctx.secrets, all),
  );
  const ends = openTenantGroups<EndedAsk, undefined>(ctx.database, async (tx, tenantId, all) => {
    endAsks(tx, tenantId, all);
    return all.map(() => undefined);
  });
  const underWay = new Set<Promise<unknown>>();
  const road: Road = {
    notes,
    end({ log }, tenantId, ended) {
      const stored = ends
        .submit(tenantId, ended)
        .catch((error: unknown) => log.error({ err: error }, 'the answer to an ask was not stored'))
        .finally(() => underWay.delete(stored));
      underWay.add(stored);
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
  roads.set(ctx.config, road);
  return road;
}
