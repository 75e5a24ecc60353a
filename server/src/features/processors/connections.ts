import type { Database } from '../../platform/database/database.ts';
import type { ProcessorAdapter } from '../../outside/processors/port.ts';
import type { AppConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { namedSecretOf } from '../programme/public.ts';
import { type Connected, faultsOf, type ProcessorConnection } from './connection.ts';
import { readConnections } from './connection.store.ts';

/** Connections to card processors, as this server last read them. */
export type Connections = {
  readonly adapters: ReadonlyMap<string, ProcessorAdapter>;
  /** Connections of kinds that this server knows. */
  all(): readonly Connected[];
  byPublicId(publicId: string): Connected | undefined;
  byId(id: number): Connected | undefined;
  /** Numbers of the programmes that have one. */
  tenants(): readonly number[];
  /** Whether a programme has one. */
  isConnected(tenantId: number): boolean;
  /** Reads all again. */
  refresh(): Promise<void>;
};

export function openConnections(
  database: Pick<Database, 'readShared'>,
  list: readonly ProcessorAdapter[],
): Connections {
  const adapters = new Map(list.map((adapter) => [adapter.kind, adapter]));
  let all: readonly Connected[] = [];
  let byPublicId = new Map<string, Connected>();
  let byId = new Map<number, Connected>();
  let tenants: ReadonlySet<number> = new Set();
  const connect = (connection: ProcessorConnection): Connected[] => {
    const adapter = adapters.get(connection.kind);
    return adapter ? [{ connection, adapter }] : [];
  };
  return {
    adapters,
    all: () => all,
    byPublicId: (publicId) => byPublicId.get(publicId),
    byId: (id) => byId.get(id),
    tenants: () => [...tenants],
    isConnected: (tenantId) => tenants.has(tenantId),
    async refresh() {
      all = (await database.readShared(readConnections)).flatMap(connect);
      byPublicId = new Map(all.map((one) => [one.connection.publicId, one]));
      byId = new Map(all.map((one) => [one.connection.id, one]));
      tenants = new Set(all.map(({ connection }) => connection.tenantId));
    },
  };
}

/** Refuses a start with a connection that is on and cannot work. */
export function checkConnections({ namedSecrets }: Pick<AppConfig, 'namedSecrets'>, processors: Connections): void {
  const faults = processors.all().flatMap(({ connection, adapter }) => {
    const { tenantId, name, isOn } = connection;
    if (!isOn) return [];
    const hasSecret = (secret: string) => namedSecretOf(namedSecrets, tenantId, secret) !== undefined;
    return faultsOf(connection, adapter, hasSecret).map(
      ({ words }) => `The connection "${name}" of programme ${tenantId}: ${words}`,
    );
  });
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
}
