import { randomUUID } from 'node:crypto';
import { type FeatureOwnership, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';

/** A payment that the owner has scheduled. */
async function givenSchedule({ ctx, destination }: World, { card }: Caller): Promise<string> {
  const id = randomUUID();
  const body = { DestinationAccountName: 'Payee of the owner', DestinationAccountNumber: destination.accountNumber };
  await ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                           state, next_day, due_at, receipt, made_at)
     VALUES ($1, $2, $3, $4, $5, 'internal', $6, 100, 21, '2036-12-01', 'Active', '2036-12-01', '2036-12-01', '1', now())`,
    [id, card.brand.tenantId, card.brand.id, card.account.id, card.holder?.id, JSON.stringify(body)],
  );
  return id;
}

export const ownership: FeatureOwnership = {
  things: { schedule: { make: givenSchedule, refusal: NOT_FOUND } },
  calls: {
    // A nominee's list contains only their own schedules.
    getScheduledPayments: { ready: async (world, owner) => [await givenSchedule(world, owner), 'Payee of the owner'] },
    getPaymentDates: { body: { Method: 'external' } },
    deleteScheduledPayment: { refusal: NOT_FOUND },
  },
};
