import { givenCard, givenProduct } from '../factories.ts';
import { INVALID_CARD, type OwnerDriver, same } from './driver.ts';

/** A call about a plastic card that is in use. */
const aboutPlastic = (rest: object): OwnerDriver => ({
  ask: async ({ ctx }, { card }) => {
    await ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
    await ctx.asOwner('UPDATE product SET is_virtual = false WHERE id = (SELECT product_id FROM card WHERE id = $1)', [
      card.id,
    ]);
    return same({ body: { Card: card.reference, ...rest } });
  },
  refusal: INVALID_CARD,
});

/** Calls that change where and for what a card works. */
export const CARD_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  changePaymentLimit: [
    {
      ask: (_world, { card }) => same({ body: { CardSummary: card.reference, NewPaymentLimit: 700 } }),
      refusal: INVALID_CARD,
    },
  ],
  getCardUpgradeFee: [aboutPlastic({})],
  getCardInitialLoadFee: [aboutPlastic({})],
  requestUpgrade: [
    {
      ask: async ({ ctx }, { card }) => {
        await ctx.asOwner("UPDATE card SET status = 'Active', is_upgrade_requested = false WHERE id = $1", [card.id]);
        await ctx.asOwner('DELETE FROM card_upgrade WHERE card_id = $1', [card.id]);
        await ctx.asOwner(
          `UPDATE product SET is_upgradeable = true, settings = settings || jsonb_build_object('upgradesTo', id)
            WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
          [card.id],
        );
        return same({ body: { Card: card.reference } });
      },
      refusal: INVALID_CARD,
    },
  ],
  getVirtualCards: [aboutPlastic({})],
  createVirtualCard: [
    {
      ask: async (world, owner) => {
        const { brand, account } = owner.card;
        const virtual = await givenProduct(world.ctx, { brand, isReloadable: false, isVirtual: true });
        const settings = { virtualCards: { product: virtual.id, aDay: 99, most: 99 } };
        const product = await givenProduct(world.ctx, { brand, settings });
        const card = await givenCard(world.ctx, { account, product, holder: account.holder, accessCode: null });
        return same({ body: { Card: card.reference, Kind: 'SingleUse' } });
      },
      refusal: INVALID_CARD,
    },
  ],
  deleteVirtualCard: [
    {
      ask: async ({ ctx }, { card: { account } }) => {
        const card = await givenCard(ctx, { account, holder: account.holder, accessCode: null });
        await ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [card.id]);
        return same({ body: { Card: card.reference } });
      },
      refusal: INVALID_CARD,
    },
  ],
  getCardControls: [aboutPlastic({})],
  changeCardControl: [aboutPlastic({ Control: 'online', IsAllowed: false })],
};
