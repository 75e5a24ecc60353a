import type { AppContext } from '../../compose/context.ts';
import { describeBug } from '../../http/fault.ts';
import { isDatabaseAway } from '../../platform/database/database-fault.ts';
import type { Connected } from './connection.ts';
import { messagesAgain } from './delivery.ts';
import { endTold } from './event-end.store.ts';
import { countTold } from './figures.ts';
import { isTold, keptId, keptUnknown, type ToldEvent } from './inbound.ts';
import { saveTold } from './purchase.store.ts';
import { raise } from './raise.ts';
import { tell, type Told } from './tell.ts';
import { claimWaiting, putOff, readContent, type WaitingEvent, type WaitsFor } from './waiting.store.ts';

/** Well over the time that the events of a purchase take. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Waits before each further attempt, about ten days in all. Then it is left to the desk. */
const WAITS_MS: readonly number[] = [
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  6 * HOUR_MS,
  ...Array.from({ length: 9 }, () => 24 * HOUR_MS),
];

/**
 * Carries out what waits of a purchase, one event after another, as long as no other server does. `known` has events
 * that have just been read; the others are read again from their deliveries.
 */
export async function carryOutPurchase(
  ctx: AppContext,
  connected: Connected,
  of: string,
  known: ReadonlyMap<string, ToldEvent> = new Map(),
): Promise<void> {
  const { id: connectionId, tenantId } = connected.connection;
  let isFirst = true;
  for (;;) {
    const nowMs = ctx.clocks.security.now();
    const claim = { tenantId, connectionId, of, nowMs, untilMs: nowMs + LEASE_MS, newOnly: !isFirst };
    const claimed = await ctx.database.transact(tenantId, (tx) => claimWaiting(tx, claim));
    if (claimed.length === 0) return;
    for (const waiting of claimed) await carryOutOne(ctx, connected, waiting, known.get(waiting.key));
    // Events of the same purchase that came meanwhile found it leased.
    isFirst = false;
  }
}

async function carryOutOne(
  ctx: AppContext,
  connected: Connected,
  waiting: WaitingEvent,
  known: ToldEvent | undefined,
): Promise<void> {
  try {
    const told = known ?? (await readAgain(ctx, connected, waiting));
    if (!told) return await keepUnread(ctx, connected, waiting);
    if (told.currency !== undefined) {
      return await keepWaiting(ctx, connected, waiting, { why: 'currency', isForDesk: true });
    }
    const result = await tell(ctx, connected, told);
    if ('waitsFor' in result) return await keepWaiting(ctx, connected, waiting, { why: result.waitsFor });
    await end(ctx, connected, told, result);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    ctx.log.error({ connection: connected.connection.id, bug: describeBug(error) }, 'a told event failed');
    await keepWaiting(ctx, connected, waiting, { why: 'fault' });
  }
}

/** Keeps an event that its delivery does not have any more. One that the desk lists is left to it. */
function keepUnread(ctx: AppContext, connected: Connected, waiting: WaitingEvent): Promise<void> {
  const { why } = waiting;
  const isForDesk = why !== 'new' && why !== 'fault';
  ctx.log.error({ connection: connected.connection.id }, 'a told event is not found in its delivery');
  return keepWaiting(ctx, connected, waiting, { why: isForDesk ? why : 'fault', isForDesk });
}

/** The event from its sealed delivery. Undefined: the delivery was deleted, or is read in another way. */
async function readAgain(
  { database, secrets }: AppContext,
  connected: Connected,
  { key }: WaitingEvent,
): Promise<ToldEvent | undefined> {
  const { tenantId, id } = connected.connection;
  const content = await database.read(tenantId, (tx) => readContent(tx, tenantId, id, key));
  if (!content) return undefined;
  const all = messagesAgain(secrets, connected, content).filter(isTold);
  return all.find((one) => keptId(secrets, one.key) === key);
}

async function end(ctx: AppContext, { connection }: Connected, told: ToldEvent, result: Told): Promise<void> {
  const { tenantId, id: connectionId } = connection;
  const atMs = ctx.clocks.business.now();
  const isCounted = await ctx.database.transact(tenantId, async (tx) => {
    if (result.result) {
      saveTold(tx, tenantId, { ...result.result, connectionId, of: keptId(ctx.secrets, told.of), atMs });
    }
    return endTold(tx, tenantId, {
      connectionId,
      key: keptId(ctx.secrets, told.key),
      atMs,
      kind: told.did,
      outcome: result.outcome,
      did: result.did,
      words: keptUnknown(told),
    });
  });
  if (!isCounted) return;
  countTold(connection.kind, told.did, result.outcome);
  if (isTooLate(told, result)) raise(ctx, { connection }, 'too_late');
}

/** Whether the shop was declined because our approval came after the deadline. */
function isTooLate(told: ToldEvent, { did }: Told): boolean {
  if (told.did === 'reversed') return told.why === 'tooLate';
  return told.did === 'decided' && told.by === 'timeout' && did === 'reversal';
}

async function keepWaiting(
  ctx: AppContext,
  connected: Connected,
  waiting: WaitingEvent,
  { why, isForDesk = false }: { readonly why: WaitsFor; readonly isForDesk?: boolean },
): Promise<void> {
  const { tenantId } = connected.connection;
  const wait = isForDesk ? undefined : WAITS_MS[waiting.tries];
  const nextMs = wait === undefined ? undefined : ctx.clocks.security.now() + wait;
  await ctx.database.transact(tenantId, (tx) => putOff(tx, tenantId, waiting, { why, nextMs }));
  if (waiting.why === why) return;
  if (why === 'currency') raise(ctx, connected, 'currency');
  if (why === 'card' || why === 'purchase') raise(ctx, connected, 'unmatched');
}
