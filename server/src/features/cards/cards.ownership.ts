import { givenCard, givenProduct } from '../../../test-support/factories.ts';
import { putInUse } from '../../../test-support/ownership/basic-things.ts';
import { type FeatureOwnership, same } from '../../../test-support/ownership/driver.ts';
import { PASSWORD } from '../../../test-support/ownership/world.ts';

export const ownership: FeatureOwnership = {
  calls: {
    revealSecureDetails: { ready: (world, owner) => putInUse(world, owner, true) },
    reportLost: { body: { IsStolen: true } },
    replaceCard: { body: { IsCardDamaged: true } },
    toggleContactless: { body: { NewContactlessValue: false } },
    changeName: { body: { CardName: 'Holidays' } },
    changeSpendLimit: { body: { NewSpendLimit: 50 } },
    changePaymentLimit: { body: { NewPaymentLimit: 700 } },
    changePin: { body: { pin: '7391', password: PASSWORD.currentpassword } },
    canOrderAdditionalCard: { body: { checkBalance: true } },
    changeCardControl: { body: { Control: 'online', IsAllowed: false } },
    requestUpgrade: {
      ready: async ({ ctx }, { card }) => {
        await ctx.asOwner('UPDATE card SET is_upgrade_requested = false WHERE id = $1', [card.id]);
        await ctx.asOwner('DELETE FROM card_upgrade WHERE card_id = $1', [card.id]);
        await ctx.asOwner(
          `UPDATE product SET is_upgradeable = true, settings = settings || jsonb_build_object('upgradesTo', id)
            WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
          [card.id],
        );
      },
    },
    createVirtualCard: {
      // On another card of the owner, whose product allows it.
      ask: async (world, owner) => {
        const { brand, account } = owner.card;
        const virtual = await givenProduct(world.ctx, { brand, isReloadable: false, isVirtual: true });
        const settings = { virtualCards: { product: virtual.id, aDay: 99, most: 99 } };
        const product = await givenProduct(world.ctx, { brand, settings });
        const card = await givenCard(world.ctx, { account, product, holder: account.holder, accessCode: null });
        return same({ body: { Card: card.reference, Kind: 'SingleUse' } });
      },
    },
    deleteVirtualCard: {
      // A virtual card of the owner.
      ask: async ({ ctx }, { card: { account } }) => {
        const card = await givenCard(ctx, { account, holder: account.holder, accessCode: null });
        await ctx.asOwner("UPDATE card SET virtual_kind = 'SingleUse' WHERE id = $1", [card.id]);
        return same({ body: { Card: card.reference } });
      },
    },
  },
};
