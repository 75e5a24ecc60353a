import { createHash } from 'node:crypto';
import type { AppContext } from '../../compose/context.ts';
import type { Ask, Inbound, Keyed } from '../../outside/processors/port.ts';
import { referenceOf } from '../../outside/processors/reference.ts';
import type { Connected } from './connection.ts';
import { type KeptDelivery, writeDelivery } from './delivery.ts';
import type { NewDelivery, NewEvent } from './event.store.ts';
import { amountOf, contentHash, isAsk, isTold, keptId, kindOf } from './inbound.ts';

/** An approval that nothing has confirmed for this long is asked about. */
export const SWEPT_AFTER_MS = 600_000;
/** A told event that could not be carried out straight away is tried again then, by any server. */
const AGAIN_AFTER_MS = 60_000;

type Ctx = Pick<AppContext, 'clocks' | 'secrets'>;

/** A delivery with its messages as they are stored. `held`: cents of an ask's amount that are held by the asks before. */
export function newDelivery(
  ctx: Ctx,
  connected: Connected,
  kept: KeptDelivery,
  all: readonly Inbound[],
  held = 0n,
): NewDelivery {
  const at = new Date(ctx.clocks.business.now());
  return {
    connectionId: connected.connection.id,
    content: writeDelivery(connected.adapter, kept),
    at,
    dueAt: new Date(ctx.clocks.security.now() + AGAIN_AFTER_MS),
    events: all.map((one) => eventOf(ctx, connected, one, { at, held })),
  };
}

type Noted = { readonly at: Date; readonly held: bigint };

function eventOf({ secrets }: Ctx, connected: Connected, one: Inbound, when: Noted): NewEvent {
  const keyed = 'of' in one ? (one as Keyed) : undefined;
  return {
    key: keptId(secrets, one.key),
    of: keyed ? keptId(secrets, keyed.of) : null,
    kind: kindOf(one),
    contentHash: contentHash(secrets, one),
    after: keyed?.after ?? null,
    happenedAt: keyed ? instantOf(keyed.at) : null,
    amount: amountOf(one) ?? null,
    outcome: keyed ? null : 'taken',
    isTold: isTold(one),
    ...(isAsk(one) && (one.do === 'authorise' || one.do === 'increment') && { asked: askedOf(connected, one, when) }),
  };
}

function askedOf({ adapter, connection }: Connected, ask: Ask, { at, held }: Noted): NewEvent['asked'] {
  const { reference } = ask.message;
  const sweepAt = new Date(at.getTime() + SWEPT_AFTER_MS);
  if (!mayAddUnsaid(adapter, ask)) return { reference, sweepAt };
  return { reference, sweepAt, increment: { reference: referenceOf(connection.id, ask.key), held } };
}

/** Whether an ask may add to its purchase without saying so. */
export function mayAddUnsaid(adapter: Connected['adapter'], ask: Ask): boolean {
  return ask.do === 'authorise' && adapter.saysIncrements === false;
}

/** A time of the processor that does not exist is not kept. */
function instantOf(at: string): string | null {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** A delivery that is not a message, with the hash of its bytes as its key. */
export function unreadableDelivery(
  ctx: Ctx,
  { connection, adapter }: Connected,
  kept: Extract<KeptDelivery, { readonly rawBody: Uint8Array }>,
): NewDelivery {
  const hash = createHash('sha256').update(kept.rawBody).digest();
  const event = {
    key: `unreadable ${hash.toString('hex')}`,
    of: null,
    kind: 'unreadable',
    contentHash: hash,
    after: null,
    happenedAt: null,
    amount: null,
    outcome: 'taken',
    isTold: false,
  } as const;
  const at = new Date(ctx.clocks.business.now());
  return { connectionId: connection.id, content: writeDelivery(adapter, kept), at, dueAt: at, events: [event] };
}
