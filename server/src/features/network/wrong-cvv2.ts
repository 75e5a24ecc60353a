import { dayAt } from '../../platform/time/clock.ts';
import { notifyHolder } from '../messages/public.ts';
import type { PaymentTransaction } from './answer-once.ts';
import { CVV2_TRIES, type Decisions } from './decide.domain.ts';
import { countWrongCvv2s, readCards } from './network.store.ts';
import { readHoldersOfCards } from '../card-facts/public.ts';
import { cvv2FailuresOf } from './purchase-facts.ts';

/**
 * Counts wrong CVV2s, and notifies the holders of cards whose purchases by CVV2 they have stopped. Without a wrong one
 * it does nothing.
 */
export async function noteWrongCvv2s(
  within: PaymentTransaction,
  { wrongCvv2s, stopped }: Pick<Decisions, 'wrongCvv2s' | 'stopped'>,
  now: number,
): Promise<void> {
  const { ctx, tx, tenantId } = within;
  countWrongCvv2s(tx, tenantId, wrongCvv2s, now);
  if (stopped.size === 0) return;
  for (const { card_id, brand_id: brandId, holder_id: holderId, last4 } of await readHoldersOfCards(
    tx,
    tenantId,
    stopped,
  )) {
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId,
      holderId,
      template: 'securityCodeWrong',
      params: { ending: last4 },
      dedupKey: `cvv2:${card_id}:${dayAt(now)}`,
      everyContact: false,
    });
  }
}

/** Counts a wrong CVV2 of a purchase that was declined while no database accepted writes. */
export async function noteWrongCvv2(within: PaymentTransaction, cardId: bigint): Promise<void> {
  const now = within.ctx.clocks.business.now();
  const card = (await readCards(within.tx, within.tenantId, [cardId])).get(cardId);
  if (!card) return;
  const isStopped = card.cvv2_stopped_on === dayAt(now) || cvv2FailuresOf(card, now) + 1 >= CVV2_TRIES;
  const decided = { wrongCvv2s: new Map([[cardId, 1]]), stopped: new Set(isStopped ? [cardId] : []) };
  await noteWrongCvv2s(within, decided, now);
}
