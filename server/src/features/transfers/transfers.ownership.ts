import { randomUUID } from 'node:crypto';
import { type FeatureOwnership, NOT_FOUND, same } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { givenPayeeProof } from '../../../test-support/proofs.ts';
import { type Headers, postApi } from '../../../test-support/signed-in.ts';
import { externalBody, postMoney, transferBody } from '../../../test-support/transfers.ts';

/** A saved internal payee: of the owner's web account, or of their card. */
async function givenPayee({ ctx, destination }: World, owner: Caller): Promise<string> {
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

/** A payee that the owner has blocked. */
async function givenBlockedPayee({ ctx, destination }: World, { card, who }: Caller): Promise<string> {
  const id = randomUUID();
  const madeBy = 'card' in who ? `card:${card.id}` : `web:${who.webAccount.id}`;
  await ctx.asOwner(
    `INSERT INTO blocked_payee (id, tenant_id, holder_id, destination, method, name, bsb, account_number, blocked_at,
                                made_by)
     VALUES ($1, $2, $3, $4, 'internal', 'Blocked by the owner', '', $5, now(), $6)`,
    [id, card.brand.tenantId, card.holder?.id, `internal:${id}`, destination.accountNumber, madeBy],
  );
  return id;
}

/** The receipt of a transfer that the owner's account has paid. */
async function givenTransfer(world: World, { card }: Caller, session: Headers): Promise<string> {
  const body = transferBody(card.account, world.destination);
  const paid = await postMoney(world, 'transfer/internal', session, body);
  return paid.json<{ ReceiptNumber: string }>().ReceiptNumber;
}

const LOOK_UP_OLD = [400, '20343'] as const;
const PAY_ID = 'paid@instant.example';

/** A look-up of a PayID by the owner. */
async function givenLookUp(world: World, { card }: Caller, session: Headers): Promise<string> {
  const body = { MemberNumber: card.account.accountNumber, PayId: PAY_ID };
  const answer = await postApi(world, 'transfer/findPayId', session, body);
  return answer.json<{ Found: { LookUpId: string } }>().Found.LookUpId;
}

export const ownership: FeatureOwnership = {
  things: {
    payee: { make: givenPayee, refusal: NOT_FOUND },
    transfer: { make: givenTransfer, sharedBy: 'account' },
    blockedPayee: { make: givenBlockedPayee, refusal: NOT_FOUND },
    lookUp: { make: givenLookUp, refusal: LOOK_UP_OLD },
  },
  calls: {
    transferInternal: [
      {
        ask: ({ destination }, { card }) => same({ body: transferBody(card.account, destination) }),
        without: ['PayeeId'],
      },
      {
        // Pays from the caller's own account to a payee that the owner saved.
        ask: async (world, owner) => {
          const PayeeId = await givenPayee(world, owner);
          return { request: ({ card }) => ({ body: transferBody(card.account, world.destination, { PayeeId }) }) };
        },
        refusal: NOT_FOUND,
        sharedBy: 'nobody',
      },
    ],
    transferExternal: {
      ask: (_world, { card }) => same({ body: externalBody(card.account, { Amount: 0.1 }) }),
      without: ['PayeeId'],
    },
    findPayId: { body: { PayId: PAY_ID } },
    transferPayId: {
      // Pays from the caller's own account by a look-up of the owner.
      ask: async (world, owner, session) => {
        const LookUpId = await givenLookUp(world, owner, session);
        const said = { PayId: PAY_ID, PayIdName: 'Jordan Blake-Ross', Amount: 0.1, Message: 'Rent' };
        return {
          request: ({ card }) => ({ body: { MemberNumber: card.account.accountNumber, LookUpId, ...said } }),
        };
      },
      without: ['MemberNumber', 'PayeeId'],
      refusal: LOOK_UP_OLD,
      sharedBy: 'nobody',
    },
    confirmPayee: { body: { Bsb: '000101', AccountNumber: '12345678', AccountName: 'Rent Agency' } },
    getPaymentHold: {
      without: ['LookUpId'],
      ask: (_world, { card }) =>
        same({
          body: {
            Method: 'external',
            MemberNumber: card.account.accountNumber,
            DestinationBSB: '000101',
            DestinationAccountNumber: '12345678',
            Amount: 1,
          },
        }),
    },
    getBsbDetails: { body: { BsbNumber: '000101' } },
    getInternalBsbDetails: { body: { BsbNumber: '000101' } },
    getPayees: {
      ready: async (world, owner) => [await givenPayee(world, owner), 'Payee of the owner'],
      body: { PayeeType: 2 },
    },
    getBlockedPayees: {
      ready: async (world, owner) => [await givenBlockedPayee(world, owner), 'Blocked by the owner'],
    },
    updatePayee: {
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
    },
  },
};
