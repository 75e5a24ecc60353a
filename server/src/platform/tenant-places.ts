import type { BroadcastListener } from './database/broadcast.ts';
import { PLACES_CHANGED } from './cells/tenant-places-changed.ts';
import type { Database } from './database/database.ts';
import { startTicker } from './time/ticker.ts';

/** Poll interval, in case a notification was missed. */
const LOOK_EVERY_MS = 5_000;

/** A signed message names nothing known here. Another cluster may know it; if none does, this is the response. */
export class UnknownHere extends Error {
  readonly answer: unknown;
  /** Whether another cluster's response says that it does not know it either. */
  readonly isUnknown: (answer: unknown) => boolean;

  constructor(answer: unknown, isUnknown: (answer: unknown) => boolean) {
    super('nothing here is meant');
    this.answer = answer;
    this.isUnknown = isUnknown;
  }
}

/** Cluster of a tenant that this one does not have. */
export type Places = {
  /** Names of the other clusters. */
  readonly others: readonly string[];
  ofTenant(tenantId: number): string | undefined;
  ofBrand(identifier: string): string | undefined;
  /** By the host of a brand's own site. */
  ofHost(host: string): string | undefined;
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

type Row = {
  readonly tenant_id: number;
  readonly state: 'arriving' | 'gone';
  readonly cluster: string;
  readonly brands: readonly string[];
  readonly hosts: readonly string[];
};

// An arriving tenant has brands here already, and one that left may have none any more.
const AWAY = `
SELECT p.tenant_id, p.state, p.cluster,
       p.brands || ARRAY(SELECT b.identifier FROM brand b WHERE b.tenant_id = p.tenant_id) AS brands,
       p.hosts || ARRAY(SELECT lower(substring(b.settings ->> 'BrandUrl' FROM '^https?://([^/:]+)')) FROM brand b
                         WHERE b.tenant_id = p.tenant_id) AS hosts
FROM tenant_place p WHERE p.state IN ('arriving', 'gone')`;

export type PlacesOptions = {
  readonly database: Database;
  readonly others: readonly string[];
  /** Notifications of changed places. */
  readonly listen: (listener: BroadcastListener) => () => void;
  /** Called for a tenant that moved away. */
  readonly onGone: (tenantId: number) => void;
  readonly onError: (error: unknown) => void;
};

/** Reads the places of tenants at start, on notification and periodically. The database makes the final decision. */
export async function openPlaces({ database, others, listen, onGone, onError }: PlacesOptions): Promise<Places> {
  let tenants = new Map<number, string>();
  let brands = new Map<string, string>();
  let hosts = new Map<string, string>();

  async function refresh(): Promise<void> {
    const rows = await database.readShared((tx) => tx.query<Row>(AWAY));
    const before = tenants;
    tenants = new Map(rows.map(({ tenant_id, cluster }) => [tenant_id, cluster]));
    brands = new Map(rows.flatMap((row) => row.brands.map((brand) => [brand, row.cluster])));
    hosts = new Map(rows.flatMap((row) => row.hosts.flatMap((host) => (host === null ? [] : [[host, row.cluster]]))));
    for (const { tenant_id, state } of rows) if (state === 'gone' && !before.has(tenant_id)) onGone(tenant_id);
  }

  await refresh();
  const again = () => void refresh().catch(onError);
  const unsubscribe = listen({ received: (word) => word === PLACES_CHANGED && again(), missed: again });
  const ticker = startTicker(LOOK_EVERY_MS, refresh, onError);
  return {
    others,
    ofTenant: (tenantId) => tenants.get(tenantId),
    ofBrand: (identifier) => brands.get(identifier),
    ofHost: (host) => hosts.get(host),
    refresh,
    async stop() {
      unsubscribe();
      await ticker.stop();
    },
  };
}
