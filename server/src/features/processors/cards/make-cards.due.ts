import { nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { CardCommands, NewProcessorCard, ProcessorCard } from '../../../outside/processors/port.ts';
import type { QueuedJob, RecurringJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { retryGivenUp } from '../../../platform/due-work/due-state.store.ts';
import { type CardNamed, maskPan, maskWhileMade, monthAfter } from '../../cards/public.ts';
import { processorApiOf } from '../api.ts';
import { raise } from '../raise.ts';
import {
  type CardToMake,
  isMaskTaken,
  readToMake,
  saveMade,
  saveUnreached,
  takeNewCards,
} from './processor-card.store.ts';

/** Until a programme without a connection is looked at again. */
export const UNCONNECTED_MS = 10_000;
/** From then on a card is looked up before it is made. */
const AGAIN_AFTER_MS = 3_600_000;
/** Until a card whose processor has no API now is tried again. */
const UNREACHED_MS = 60_000;

type CardOfProcessor = { readonly card: string };

/** Cards that a processor is to make, by their ids. */
export const CARDS_AT_PROCESSORS: Queue<CardOfProcessor> = { name: 'processors.make-card', clock: 'security' };

/** Queues every card of a processor that was ordered: a first one, a replacement, an additional card, a renewal. */
export const collectNewCards: RecurringJob<AppContext> = {
  name: 'processors.collect-cards',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 5_000 },
  atOnce: 100,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    if (!ctx.processors.isConnected(tenantId)) return { againAt: ctx.clocks.security.now() + UNCONNECTED_MS };
    const ids = await takeNewCards(tx, tenantId, atOnce, ctx.clocks.security.now());
    for (const id of ids) {
      await ctx.dueWork.enqueue(tx, CARDS_AT_PROCESSORS, { tenantId, key: String(id), payload: { card: String(id) } });
    }
    return ids.length === atOnce ? 'more' : 'done';
  },
};

/**
 * Asks the processor for a card, looking it up where it may have been made before, and once for its number. The number leaves this function as its keyed hash and as its
 * masked digits only.
 */
export const makeCards: QueuedJob<AppContext, CardOfProcessor> = {
  queue: CARDS_AT_PROCESSORS,
  atOnce: 5,
  async outside(ctx, { tenantId, payload, attempt }) {
    const id = BigInt(payload.card);
    const lastMonth = monthAfter(monthAt(ctx.clocks.business.now()), 1);
    const card = await ctx.database.read(tenantId, (tx) => readToMake(tx, tenantId, id, lastMonth));
    if (!card) return async () => 'done';
    const cards = processorApiOf(ctx, tenantId, card.connection_id)?.cards;
    // The connection is off, or has no API: the card is made when it is on again, and the desk lists it until then.
    if (!cards) return (tx) => keepUnreached(ctx, tx, { tenantId, id, connectionId: card.connection_id });
    const asked = newCardOf(payload.card, card);
    if (typeof asked === 'string') return async () => ({ giveUp: asked });
    const askedMs = Number(card.asked_ms);
    // The answer to an earlier call may be lost, and the processor may have forgotten the key.
    const isAgain = attempt > 1 || ctx.clocks.security.now() - askedMs >= AGAIN_AFTER_MS;
    const known = isAgain ? await cards.made(asked.key, askedMs) : undefined;
    if (known && known.kind !== 'done') throw new Error(`a processor looked up no card: ${known.kind}`);
    const made = known?.value ? ({ kind: 'done', value: known.value } as const) : await cards.make(asked);
    if (made.kind === 'refused') return async () => ({ giveUp: made.code });
    if (made.kind !== 'done') throw new Error(`a processor made no card: ${made.kind}`);
    const number = await numberOf(cards, made.value.id);
    const index = number === null ? null : ctx.secrets.panHash(number);
    const masked = number === null ? null : maskPan(number);
    return async (tx) => {
      await save(ctx, tx, { tenantId, id, made: made.value, index, masked });
      return 'done';
    };
  },
};

/** Number of a card, or null where the processor gives none. */
async function numberOf(cards: CardCommands, id: string): Promise<string | null> {
  const asked = await cards.numberOf(id);
  if (asked.kind === 'done') return asked.value;
  if (asked.kind === 'refused') return null;
  throw new Error(`a processor told no number: ${asked.kind}`);
}

/**
 * Key of a card at its processor. The card of a restored database with the same id was asked for at another time, and is
 * another card.
 */
const keyOf = (id: string, { asked_ms: askedMs }: CardToMake) => `card-${id}-${askedMs}`;

/**
 * The order for a processor, or why none can be made: a plastic card goes to someone by name at an address. A virtual
 * card names its holder where both are known.
 */
function newCardOf(id: string, card: CardToMake): NewProcessorCard | 'no_address' | 'no_name_on_card' {
  const { holder_name, address, is_virtual: isVirtual, replaces, because } = card;
  const order = { key: keyOf(id, card), isVirtual, ...(replaces !== null && { replaces: { id: replaces, because } }) };
  const name = card.embossed_name || nameOnCardOf({ firstName: card.first_name ?? '', surname: card.surname ?? '' });
  if (holder_name === null || !address?.AddressLine1) return isVirtual ? order : 'no_address';
  if (name === '') return isVirtual ? order : 'no_name_on_card';
  const { AddressLine1, AddressLine2 = '', Suburb = '', State = '', PostCode = '' } = address;
  const street = [AddressLine1, AddressLine2].filter((line) => line !== '');
  return { ...order, person: { name, street, suburb: Suburb, state: State, postcode: PostCode, country: 'AU' } };
}

type Unreached = { readonly tenantId: number; readonly id: bigint; readonly connectionId: number };

async function keepUnreached(ctx: AppContext, tx: Tx, { tenantId, id, connectionId }: Unreached) {
  const now = ctx.clocks.security.now();
  const isNew = await saveUnreached(tx, tenantId, id, now);
  const connected = ctx.processors.byId(connectionId);
  if (isNew && connected) tx.afterCommit(() => raise(ctx, connected, 'unreached'));
  return { againAt: now + UNREACHED_MS };
}

type Saving = {
  readonly tenantId: number;
  readonly id: bigint;
  readonly made: ProcessorCard;
  readonly index: { readonly hash: Buffer; readonly keyVersion: number } | null;
  readonly masked: string | null;
};

async function save(ctx: AppContext, tx: Tx, { tenantId, id, made, index, masked }: Saving): Promise<void> {
  const { last4, expiry } = made;
  const bullets = masked ?? `•••• •••• •••• ${last4}`;
  const isTaken = await isMaskTaken(tx, tenantId, id, { maskedNumber: bullets, expiry });
  // Two cards of an account with the same last digits: the newer one is shown by our own id.
  const maskedNumber = isTaken ? maskWhileMade(String(id).padStart(11, '0')).slice(0, -4) + last4 : bullets;
  const state = made.state === 'beingMade' ? 'off' : made.state;
  const account = await saveMade(tx, tenantId, id, { externalId: made.id, state, maskedNumber, last4, expiry, index });
  ctx.live.publishChanged(tx, tenantId, account);
}

/** Makes a card whose name was set, so that an order that waited for it goes on. */
export async function makeCardsAgain(tx: Tx, _: AppContext, { tenantId, cardId, nowMs }: CardNamed): Promise<void> {
  const order = { tenantId, job: CARDS_AT_PROCESSORS.name, keys: [String(cardId)], reason: 'no_name_on_card' };
  await retryGivenUp(tx, order, nowMs);
}
