import { randomUUID } from 'node:crypto';
import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { givenPasskey } from '../access/access.ownership.ts';

/** A payment of the owner that has waited since a password reset. */
async function givenWaiting({ ctx, destination }: World, { card }: Caller): Promise<string> {
  const id = randomUUID();
  const body = { DestinationAccountName: 'Payee of the owner', DestinationAccountNumber: destination.accountNumber };
  await ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                           state, next_day, due_at, receipt, made_at, waits_since)
     VALUES ($1, $2, $3, $4, $5, 'internal', $6, 100, 21, '2036-12-01', 'Active', '2036-12-01', '2036-12-01', '1', now(),
             now())`,
    [id, card.brand.tenantId, card.brand.id, card.account.id, card.holder?.id, JSON.stringify(body)],
  );
  return id;
}

export const ownership: FeatureOwnership = {
  things: {
    waiting: { make: givenWaiting, refusal: NOT_FOUND },
    wayIn: { make: givenPasskey, refusal: NOT_FOUND },
  },
  calls: {
    getAccountCheck: {
      ready: async (world, owner) => [await givenWaiting(world, owner), await givenPasskey(world, owner)],
    },
    keepWaiting: { body: { Kind: 'schedule' } },
    cancelWaiting: { body: { Kind: 'schedule' } },
    removeWayIn: { body: { Kind: 'passkey' } },
  },
};
