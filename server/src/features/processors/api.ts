import type { AppContext } from '../../compose/context.ts';
import type { ProcessorApi } from '../../outside/processors/port.ts';
import { portOf, secretsOf } from './connection.ts';

type Known = Pick<AppContext, 'config' | 'outside' | 'processors'>;

/** API of one connection of a programme; undefined where it is off, has none, or names no address or key. */
export function processorApiOf(ctx: Known, tenantId: number, connectionId: number): ProcessorApi | undefined {
  const found = ctx.processors.byId(connectionId);
  if (found?.connection.tenantId !== tenantId || !found.connection.isOn) return undefined;
  const { adapter, connection } = found;
  const [key] = secretsOf(ctx, found, 'api');
  const { url } = connection.settings;
  const open = adapter.api?.bind(adapter);
  if (!open || key === undefined || url === undefined) return undefined;
  return ctx.outside.own.processor({ ...portOf(connection), url, key }, open);
}

/** Connections of a programme that have an API. */
export function connectionsWithApi(
  ctx: Known,
  tenantId: number,
): readonly { readonly id: number; readonly api: ProcessorApi }[] {
  return ctx.processors.all().flatMap(({ connection: { id } }) => {
    const api = processorApiOf(ctx, tenantId, id);
    return api ? [{ id, api }] : [];
  });
}
