import { INVALID_CARD, type Thing } from './driver.ts';
import type { Caller, World } from './world.ts';

/** Activates the owner's card, of a product with or without plastic. */
export async function putInUse({ ctx }: World, { card }: Caller, isVirtual = false): Promise<void> {
  await ctx.asOwner(`UPDATE card SET status = 'Active' WHERE id = $1`, [card.id]);
  await ctx.asOwner('UPDATE product SET is_virtual = $2 WHERE id = (SELECT product_id FROM card WHERE id = $1)', [
    card.id,
    isVirtual,
  ]);
}

const accountOf: Thing['make'] = (_world, { card }) => card.account.accountNumber;

/** Things of every cardholder. Features add their own. */
export const BASIC_THINGS: Readonly<Record<string, Thing>> = {
  card: {
    make: async (world, owner) => {
      await putInUse(world, owner);
      return owner.card.reference;
    },
    refusal: INVALID_CARD,
  },
  // Three fields that identify a card together.
  cardAccount: {
    make: async (world, owner) => {
      await putInUse(world, owner);
      return owner.card.reference.AccountNumber;
    },
    refusal: INVALID_CARD,
  },
  maskedCard: { make: (_world, { card }) => card.reference.MaskedCardNumber, refusal: INVALID_CARD },
  cardExpiry: { make: (_world, { card }) => card.reference.ExpirationDate, refusal: INVALID_CARD },
  account: { make: accountOf, refusal: INVALID_CARD, sharedBy: 'account' },
  primaryAccount: { make: accountOf, refusal: INVALID_CARD },
};
