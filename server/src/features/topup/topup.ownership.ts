import { randomUUID } from 'node:crypto';
import { givenSession } from '../../../test-support/factories.ts';
import { type FeatureOwnership, INVALID_CARD, NOT_FOUND, same } from '../../../test-support/ownership/driver.ts';
import type { Caller, World } from '../../../test-support/ownership/world.ts';
import { postMoney } from '../../../test-support/transfers.ts';
import { type Headers, postApi } from '../../../test-support/signed-in.ts';
import { hashCode } from './auto/code.ts';
import { hashVoucherCode, insertVoucher } from './public.ts';

let made = 0;
const CODE = '654321';

/** The owner's card can be loaded in every way. */
async function givenTopups({ ctx }: World, owner: Caller): Promise<void> {
  await ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [owner.card.id]);
  await ctx.asOwner(
    `UPDATE product SET is_reloadable = true,
            settings = settings || '{"voucherTopUp": true, "bankTransferTopUp": true, "schemeTopUp": true, "maxBalanceUnverified": 500000, "maxBalance": 500000}'
      WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [owner.card.id],
  );
}

/** A voucher of the caller's brand, whose code the owner has given. */
async function givenVoucher(world: World, owner: Caller): Promise<string> {
  const { ctx } = world;
  made += 1;
  const number = String(80_000_009_000 + made);
  const { brand } = owner.card;
  const codeHash = hashVoucherCode(ctx, brand.id, number, CODE);
  await ctx.database.transact(brand.tenantId, (tx) =>
    insertVoucher(tx, brand.tenantId, {
      brandId: brand.id,
      number,
      codeHash,
      amount: 1_00n,
      status: 'Issued',
      expiresOn: '2099-12-31',
      batch: 'test',
    }),
  );
  if ('webAccount' in owner.who) {
    await ctx.asOwner(
      `INSERT INTO voucher_check (tenant_id, web_account_id, voucher_id, checked_at)
       SELECT tenant_id, $1, id, now() + interval '1 year' FROM voucher WHERE brand_id = $2 AND number = $3`,
      [owner.who.webAccount.id, brand.id, number],
    );
  }
  await givenTopups(world, owner);
  return number;
}

/** No automatic top-up of the owner's account, which may have one. */
async function givenNoAutoTopup(world: World, owner: Caller): Promise<void> {
  await givenTopups(world, owner);
  await world.ctx.asOwner(
    `UPDATE product SET settings = settings || '{"autoTopUp": true}' WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [owner.card.id],
  );
  await world.ctx.asOwner('DELETE FROM pay_to_agreement WHERE member_account_id = $1', [owner.card.account.id]);
  await world.ctx.asOwner('DELETE FROM auto_topup WHERE member_account_id = $1', [owner.card.account.id]);
}

/** The automatic top-up of the owner's account, waiting for its code. */
async function givenAutoTopup(world: World, owner: Caller): Promise<string> {
  await givenNoAutoTopup(world, owner);
  const { account, brand } = owner.card;
  const id = randomUUID();
  await world.ctx.asOwner(
    `INSERT INTO auto_topup (public_id, tenant_id, member_account_id, web_account_id, agreement_version, accepted_at,
                             account_name, bsb, account_number, trigger_amount, amount, maximum, state, code_hash,
                             code_until, deposit_by, deposit_transfer_id)
     VALUES ($1, $2, $3, 1, '1', now(), 'Owner Marked', '000101', '61200447', 10000, 20000, 500000, 'Pending', $4,
             '2099-12-31', '2099-12-31', 1)`,
    [id, brand.tenantId, account.id, hashCode(world.ctx, id, CODE)],
  );
  return id;
}

/** The owner's automatic top-up, by an agreement that is active. */
async function withAgreement({ ctx }: World, { card: { account, brand } }: Caller): Promise<readonly string[]> {
  await ctx.asOwner(
    `WITH topup AS (
       UPDATE auto_topup SET way = 'payTo', state = 'Pending', day_most = 30000, code_hash = NULL, code_until = NULL,
              deposit_by = NULL, deposit_transfer_id = NULL
        WHERE member_account_id = $1 AND state <> 'Cancelled' RETURNING id)
     INSERT INTO pay_to_agreement (tenant_id, reference, auto_topup_id, member_account_id, name, bsb, account_number,
                                   maximum, fee_due, state, bank_id, made_at, respond_by, look_at)
     SELECT $2, gen_random_uuid(), id, $1, 'Owner Marked', '000101', '61200447', 30000, 0, 'Active', 'given', now(), now(), now()
       FROM topup`,
    [account.id, brand.tenantId],
  );
  await ctx.asOwner(
    `UPDATE auto_topup t SET state = 'Active', agreement_id = g.id FROM pay_to_agreement g
      WHERE t.member_account_id = $1 AND t.state = 'Pending' AND g.auto_topup_id = t.id`,
    [account.id],
  );
  return MARKS();
}

/** A payment of the owner's account at the gateway that was opened. */
async function givenOpened(world: World, owner: Caller, session: Headers): Promise<string> {
  await givenTopups(world, owner);
  await world.ctx.asOwner('DELETE FROM gateway_attempt');
  // Nothing else is in flight.
  await world.ctx.asOwner("UPDATE gateway_payment SET state = 'Expired' WHERE subject = $1", [
    String(owner.card.account.id),
  ]);
  const body = { accountNumber: owner.card.account.accountNumber, amount: 10 };
  const answer = await postApi(world, 'payment/initiate', session, body);
  return answer.json<{ Sid: string }>().Sid;
}

/** The receipt of a voucher that the owner has redeemed. */
async function givenTopup(world: World): Promise<string> {
  // A person with only a card cannot redeem one.
  const owner = world.owners.webAccount;
  const VoucherId = await givenVoucher(world, owner);
  const MemberNumber = owner.card.account.accountNumber;
  const { headers } = await givenSession(world.ctx, owner.who);
  const answer = await postMoney(world, 'topup/voucher-redeem', headers, { MemberNumber, VoucherId });
  return answer.json<{ ReceiptNumber: string }>().ReceiptNumber;
}

async function givenLink(world: World, owner: Caller, session: Headers): Promise<string> {
  await givenTopups(world, owner);
  const { accountNumber } = owner.card.account;
  const answer = await postApi(world, 'topup/make-payment-link', session, {
    accountNumber,
    maximumAmount: 20,
    days: 7,
  });
  return answer.json<{ Link: { LinkId: string } }>().Link.LinkId;
}

async function readyToPay(world: World, owner: Caller): Promise<void> {
  await givenTopups(world, owner);
  await world.ctx.asOwner('DELETE FROM gateway_attempt');
}

async function givenSavedCard({ ctx }: World, owner: Caller): Promise<string> {
  const id = randomUUID();
  if (!('webAccount' in owner.who)) throw new Error('a card alone saves no card');
  await ctx.asOwner(
    `INSERT INTO saved_card (id, tenant_id, web_account_id, token, card_hash, ending, expires, saved_at)
     VALUES ($1, $2, $3, $5, $4, '1111', '2099-12', now())`,
    [id, owner.card.brand.tenantId, owner.who.webAccount.id, Buffer.from(id), id],
  );
  return id;
}

const AGREED = { AccountName: 'Owner', AccountNumber: '61200447', Bsb: '000-101', TriggerAmount: 100, Amount: 300 };
/** The account that an automatic top-up is taken from. */
const MARKS = async () => [AGREED.AccountNumber];

export const ownership: FeatureOwnership = {
  things: {
    voucher: { make: givenVoucher, sharedBy: 'account' },
    autoTopup: { make: givenAutoTopup, refusal: INVALID_CARD },
    savedCard: { make: givenSavedCard, refusal: NOT_FOUND },
    gatewayPayment: { make: givenOpened, sharedBy: 'account' },
    topup: { make: givenTopup, sharedBy: 'account' },
    paymentLink: { make: givenLink, refusal: INVALID_CARD },
  },
  calls: {
    getTopupDetails: { ready: givenTopups },
    getTopupsOnTheirWay: { ready: givenTopups },
    getTopupBank: { ready: givenTopups },
    initiatePayment: [
      { without: ['SavedCardId'], ready: readyToPay, body: { amount: 10 } },
      // With a card that the owner has saved, which no one who shares the account has.
      {
        ready: readyToPay,
        body: { amount: 10 },
        refusal: ({ card }, owner) => (card.account.id === owner.card.account.id ? NOT_FOUND : INVALID_CARD),
        sharedBy: 'nobody',
      },
    ],
    validateVoucher: {
      ask: async (world, owner) => {
        const VoucherId = await givenVoucher(world, owner);
        return same({ body: { MemberNumber: owner.card.account.accountNumber, VoucherId, AccessCode: CODE } });
      },
    },
    getActiveAutoTopup: {
      ready: async (world, owner) => {
        await givenAutoTopup(world, owner);
        return MARKS();
      },
    },
    getAutoTopupAccounts: { ready: async (world, owner) => void (await givenAutoTopup(world, owner)), body: {} },
    createAutoTopup: { without: ['AutoTopUpId'], ready: givenNoAutoTopup, body: AGREED },
    updateAutoTopup: { ready: MARKS, body: AGREED },
    activateAutoTopup: { ready: MARKS, body: { ActivationCode: CODE } },
    cancelAutoTopup: { ready: MARKS },
    createPayTo: { without: ['AutoTopUpId'], ready: givenNoAutoTopup, body: AGREED },
    pausePayTo: { ready: withAgreement },
    resumePayTo: { ready: withAgreement },
    generateAgreementToken: { body: {} },
    getPaymentLinks: { ready: givenTopups },
    makePaymentLink: { ready: givenTopups, body: { maximumAmount: 20, days: 7 } },
  },
};
