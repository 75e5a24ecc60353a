import type { NetworkAnswer } from '@wattle/contract/network/message.ts';
import type { AppContext } from '../../../compose/context.ts';
import { dayAt } from '../../../platform/time/clock.ts';
import { maskWords } from '../../../platform/secrets/typed-card-numbers.ts';
import type { PurchaseMessage } from '../../../outside/processors/purchase-message.ts';
import { answerCardMessage, noteOfCard, type Outcome, type PaymentTransaction, taken } from '../answer-once.ts';
import { describe } from '../carry-out-purchases.ts';
import { cardKeyOf } from '../card-key.ts';
import { addAuthorisations, drawAuthorisationIds, type NetworkCard } from '../network.store.ts';
import { declinedElsewhere } from './decline-word.domain.ts';
import { addEnding } from './purchase-ending.store.ts';

/** A purchase that was declined without us. `reason` is the word of who declined it. */
export type Notice = PurchaseMessage & { readonly reason: string };

/** Keeps a decline that was made without us: a declined row, counted as ours are, and nothing held. */
export function noteDecline(ctx: AppContext, message: Notice): Promise<NetworkAnswer> {
  return answerCardMessage(ctx, 'notice', message, (within, card) => note(within, card, message));
}

async function note(within: PaymentTransaction, card: NetworkCard, message: Notice): Promise<Outcome> {
  const { ctx, tx, tenantId } = within;
  const answer = taken(message.reference);
  // A check of a card is not a purchase, so no list shows it.
  if (message.amount === 0) return { answer };
  const now = ctx.clocks.business.now();
  const [id] = await drawAuthorisationIds(tx, 1);
  if (id === undefined) throw new Error('no id was drawn');
  const noted = { ...noteOfCard(ctx, 'notice', message), key: cardKeyOf(ctx, message.card), card };
  const row = describe(noted, id, { decline: declinedElsewhere(message.reason) }, now);
  addAuthorisations(tx, tenantId, dayAt(now), [row]);
  const purchase = { authorisationId: id, memberAccountId: card.member_account_id };
  addEnding(tx, tenantId, purchase, { kind: 'elsewhere', word: maskWords(message.reason), atMs: now });
  return { answer, authorisationId: id, changed: card.member_account_id };
}
