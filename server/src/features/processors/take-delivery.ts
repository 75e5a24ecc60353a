import { createHmac } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import { describeBug } from '../../http/fault.ts';
import { type Delivery, type HttpAnswer, type Inbound, UnreadableDelivery } from '../../outside/processors/port.ts';
import { answerAsk } from './answer-ask.ts';
import { carryOutPurchase } from './carry-out-told.ts';
import { type Connected, portOf, secretsOf } from './connection.ts';
import { endTaken } from './event-end.store.ts';
import { contentHash, isAsk, isIgnored, isTold, keptId, keptUnknown, kindOf, type ToldEvent } from './inbound.ts';
import { newDelivery, unreadableDelivery } from './new-delivery.ts';
import { raise } from './raise.ts';
import { roadOf } from './road.ts';

/** Answers a sender who has not signed. Nothing says why. */
const NOT_SIGNED: HttpAnswer = { status: 401, headers: {}, body: '' };
/** A signed delivery that cannot be read: it is kept, and sending it again changes nothing. */
const NOT_READ: HttpAnswer = { status: 400, headers: {}, body: '' };

const DECOY = 'no such connection';

/**
 * Takes what came to the address of a connection. `connected` is undefined where there is none of the address, which
 * is answered like a wrong signature, and as late. `asking` has the connections that are kept for purchases.
 */
export async function takeDelivery(
  { ctx, asking }: { readonly ctx: AppContext; readonly asking: AppContext },
  connected: Connected | undefined,
  delivery: Delivery,
  arrivedMs: number,
): Promise<HttpAnswer> {
  const purpose = connected?.adapter.secretOf(delivery.path);
  if (!connected || purpose === undefined) {
    createHmac('sha256', DECOY).update(delivery.rawBody).digest();
    return NOT_SIGNED;
  }
  const { adapter, connection } = connected;
  const secrets = secretsOf(ctx, connected, purpose);
  const isSigned = adapter.isSigned(delivery, secrets.length > 0 ? secrets : [DECOY], ctx.clocks.security.now());
  if (!isSigned || secrets.length === 0) return NOT_SIGNED;
  let all: readonly Inbound[];
  try {
    all = adapter.read(delivery, portOf(connection));
  } catch (error) {
    if (!(error instanceof UnreadableDelivery)) throw error;
    await keepUnreadable(ctx, connected, delivery);
    return purpose === 'asks' ? NOT_READ : adapter.taken();
  }
  const ask = all.find(isAsk);
  // Only the secret of asks signs a question that holds money.
  if (ask && purpose !== 'asks') return NOT_SIGNED;
  if (ask) return answerAsk(asking, connected, { ask, delivery, arrivedMs });
  return takeTold(ctx, connected, delivery, all);
}

async function keepUnreadable(ctx: AppContext, connected: Connected, delivery: Delivery): Promise<void> {
  const [noted] = await roadOf(ctx).notes.submit(
    connected.connection.tenantId,
    unreadableDelivery(ctx, connected, delivery),
  );
  if (!noted) await countTaken(ctx, connected, 'unreadable', []);
  raise(ctx, connected, 'unreadable');
}

/** Commits told events before they are acknowledged, and carries them out straight away where it can. */
async function takeTold(
  ctx: AppContext,
  connected: Connected,
  delivery: Delivery,
  all: readonly Inbound[],
): Promise<HttpAnswer> {
  const { connection, adapter } = connected;
  const noted = await roadOf(ctx).notes.submit(connection.tenantId, newDelivery(ctx, connected, delivery, all));
  const fresh = all.filter((_, place) => noted[place] === undefined);
  for (const [place, one] of all.entries()) {
    if (noted[place] && !noted[place].content_hash.equals(contentHash(ctx.secrets, one))) {
      raise(ctx, connected, 'key_reused');
    }
  }
  const told = fresh.filter(isTold);
  for (const one of fresh.filter((other) => !isTold(other))) await countTaken(ctx, connected, kindOf(one), [one]);
  await carryOutNow(ctx, connected, told);
  const unknownAsk = all.find((one) => isIgnored(one) && one.answer !== undefined);
  if (unknownAsk && isIgnored(unknownAsk) && unknownAsk.answer) {
    raise(ctx, connected, 'unknown_ask');
    return unknownAsk.answer;
  }
  return adapter.taken(all.filter(isTold));
}

/** A fault leaves it to due work: the event is kept, and acknowledged all the same. */
async function carryOutNow(ctx: AppContext, connected: Connected, told: readonly ToldEvent[]): Promise<void> {
  const known = new Map(told.map((one) => [keptId(ctx.secrets, one.key), one]));
  for (const of of new Set(told.map((one) => keptId(ctx.secrets, one.of)))) {
    try {
      await carryOutPurchase(ctx, connected, of, known);
    } catch (error) {
      ctx.log.warn(
        { connection: connected.connection.id, bug: describeBug(error) },
        'a told event is carried out later',
      );
    }
  }
}

/** Counts a ping, and what is not understood. */
function countTaken(ctx: AppContext, { connection }: Connected, kind: string, all: readonly Inbound[]): Promise<void> {
  return ctx.database.transact(connection.tenantId, async (tx) =>
    endTaken(tx, connection.tenantId, {
      connectionId: connection.id,
      atMs: ctx.clocks.business.now(),
      kind,
      outcome: 'taken',
      words: all.flatMap(keptUnknown),
    }),
  );
}
