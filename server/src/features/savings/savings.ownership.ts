import { randomUUID } from 'node:crypto';
import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';

/** A savings goal of the owner, for which nothing is kept aside. */
async function givenGoal({ ctx }: World, { card }: Caller): Promise<string> {
  const id = randomUUID();
  await ctx.asOwner(
    `INSERT INTO savings_goal (id, tenant_id, member_account_id, name, cents, place)
     VALUES ($1, $2, $3, 'Goal of the owner', 0,
             1 + (SELECT count(*) FROM savings_goal WHERE member_account_id = $3))`,
    [id, card.brand.tenantId, card.account.id],
  );
  return id;
}

export const ownership: FeatureOwnership = {
  things: { savingsGoal: { make: givenGoal, refusal: NOT_FOUND } },
  calls: {
    getSavingsGoals: { ready: async (world, owner) => [await givenGoal(world, owner), 'Goal of the owner'] },
    saveSavingsGoal: { body: { Name: 'Holiday', Amount: 0 } },
    releaseSavings: { body: { AmountLeft: 0 } },
    setSavingsPurchases: { body: { IsPurchaseDeclined: true } },
  },
};
