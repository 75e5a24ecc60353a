import { randomBytes, randomUUID } from 'node:crypto';
import { type OwnerDriver, NOT_FOUND, same } from './driver.ts';
import type { Caller, World } from './world.ts';

/** A payment of the owner that waits since a reset of the password. */
async function givenWaiting({ ctx, destination }: World, { card }: Caller): Promise<{ Kind: 'schedule'; Id: string }> {
  const Id = randomUUID();
  const body = { DestinationAccountName: 'Payee of the owner', DestinationAccountNumber: destination.accountNumber };
  await ctx.asOwner(
    `INSERT INTO schedule (id, tenant_id, brand_id, member_account_id, holder_id, kind, body, amount, frequency, first_day,
                           state, next_day, due_at, receipt, made_at, waits_since)
     VALUES ($1, $2, $3, $4, $5, 'internal', $6, 100, 21, '2036-12-01', 'Active', '2036-12-01', '2036-12-01', '1', now(),
             now())`,
    [Id, card.brand.tenantId, card.brand.id, card.account.id, card.holder?.id, JSON.stringify(body)],
  );
  return { Kind: 'schedule', Id };
}

async function givenPasskeyId({ ctx }: World, { card, who }: Caller): Promise<string> {
  const id = randomUUID();
  if (!('webAccount' in who)) throw new Error('a passkey belongs to a web account');
  await ctx.asOwner(
    `INSERT INTO passkey (id, tenant_id, brand_id, web_account_id, credential_id, rp_id, public_key, counter, name, added_at)
     VALUES ($1, $2, $3, $4, $5, 'localhost', '\\x00', 0, 'Way in of the owner', now())`,
    [id, card.brand.tenantId, card.brand.id, who.webAccount.id, randomBytes(20)],
  );
  return id;
}

export const ACCOUNT_CHECK_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getAccountCheck: [
    {
      ask: async (world, owner) => {
        const { Id } = await givenWaiting(world, owner);
        return same({}, [Id, await givenPasskeyId(world, owner)]);
      },
    },
  ],
  keepWaiting: [{ ask: async (world, owner) => same({ body: await givenWaiting(world, owner) }), refusal: NOT_FOUND }],
  cancelWaiting: [
    { ask: async (world, owner) => same({ body: await givenWaiting(world, owner) }), refusal: NOT_FOUND },
  ],
  removeWayIn: [
    {
      ask: async (world, owner) => same({ body: { Kind: 'passkey', Id: await givenPasskeyId(world, owner) } }),
      refusal: NOT_FOUND,
    },
  ],
  finishAccountCheck: [{ ask: () => same({}) }],
};
