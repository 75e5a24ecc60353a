import type { AppContext } from '../../../compose/context.ts';
import type { ProcessorApi } from '../../../outside/processors/port.ts';
import { namedSecretOf } from '../../programme/public.ts';
import type { Connected } from '../connection.ts';

type Known = Pick<AppContext, 'config' | 'processors'>;

/** Calls of the API of a connection; undefined where it is off, or has no API, address or secret. */
function openApi({ config }: Known, { connection, adapter }: Connected): ProcessorApi | undefined {
  const { id, tenantId, settings, isOn } = connection;
  const { currency, apiVersion, increments, url, secrets } = settings;
  const [named] = secrets.api ?? [];
  const key = named && namedSecretOf(config.namedSecrets, tenantId, named.name);
  if (!isOn || !adapter.api || url === undefined || key === undefined) return undefined;
  return adapter.api({ id, currency, apiVersion, increments, url, key });
}

/** API of one connection of a programme. */
export function processorApiOf(ctx: Known, tenantId: number, connectionId: number): ProcessorApi | undefined {
  const found = ctx.processors.byId(connectionId);
  return found?.connection.tenantId === tenantId ? openApi(ctx, found) : undefined;
}

/** Connections of a programme that have an API. */
export function connectionsWithApi(
  ctx: Known,
  tenantId: number,
): readonly { readonly id: number; readonly api: ProcessorApi }[] {
  return ctx.processors.all().flatMap((one) => {
    const api = one.connection.tenantId === tenantId ? openApi(ctx, one) : undefined;
    return api ? [{ id: one.connection.id, api }] : [];
  });
}
