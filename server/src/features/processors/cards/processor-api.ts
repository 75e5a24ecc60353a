import type { AppContext } from '../../../compose/context.ts';
import type { ProcessorApi } from '../../../outside/processors/port.ts';
import { apiOf } from '../api.ts';

type Known = Pick<AppContext, 'config' | 'outside' | 'processors'>;

/** API of one connection of a programme; undefined where it is off, or has none. */
export function processorApiOf(ctx: Known, tenantId: number, connectionId: number): ProcessorApi | undefined {
  const found = ctx.processors.byId(connectionId);
  const isOpen = found?.connection.tenantId === tenantId && found.connection.isOn;
  return isOpen ? apiOf(ctx, found) : undefined;
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
