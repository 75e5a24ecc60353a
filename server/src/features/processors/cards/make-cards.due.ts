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
  saveMakeSent,
  saveUnreached,
  takeNewCards,
} from './processor-card.store.ts';

/** Until a programme without a connection is looked at again. */
export const UNCONNECTED_MS = 10_000;
/** Waits before something without an answer is sent again, short at first. After an hour the desk lists its card too. */
const SOON_MS = 5_000;
const AT_FIRST_MS = 60_000;
const LATER_MS = 60_000;
const LONG_MS = 3_600_000;
/** A processor may have forgotten a key that is this old: an hour less than the day for which it keeps one. */
const KEY_IS_OLD_MS = 23 * 3_600_000;

/** Next time to send what had no answer, by the time at which it was first sent or taken to be sent. */
const nextTry = (nowMs: number, sinceMs: number) => nowMs + (nowMs - sinceMs < AT_FIRST_MS ? SOON_MS : LATER_MS);

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
 * Asks the processor for a card, looking it up where it may have been made before, and once for its number. The number
 * leaves this function as its keyed hash and as its masked digits only. It is asked until it has answered.
 */
export const makeCards: QueuedJob<AppContext, CardOfProcessor> = {
  queue: CARDS_AT_PROCESSORS,
  atOnce: 5,
  async outside(ctx, { tenantId, payload, signal }) {
    const id = BigInt(payload.card);
    const lastMonth = monthAfter(monthAt(ctx.clocks.business.now()), 1);
    const card = await ctx.database.read(tenantId, (tx) => readToMake(tx, tenantId, id, lastMonth));
    if (!card) return async () => 'done';
    const { connection_id: connectionId } = card;
    const askedMs = Number(card.asked_ms);
    const cards = processorApiOf(ctx, tenantId, connectionId)?.cards;
    const waiting = { tenantId, id, connectionId, askedMs, isListed: !cards };
    // The connection is off, or has no API: the card is made when it is on again, and the desk lists it until then.
    if (!cards) return (tx) => waitFor(ctx, tx, waiting);
    const asked = newCardOf(payload.card, card);
    if (typeof asked === 'string') return async () => ({ giveUp: asked });
    // The answer to an earlier call may be lost, and the processor may have forgotten the key. A restored row may lack
    // the note of a call.
    const isAgain = card.is_make_sent || ctx.clocks.security.now() - askedMs >= KEY_IS_OLD_MS;
    const known = isAgain ? await cards.made(asked.key, askedMs, signal) : undefined;
    if (known && known.kind !== 'done') return (tx) => waitFor(ctx, tx, waiting);
    const made = known?.value
      ? ({ kind: 'done', value: known.value } as const)
      : await make(ctx, cards, waiting, asked);
    if (made.kind === 'refused') return async () => ({ giveUp: made.code });
    if (made.kind !== 'done') return (tx) => waitFor(ctx, tx, waiting);
    const told = await cards.numberOf(made.value.id);
    if (told.kind !== 'done' && told.kind !== 'refused') return (tx) => waitFor(ctx, tx, waiting);
    // Some processors give no numbers.
    const number = told.kind === 'done' ? told.value : null;
    const index = number === null ? null : ctx.secrets.panHash(number);
    const masked = number === null ? null : maskPan(number);
    return async (tx) => {
      await save(ctx, tx, { tenantId, id, made: made.value, index, masked });
      return 'done';
    };
  },
};

/** Sends the order, and notes on the row before that it may have been carried out. */
async function make(ctx: AppContext, cards: CardCommands, { tenantId, id }: Waiting, asked: NewProcessorCard) {
  const note = (isSent: boolean) =>
    ctx.database.transact(tenantId, (tx) => saveMakeSent(tx, { tenantId, cardId: id, isSent }));
  const isFirst = await note(true);
  const made = await cards.make(asked);
  if (made.kind === 'unsent' && isFirst) await note(false);
  return made;
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

type Waiting = {
  readonly tenantId: number;
  readonly id: bigint;
  readonly connectionId: number;
  readonly askedMs: number;
  /** Whether the desk lists it straight away. */
  readonly isListed: boolean;
};

/** Has a card asked for again. That uses up no attempt: the card has no part in an outage or a key that has expired. */
export async function waitFor(ctx: AppContext, tx: Tx, { tenantId, id, connectionId, askedMs, isListed }: Waiting) {
  const now = ctx.clocks.security.now();
  const isNew = (isListed || now - askedMs >= LONG_MS) && (await saveUnreached(tx, tenantId, id, now));
  const connected = ctx.processors.byId(connectionId);
  if (isNew && connected) tx.afterCommit(() => raise(ctx, connected, 'unreached'));
  return { againAt: isListed ? now + LATER_MS : nextTry(now, askedMs) };
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
