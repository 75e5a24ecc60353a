import { err, ok } from '@wattle/contract/errors.ts';
import { monthAt } from '../../../platform/time/clock.ts';
import type { Effect } from '../../payments/public.ts';
import { addCard, drawCardId } from '../issue-card.store.ts';
import { drawPrintedId, monthAfter, type NewNumber, numberFor } from '../replace/new-number.ts';
import { readLastFours } from '../replace/replacement.store.ts';
import { type CardAccount, countCards } from './additional-card.store.ts';

type State = {
  readonly cards: number;
  readonly next: { readonly id: bigint; readonly number: NewNumber; readonly cardId: string; readonly expiry: string };
};

const PREFIX_DIGITS = 6;

/**
 * Writes an additional card. The cards are counted under the lock of the account, so two orders cannot both take the
 * last place.
 */
export function issuingAnother(account: CardAccount): Effect<'card_problem', State> {
  const { member_account_id: memberAccountId, settings } = account;
  return {
    lock: `cards-of:${memberAccountId}`,
    async read({ ctx, tx, tenantId }) {
      const month = monthAt(ctx.clocks.business.now());
      const digits = account.masked_number.replaceAll(' ', '');
      const number = await numberFor(tx, ctx.secrets, settings, async () => ({
        prefix: digits.slice(0, PREFIX_DIGITS),
        length: digits.length,
        taken: await readLastFours(tx, tenantId, memberAccountId),
      }));
      const id = await drawCardId(tx);
      const cardId = await drawPrintedId(tx, tenantId);
      const expiry = monthAfter(month, settings.validMonths);
      return { cards: await countCards(tx, tenantId, memberAccountId, month), next: { id, number, cardId, expiry } };
    },
    decide({ cards, next }) {
      if (cards >= settings.cardsOfAccountMax) return err('card_problem', 'memberNumber');
      return ok({
        // Another order of the same batch would need a different number, so it is refused and has to be repeated.
        state: { cards: settings.cardsOfAccountMax, next },
        details: { card: String(next.id) },
        write({ ctx, tx, tenantId }, { at }) {
          addCard(tx, ctx.secrets, next.id, {
            ...next,
            tenantId,
            brandId: account.brand_id,
            productId: account.product_id,
            memberAccountId,
            holderId: account.holder_id,
            status: 'Ordered',
            // A name that the holder gave another card belongs only to that card.
            cardName: account.product_name,
            embossedName: account.embossed_name,
            isAllocated: true,
            createdAt: at,
          });
        },
      });
    },
  };
}
