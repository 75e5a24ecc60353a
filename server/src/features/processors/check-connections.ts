import type { AppConfig } from '../../config/config.ts';
import { ConfigError } from '../../config/config-error.ts';
import { namedSecretOf } from '../programme/public.ts';
import { faultsOf } from './connection.ts';
import type { Connections } from './connections.ts';

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
