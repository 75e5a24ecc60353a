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
      ask: async ({ ctx }, { card }) => {
        await ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [card.id]);
        // Made after a reloadable card, of a virtual product of the brand.
        await ctx.asOwner(
          `WITH made AS (
             INSERT INTO product (id, tenant_id, brand_id, name, product_type, scheme, is_reloadable, is_virtual,
                                  is_upgradeable, art, art_is_dark, settings)
             SELECT id + 500000, tenant_id, brand_id, 'Made', 3, 'Visa', false, true, false, art, false, '{}'
             FROM product WHERE id = (SELECT product_id FROM card WHERE id = $1)
             ON CONFLICT DO NOTHING
           )
           UPDATE product SET is_reloadable = true,
             settings = settings || jsonb_build_object('virtualCards', jsonb_build_object('product', id + 500000))
           WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
          [card.id],
        );
        return same({ body: { Card: card.reference, Kind: 'SingleUse' } });
      },
      refusal: INVALID_CARD,
    },
  ],
  deleteVirtualCard: [
    {
      ask: async ({ ctx }, { card }) => {
        await ctx.asOwner("UPDATE card SET status = 'Active', virtual_kind = 'SingleUse' WHERE id = $1", [card.id]);
        return same({ body: { Card: card.reference } });
      },
      refusal: INVALID_CARD,
    },
  ],
  getCardControls: [aboutPlastic({})],
  changeCardControl: [aboutPlastic({ Control: 'online', IsAllowed: false })],
};
