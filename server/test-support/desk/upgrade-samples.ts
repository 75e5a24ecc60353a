import type { TestApp } from '../app.ts';
import type { DeskSample, Sample } from './desk-sample.ts';
import { givenBrand, givenCard, givenProduct, givenTenant } from '../factories.ts';

/** A cardholder who requested an upgrade. */
async function givenUpgradeAsked({ ctx }: TestApp): Promise<DeskSample> {
  const brand = await givenBrand(ctx, { tenant: await givenTenant(ctx) });
  const target = await givenProduct(ctx, { brand, settings: { cardNumbers: { prefix: '903600', length: 16 } } });
  const product = await givenProduct(ctx, {
    brand,
    isReloadable: false,
    isUpgradeable: true,
    settings: { upgradesTo: target.id },
  });
  const card = await givenCard(ctx, { brand, product });
  await ctx.asOwner('UPDATE card SET is_upgrade_requested = true WHERE id = $1', [card.id]);
  await ctx.asOwner(
    `INSERT INTO card_upgrade (tenant_id, card_id, actor, state, fee, receipt, requested_at)
     VALUES ($1, $2, 'web:1', 'Requested', 0, '263240000017', $3)`,
    [brand.tenantId, card.id, new Date(ctx.clocks.business.now())],
  );
  return {
    tenantId: brand.tenantId,
    input: { card: `card:${card.id}` },
    state: async () =>
      JSON.stringify(
        await ctx.asOwner('SELECT state, new_card_id::text FROM card_upgrade WHERE card_id = $1 ORDER BY id', [
          card.id,
        ]),
      ),
    marked: [card.pan, card.holder?.email ?? ''],
  };
}

const DECIDED = {
  roles: ['agent', 'manager'],
  needsApproval: true,
  elsewhere: 'not_found',
  given: givenUpgradeAsked,
} as const;

export const UPGRADE_SAMPLES: Readonly<Record<string, Sample>> = {
  'grant-upgrade': DECIDED,
  'refuse-upgrade': DECIDED,
};
