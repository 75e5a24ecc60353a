import type { AppContext } from '../../compose/context.ts';
import type { OutsideOutcome } from '../../outside/outcome.ts';
import type { ProcessorApi } from '../../outside/processors/port.ts';
import { type Connected, portOf, secretsOf } from './connection.ts';
import { raise } from './raise.ts';

type Known = Pick<AppContext, 'config' | 'log' | 'outside' | 'processors'>;

/** API of one connection of a programme; undefined where it is off, has none, or names no address or key. */
export function processorApiOf(ctx: Known, tenantId: number, connectionId: number): ProcessorApi | undefined {
  const found = ctx.processors.byId(connectionId);
  if (found?.connection.tenantId !== tenantId || !found.connection.isOn) return undefined;
  const { adapter, connection } = found;
  const [key] = secretsOf(ctx, found, 'api');
  const { url } = connection.settings;
  const open = adapter.api?.bind(adapter);
  if (!open || key === undefined || url === undefined) return undefined;
  return watched(ctx, found, ctx.outside.own.processor({ ...portOf(connection), url, key }, open));
}

const KEY_REFUSED: ReadonlySet<string> = new Set(['http_401', 'http_403']);

/** The same API, of which a refused key is raised. */
function watched(ctx: Known, connected: Connected, api: ProcessorApi): ProcessorApi {
  const watch = async <T>(calling: Promise<OutsideOutcome<T>>): Promise<OutsideOutcome<T>> => {
    const outcome = await calling;
    if ('code' in outcome && KEY_REFUSED.has(outcome.code)) raise(ctx, connected, 'key_refused');
    return outcome;
  };
  const { cards, settlements } = api;
  return {
    purchase: (of) => watch(api.purchase(of)),
    balance: () => watch(api.balance()),
    cards: {
      make: (card) => watch(cards.make(card)),
      made: (key, sinceMs, signal) => watch(cards.made(key, sinceMs, signal)),
      setState: (card, state, because) => watch(cards.setState(card, state, because)),
      list: (next) => watch(cards.list(next)),
      numberOf: (id) => watch(cards.numberOf(id)),
    },
    ...(settlements && {
      settlements: { ...settlements, read: (day, next) => watch(settlements.read(day, next)) },
    }),
  };
}

type Asked = { readonly id: number; readonly name: string; readonly api: ProcessorApi };

/**
 * Asks the processor of each connection of a programme that has an API, until the work is to stop. The fault of one
 * keeps no other waiting; the first is thrown at the end.
 */
export async function askEach(
  ctx: Known,
  { tenantId, signal }: { readonly tenantId: number; readonly signal: AbortSignal },
  ask: (asked: Asked) => Promise<void>,
): Promise<void> {
  const faults: unknown[] = [];
  for (const { connection } of ctx.processors.all()) {
    const api = processorApiOf(ctx, tenantId, connection.id);
    if (!api) continue;
    if (signal.aborted) break;
    await ask({ id: connection.id, name: connection.name, api }).catch((error: unknown) => faults.push(error));
  }
  if (faults.length > 0) throw faults[0];
}
