import type { AppContext } from '../../compose/context.ts';
import type { ProcessorApi } from '../../outside/processors/port.ts';
import { type Connected, portOf } from './connection.ts';
import { secretsOf } from './secrets.ts';

/** API of the processor of a connection; undefined where it has none, or the connection names no address or key. */
export function apiOf(ctx: Pick<AppContext, 'config' | 'outside'>, connected: Connected): ProcessorApi | undefined {
  const { adapter, connection } = connected;
  const [key] = secretsOf(ctx, connected, 'api');
  const { url } = connection.settings;
  const open = adapter.api?.bind(adapter);
  if (!open || key === undefined || url === undefined) return undefined;
  return ctx.outside.own.processor({ ...portOf(connection), url, key }, open);
}
