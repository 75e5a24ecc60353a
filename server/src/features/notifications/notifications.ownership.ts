import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import { type Caller, webAccountOf, type World } from '../../../test-support/ownership/world.ts';

/** A notification that only the owner has. */
async function givenNotification({ ctx }: World, owner: Caller): Promise<string> {
  const [row] = await ctx.asOwner<{ id: bigint }>(
    `INSERT INTO notification (tenant_id, web_account_id, topic, kind, cause, params, happened_at)
     VALUES ($1, $2, 'card', 'purchase', gen_random_uuid()::text, '{"name": "Shop of the owner"}', now()) RETURNING id`,
    [owner.card.brand.tenantId, webAccountOf(owner).id],
  );
  return String(row?.id);
}

export const ownership: FeatureOwnership = {
  things: { notification: { make: givenNotification, refusal: NOT_FOUND } },
  calls: {
    getNotifications: {
      query: { language: 'enAU' },
      without: ['beforeId'],
      ready: async (world, owner) => {
        await givenNotification(world, owner);
        return ['Shop of the owner'];
      },
      refusal: 'none',
    },
    readAllNotifications: { body: { NewestId: '999999999' }, without: ['NewestId'], refusal: 'none' },
  },
};
