import { monthAt } from '../../../platform/time/clock.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { dropPreviousAccessCode, findCardById, findCardByPan } from './sign-in.store.ts';
import { type Found, signIn } from './sign-in.ts';
import type { Attempt, TokenResult } from './token.types.ts';

/**
 * Signs a card-only user in by number or card id, as the brand has it, and access code. After a request for a new code
 * the previous one works until the new one is first used.
 */
export function signInWithCard({ ctx, brand, grant, request }: Attempt<'card'>): Promise<TokenResult> {
  const name = grant.cardnumber;
  const isCardId = name.length === 11;
  const find = async (tx: Tx): Promise<Found | undefined> => {
    // In a brand that uses card ids a number opens nothing, and the reverse but for cards of processors.
    const usesIds = brand.settings.UseCardIdForCardholderAccess;
    if (usesIds && !isCardId) return undefined;
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    const month = monthAt(ctx.clocks.business.now());
    const card = isCardId
      ? await findCardById(tx, place, { cardId: name, isOfProcessor: !usesIds }, month)
      : await findCardByPan(tx, place, ctx.secrets.panHashes(name), month);
    if (!card) return undefined;
    const secretHashes = [card.access_code_hash, card.previous_access_code_hash];
    return { secretHashes, cardId: card.id, webAccountId: null, holderId: card.holder_id };
  };
  return signIn({
    ctx,
    brand,
    request,
    kind: 'card',
    scope: 'card',
    name,
    secret: grant.accesscode,
    find,
    secretsOfOne: 2,
    onIn: async (tx, { cardId, secretHashes: [, previous] }, matched) => {
      if (matched === 0 && previous && cardId !== null) await dropPreviousAccessCode(tx, brand.tenantId, cardId);
    },
    wrong: 'invalid_card_details',
    locked: 'login_locked_or_token_expired',
  });
}
