import { err, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../../compose/context.ts';
import { toInstant } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import { openNumber, WAITS_FOR_ACTIVATION } from '../../card-facts/public.ts';
import { findLetterCard, type LetterCard } from './card-letter.store.ts';
import { hashOfReference } from './letter.ts';

/** The card of a letter whose reference is still valid. */
export async function findLetter(
  ctx: AppContext,
  { tenantId, id: brandId }: Brand,
  reference: string,
): Promise<Result<LetterCard, 'token_invalid' | 'token_expired'>> {
  const hash = hashOfReference(ctx, reference);
  const card = await ctx.database.read(tenantId, (tx) => findLetterCard(tx, { tenantId, brandId }, hash));
  if (!card?.has_code || !WAITS_FOR_ACTIVATION.includes(card.status)) return err('token_invalid', 'LetterReference');
  return Date.parse(toInstant(card.ends_at)) > ctx.clocks.security.now()
    ? ok(card)
    : err('token_expired', 'LetterReference');
}

/**
 * The number by which the card of a letter is activated, or its card id where the brand uses ids or the card's
 * processor holds the number.
 */
export async function cardNumberOfLetter(
  ctx: AppContext,
  brand: Brand,
  reference: string,
): Promise<string | undefined> {
  const found = await findLetter(ctx, brand, reference);
  if (!found.ok) return undefined;
  const { id, card_id } = found.value;
  if (brand.settings.UseCardIdForCardholderAccess) return card_id;
  return openNumber(ctx.secrets, id, found.value) ?? card_id;
}
