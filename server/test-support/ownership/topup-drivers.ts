import { randomUUID } from 'node:crypto';
import { hashCode } from '../../src/features/topup/auto/code.ts';
import { hashVoucherCode, insertVoucher } from '../../src/features/topup/public.ts';
import { type Headers, postApi } from '../signed-in.ts';
import { type OwnerDriver, same } from './driver.ts';
import type { Caller, World } from './world.ts';

let made = 0;
const CODE = '654321';

/** A voucher of the caller's brand, whose code the owner has given. */
async function givenVoucher({ ctx }: World, owner: Caller): Promise<string> {
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
  await ctx.asOwner("UPDATE card SET status = 'Active' WHERE id = $1", [owner.card.id]);
  await ctx.asOwner(
    `UPDATE product SET is_reloadable = true,
            settings = settings || '{"voucherTopUp": true, "bankTransferTopUp": true, "schemeTopUp": true, "maxBalanceUnverified": 500000, "maxBalance": 500000}'
      WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [owner.card.id],
  );
  return number;
}

/** The automatic top-up of the owner's account, waiting for its code. */
async function givenAutoTopup(world: World, owner: Caller): Promise<string> {
  await givenVoucher(world, owner);
  await world.ctx.asOwner(
    `UPDATE product SET settings = settings || '{"autoTopUp": true}' WHERE id = (SELECT product_id FROM card WHERE id = $1)`,
    [owner.card.id],
  );
  const { account, brand } = owner.card;
  const id = randomUUID();
  await world.ctx.asOwner('DELETE FROM auto_topup WHERE member_account_id = $1', [account.id]);
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

const AGREED = { AccountName: 'Owner', AccountNumber: '61200447', Bsb: '000-101', TriggerAmount: 100, Amount: 300 };
/** For the primary holder alone: a nominee is refused like a stranger. */
const ofAutoTopup = (body: (id: string) => object): OwnerDriver => ({
  ask: async (world, owner) => {
    const id = await givenAutoTopup(world, owner);
    return same({ body: { MemberNumber: owner.card.account.accountNumber, ...body(id) } }, ['61200447']);
  },
  refusal: [400, '10000'],
});

const ofAccount = (body: object): OwnerDriver => ({
  ask: async (world, owner) => {
    const VoucherId = await givenVoucher(world, owner);
    return same({ body: { MemberNumber: owner.card.account.accountNumber, VoucherId, ...body } });
  },
  refusal: [400, '10000'],
  sharedBy: 'account',
});

/** An account that can be loaded, and a payment of it that was opened. */
async function givenOpened(world: World, owner: Caller, session: Headers): Promise<string> {
  await givenVoucher(world, owner);
  // Each driver begins with an account of which nothing is on its way.
  await world.ctx.asOwner("UPDATE gateway_payment SET state = 'Expired' WHERE subject = $1", [
    String(owner.card.account.id),
  ]);
  const body = { accountNumber: owner.card.account.accountNumber, amount: 10 };
  const answer = await postApi(world, 'payment/initiate', session, body);
  return answer.json<{ Sid: string }>().Sid;
}

export const TOPUP_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getActiveAutoTopup: [
    {
      ask: async (world, owner) => {
        await givenAutoTopup(world, owner);
        return same({ query: { memberNumber: owner.card.account.accountNumber } }, ['61200447']);
      },
      refusal: [400, '10000'],
    },
  ],
  createAutoTopup: [
    {
      ask: async (world, owner) => {
        await givenAutoTopup(world, owner);
        await world.ctx.asOwner('DELETE FROM auto_topup WHERE member_account_id = $1', [owner.card.account.id]);
        return same({ body: { MemberNumber: owner.card.account.accountNumber, ...AGREED } });
      },
      refusal: [400, '10000'],
    },
  ],
  updateAutoTopup: [ofAutoTopup((AutoTopUpId) => ({ AutoTopUpId, ...AGREED }))],
  activateAutoTopup: [ofAutoTopup((AutoTopupId) => ({ AutoTopupId, ActivationCode: CODE }))],
  cancelAutoTopup: [ofAutoTopup((AutoTopUpId) => ({ AutoTopUpId }))],
  getAutoTopupAgreement: [{ ask: () => same({ query: {} }) }],
  generateAgreementToken: [{ ask: () => same({ body: {} }) }],
  getTopupDetails: [
    {
      ask: async (world, owner) => {
        await givenVoucher(world, owner);
        return same({ body: { accountNumber: owner.card.account.accountNumber } });
      },
      refusal: [400, '10000'],
      sharedBy: 'account',
    },
  ],
  getTopupsOnTheirWay: [
    {
      ask: async (world, owner) => {
        await givenVoucher(world, owner);
        return same({ body: { accountNumber: owner.card.account.accountNumber } });
      },
      refusal: [400, '10000'],
      sharedBy: 'account',
    },
  ],
  initiatePayment: [
    {
      ask: async (world, owner) => {
        await givenVoucher(world, owner);
        await world.ctx.asOwner('DELETE FROM gateway_attempt');
        return same({ body: { accountNumber: owner.card.account.accountNumber, amount: 10 } });
      },
      refusal: [400, '10000'],
      sharedBy: 'account',
    },
  ],
  getPaymentState: [
    {
      ask: async (world, owner, session) => {
        await world.ctx.asOwner('DELETE FROM gateway_attempt');
        const Sid = await givenOpened(world, owner, session);
        return same({ body: { accountNumber: owner.card.account.accountNumber, Sid } });
      },
      refusal: [400, '10000'],
      sharedBy: 'account',
    },
  ],
  getTopupBank: [
    {
      ask: async (world, owner) => {
        await givenVoucher(world, owner);
        return same({ query: { accountNumber: owner.card.account.accountNumber } });
      },
      refusal: [400, '10000'],
      sharedBy: 'account',
    },
  ],
  validateVoucher: [ofAccount({ AccessCode: CODE })],
  getVoucherBalance: [ofAccount({})],
  redeemVoucher: [ofAccount({})],
};

const ofOwnAccount = (body: object): OwnerDriver => ({
  ask: async (world, owner) => {
    await givenVoucher(world, owner);
    return same({ body: { accountNumber: owner.card.account.accountNumber, ...body } });
  },
  refusal: [400, '10000'],
});

export const PAYMENT_LINK_DRIVERS: Readonly<Record<string, readonly OwnerDriver[]>> = {
  getPaymentLinks: [ofOwnAccount({})],
  makePaymentLink: [ofOwnAccount({ maximumAmount: 20, days: 7 })],
  endPaymentLink: [
    {
      ask: async (world, owner, session) => {
        await givenVoucher(world, owner);
        const { accountNumber } = owner.card.account;
        const made = await postApi(world, 'topup/make-payment-link', session, {
          accountNumber,
          maximumAmount: 20,
          days: 7,
        });
        const { Link } = made.json<{ Link: { LinkId: string } }>();
        return same({ body: { accountNumber, LinkId: Link.LinkId } });
      },
      refusal: [400, '10000'],
    },
  ],
};
