import { foldNameOnCard, NAME_ON_CARD, nameOnCardOf } from '@wattle/contract/rules/name-on-card.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { QueuedJob, RecurringJob } from '../../../platform/due-work/job.ts';
import type { Queue } from '../../../platform/due-work/queue.ts';
import { envelopeOf, markOrdered, readToMake, takeOrders } from './card-orders.store.ts';

type CardToMake = { readonly card: string };
type Named = Readonly<{ embossed_name: string; first_name: string | null; surname: string | null }>;

/** Orders wait while the card maker has no address. */
const WITHOUT_MAKER_MS = 15 * 60_000;

/** Plastic cards to be made, by their ids. */
export const CARDS_TO_MAKE: Queue<CardToMake> = { name: 'cards.make', clock: 'security' };

/** Queues every plastic card that was ordered: a replacement, an additional card, a renewal. */
export const collectCardOrders: RecurringJob<AppContext> = {
  name: 'cards.collect-orders',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 100,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const ids = await takeOrders(tx, tenantId, atOnce, ctx.clocks.business.now());
    for (const id of ids) await queueOrder(tx, ctx, tenantId, id);
    return ids.length === atOnce ? 'more' : 'done';
  },
};

async function queueOrder(tx: Tx, ctx: Pick<AppContext, 'dueWork'>, tenantId: number, id: bigint): Promise<void> {
  await ctx.dueWork.enqueue(tx, CARDS_TO_MAKE, { tenantId, key: String(id), payload: { card: String(id) } });
}

/** Orders the plastic of a card whose status does not show that it is ordered. */
export async function orderPlastic(
  tx: Tx,
  ctx: Pick<AppContext, 'dueWork' | 'clocks'>,
  { tenantId, cardId }: { readonly tenantId: number; readonly cardId: bigint },
): Promise<void> {
  await markOrdered(tx, tenantId, cardId, ctx.clocks.business.now());
  await queueOrder(tx, ctx, tenantId, cardId);
}

/** Sends each order to the card maker. A card without an address or a printable name waits for the desk. */
export const makeCards: QueuedJob<AppContext, CardToMake> = {
  queue: CARDS_TO_MAKE,
  atOnce: 5,
  async outside(ctx, { tenantId, payload }) {
    const id = BigInt(payload.card);
    const card = await ctx.database.read(tenantId, (tx) => readToMake(tx, tenantId, id));
    if (!card) return async () => 'done';
    const { cardMaker } = ctx.outside;
    if (!cardMaker) return async () => ({ againAt: ctx.clocks.security.now() + WITHOUT_MAKER_MS });
    const address = envelopeOf(card);
    if (!address) return async () => ({ giveUp: 'no_address' });
    const embossedName = embossedNameOf(card);
    // Cards without a holder have no name.
    if (embossedName === '' && card.surname !== null) return async () => ({ giveUp: 'no_name_on_card' });
    const outcome = await cardMaker.order({
      reference: payload.card,
      cardNumber: ctx.secrets.decrypt(card.pan_cipher, card.pan_key_version, 'pan', id),
      expiry: card.expiry,
      embossedName,
      product: card.product,
      brand: card.brand,
      scheme: card.scheme,
      address,
    });
    if (outcome.kind === 'refused') return async () => ({ giveUp: outcome.code });
    if (outcome.kind !== 'done') throw new Error(`a card was not ordered: ${outcome.kind}`);
    return async () => 'done';
  },
};

/** Name printed on a card. A name stored before the rule for names may not fit, and is replaced by its holder's. */
function embossedNameOf({ embossed_name, first_name, surname }: Named): string {
  const kept = foldNameOnCard(embossed_name);
  return NAME_ON_CARD.test(kept) ? kept : nameOnCardOf({ firstName: first_name ?? '', surname: surname ?? '' });
}
