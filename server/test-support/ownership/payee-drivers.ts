import { randomUUID } from 'node:crypto';
import { givenPayeeProof } from '../proofs.ts';
import { NOT_FOUND, type OwnerDriver, same } from './driver.ts';
import type { Caller, World } from './world.ts';

/** A saved internal payee: of the owner's web account, or of their card. */
export async function givenPayee({ ctx, destination }: World, owner: Caller): Promise<string> {
  const id = randomUUID();
  const { accountNumber } = destination;
  const [webAccountId, cardId] = 'card' in owner.who ? [null, owner.card.id] : [owner.who.webAccount.id, null];
  await ctx.asOwner('DELETE FROM payee WHERE web_account_id = $1 OR card_id = $2', [webAccountId, cardId]);
  await ctx.asOwner(
    `INSERT INTO payee (id, tenant_id, web_account_id, card_id, type, name, bsb, account_number)
     VALUES ($1, $2, $3, $4, 2, 'Payee of the owner', '', $5)`,
    [id, owner.card.brand.tenantId, webAccountId, cardId, accountNumber],
  );
  return id;
}

/** Calls about saved payees. */
export const PAYEE_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getPayees: [
    {
      ask: async (world, owner) => {
        const id = await givenPayee(world, owner);
        return same({ body: { PayeeType: 2 } }, [id, 'Payee of the owner']);
      },
    },
  ],
  updatePayee: [
    {
      ask: async (world, owner) => {
        const body = {
          PayeeId: await givenPayee(world, owner),
          PayeeType: 2,
          DestinationAccountName: 'Somebody',
          DestinationBSB: null,
          DestinationAccountNumber: world.destination.accountNumber,
        } as const;
        await givenPayeeProof(world.ctx, owner.card, body);
        return same({ body });
      },
      refusal: NOT_FOUND,
    },
  ],
  deletePayees: [
    {
      ask: async (world, owner) => same({ body: { PayeeId: await givenPayee(world, owner) } }),
      refusal: NOT_FOUND,
    },
  ],
};
