import type { CardReference } from '@wattle/contract/wire.ts';
import { dropPreviousAccessCode } from '../../access/public.ts';
import { openNumber } from '../../card-facts/public.ts';
import { guardOfName, guardOfOwner } from '../../lockouts/public.ts';
import { findBrandById } from '../../brands/public.ts';
import { activationCodesOf, dropPreviousActivationCode } from '../card-to-activate.store.ts';
import { type CardToAdd, findAllocatedCard, findCardToAdd } from './card-to-add.store.ts';
import type { Named, Where } from './prove-code.ts';

/** Whether cards of the brand are named by card id instead of their number. */
async function usesCardIds({ ctx, session }: Where): Promise<boolean> {
  const brand = await findBrandById(ctx, session.brandId);
  return brand?.settings.UseCardIdForCardholderAccess ?? false;
}

/** Whether a login may take further cards. A brand may keep cards separate, each with its own login. */
export async function linksCards({ ctx, session }: Pick<Where, 'ctx' | 'session'>): Promise<boolean> {
  const brand = await findBrandById(ctx, session.brandId);
  return brand?.settings.LinkExistingCard ?? false;
}

/** The card of a number: an activation code opens a reloadable one, an access code another one. */
export async function nameByNumber(where: Where, number: string, isReloadable: boolean): Promise<Named> {
  const { ctx, tx, session } = where;
  const isCardId = number.length === 11;
  const usesIds = await usesCardIds(where);
  const card =
    isCardId || !usesIds
      ? await findCardToAdd(tx, session, {
          hashes: isCardId ? [] : ctx.secrets.panHashes(number),
          cardId: isCardId ? number : null,
          isOfProcessor: isCardId && !usesIds,
          isReloadable,
        })
      : undefined;
  // Number and id of a card of a processor are counted under its id.
  const counted = card && card.pan_cipher === null ? card.card_id : number;
  if (isReloadable) return named(card, guardOfName(ctx, session, 'activation', counted));
  const key = card ? guardOfOwner(ctx, session, 'card', card.id) : guardOfName(ctx, session, 'card', number);
  const hashes = [card?.access_code_hash ?? null, card?.previous_access_code_hash ?? null];
  return { card, key, hashes, dropsPrevious: dropPreviousAccessCode };
}

const named = (card: CardToAdd | undefined, key: Named['key']): Named => ({
  card,
  key,
  hashes: activationCodesOf(card),
  dropsPrevious: dropPreviousActivationCode,
});

/**
 * A card of the caller's list. Wrong codes are counted by its printed number, as everywhere, or by its id where its
 * processor holds the number.
 */
export async function nameAllocated(where: Where, reference: CardReference): Promise<Named | undefined> {
  const { ctx, tx, session } = where;
  const card = await findAllocatedCard(tx, session, reference);
  if (!card) return undefined;
  const number = (await usesCardIds(where)) ? null : openNumber(ctx.secrets, card.id, card);
  return named(card, guardOfName(ctx, session, 'activation', number ?? card.card_id));
}
