import { randomUUID } from 'node:crypto';
import { putInUse } from '../../../test-support/ownership/basic-things.ts';
import { type FeatureOwnership, INVALID_CARD, NOT_FOUND } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';

/** A payment that the owner has scheduled. */
async function givenSchedule(
  { ctx, destination }: World,
  { card }: Caller,
  given: { readonly receipt?: string } = {},
): Promise<string> {
  const id = randomUUID();
  const { receipt = '1' } = given;
  const body = {
    MemberNumber: card.account.accountNumber,
    DestinationAccountName: 'Payee of the owner',
    DestinationAccountNumber: destination.accountNumber,
    RecipientDescription: 'From the owner',
  };
  await ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                           state, next_day, due_at, receipt, made_at)
     VALUES ($1, $2, $3, $4, $5, 'internal', $6, 100, 1, '2036-12-01', 'Active', '2036-12-01', '2036-12-01', $7, now())`,
    [id, card.brand.tenantId, card.brand.id, card.account.id, card.holder?.id, JSON.stringify(body), receipt],
  );
  return id;
}

let receipts = 263_360_000_000;
async function givenReceipt(world: World, owner: Caller): Promise<string> {
  const receipt = String((receipts += 1));
  await givenSchedule(world, owner, { receipt });
  return receipt;
}

export const ownership: FeatureOwnership = {
  things: {
    schedule: { make: (world, owner) => givenSchedule(world, owner), refusal: NOT_FOUND },
    scheduleReceipt: { make: givenReceipt, refusal: NOT_FOUND },
  },
  calls: {
    // A nominee's list contains only their own schedules.
    getScheduledPayments: { ready: async (world, owner) => [await givenSchedule(world, owner), 'Payee of the owner'] },
    getPaymentDates: { body: { Method: 'external', DestinationBSB: '000101', DestinationAccountNumber: '44172208' } },
    // A nominee has the account and not the payment.
    scheduleCalendar: { refusal: ({ shares }) => (shares.includes('account') ? NOT_FOUND : INVALID_CARD) },
    deleteScheduledPayment: { refusal: NOT_FOUND },
    changeScheduledPayment: {
      ready: (world, owner) => putInUse(world, owner),
      refusal: NOT_FOUND,
      body: { plannedDate: '2036-12-01', Amount: 2, PaymentFrequency: 1, StartDate: '2027-03-01' },
    },
    skipScheduledPayment: { refusal: NOT_FOUND, body: { plannedDate: '2036-12-01' } },
  },
};
