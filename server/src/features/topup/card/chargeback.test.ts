import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { type Opened, payByCard, runGateway, sendNotice } from '../../../../test-support/outside/gateway.ts';
import { runDue } from '../../../../test-support/schedules.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { givenReturnProof } from '../../../../test-support/proofs.ts';
import {
  balanceOf,
  billBody,
  externalBody,
  postMoney,
  returnBody,
  transferBody,
} from '../../../../test-support/transfers.ts';
import { loadSampleDirectories } from '../../../start/load-directories.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { listChargedBack } from '../../gateway/charge.store.ts';
import { takeChargeback } from '../../gateway/chargeback.ts';
import { cardTopupPurpose } from './card-topup.purpose.ts';

const ledger = openLedger();
const HOUR_MS = 3_600_000;

let test: TestApp;
let product: TestProduct;
let user: Awaited<ReturnType<typeof givenUser>>;
beforeAll(async () => {
  test = await givenApp();
  await loadSampleDirectories(test.ctx.database, '2026-11-20');
  const settings = {
    bpay: true,
    externalTransfers: true,
    internalTransfers: true,
    paymentLimit: null,
    stepUpAmount: null,
    schemeTopUp: true,
    maxBalance: 5_000_00,
    maxBalanceUnverified: 999_00,
  };
  product = await givenProduct(test.ctx, { brand: await givenBrand(test.ctx), isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
});
afterAll(() => test.close());

const balance = () => balanceOf(test.ctx, user.card.account);
async function pay(card: Parameters<typeof payByCard>[2], amount = 50) {
  const body = { accountNumber: user.card.account.accountNumber, amount };
  const opened = (await postApi(test, 'payment/initiate', user.headers, body)).json<Opened>();
  await payByCard(test, opened, card);
  return opened;
}
const look = (Sid: string) =>
  postApi(test, 'payment/state', user.headers, { accountNumber: user.card.account.accountNumber, Sid });
/** Moves the business clock only, so that no one is signed out. */
const later = (ms: number) => test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + ms).toISOString());
let noticeNumber = 0;
const notify = (type: string, data: object) => sendNotice(test, `notice-${(noticeNumber += 1)}`, type, data);
/** Moves money out of the account. */
const payAway = (amount: bigint) =>
  test.ctx.database.transact(product.brand.tenantId, async (tx) => {
    const at = test.ctx.clocks.business.now();
    await ledger.post(tx, {
      tenantId: product.brand.tenantId,
      key: `spent:${user.card.id}`,
      debit: user.card.account.ledgerAccountId,
      credit: await ledger.settlementAccount(tx, product.brand.tenantId, 'schemeSettlement'),
      amount,
      code: TRANSFER_CODE.purchase,
      effectiveAt: at,
      postedAt: at,
    });
  });

describe('a chargeback of a top-up', () => {
  it('is debited from the account the next day at any balance', async () => {
    const { Sid } = await pay('isChargedBack');
    test.ctx.advance(1_000);
    await runGateway(test);
    expect(await balance()).toBe(150_00n);
    test.ctx.advance(24 * HOUR_MS);
    await runGateway(test);
    expect(await balance()).toBe(100_00n);
    await notify('charge.disputed', { reference: Sid, chargeId: `ch.${Sid}` });
    expect(await balance()).toBe(100_00n);
  });

  it('leaves a debt where the balance does not cover it', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    await payAway(120_00n);
    await notify('charge.disputed', { reference: Sid, chargeId: `ch.${Sid}` });
    expect(await balance()).toBe(-20_00n);
    const debts = await test.ctx.asOwner<{ cause: string; owed: string }>(
      'SELECT cause, owed::text AS owed FROM debt WHERE member_account_id = $1',
      [user.card.account.id],
    );
    expect(debts).toEqual([{ cause: 'cardTopUp', owed: '2000' }]);
  });

  it('waits for the credit where its notice arrives first', async () => {
    const { Sid } = await pay('noNotice');
    await notify('charge.disputed', { reference: Sid, chargeId: `ch.${Sid}` });
    expect(await balance()).toBe(100_00n);
    const rows = await test.ctx.asOwner<{ kind: string }>(
      'SELECT kind FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq',
      [user.card.account.ledgerAccountId],
    );
    expect(rows.slice(-2).map(({ kind }) => kind)).toEqual(['topUp', 'adjustment']);
  });
});

describe('a server that dies after a chargeback was posted', () => {
  it('has listed it for the desk in the same transaction', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    const chargeId = `ch.${Sid}`;
    const [charge] = await test.ctx.asOwner<{ payment: string }>(
      'SELECT payment_id AS payment FROM gateway_charge WHERE id = $1',
      [chargeId],
    );
    const input = { chargeId, paymentId: charge?.payment ?? '', subject: String(user.card.account.id), amount: 50_00n };
    // The server dies after the payment.
    const posted = await test.ctx.payments.submit({
      tenantId: product.brand.tenantId,
      kind: cardTopupPurpose.chargeback,
      key: `chargeback:${chargeId}`,
      actor: 'gateway',
      input,
    });
    expect(posted).toMatchObject({ ok: true });
    const listed = await test.ctx.database.read(product.brand.tenantId, (tx) =>
      listChargedBack(tx, product.brand.tenantId, 100),
    );
    expect(listed.map(({ id, state }) => [id, state])).toContainEqual([chargeId, 'ChargedBack']);
  });
});

describe('a chargeback while its account closes', () => {
  it('is a debt of the former holder', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    await payAway(150_00n);
    const { account } = user.card;
    const close = () =>
      test.ctx.database.transact(product.brand.tenantId, async (tx) => {
        const at = test.ctx.clocks.business.now();
        await ledger.closeAccount(tx, { tenantId: product.brand.tenantId, account: account.ledgerAccountId, at });
        await tx.run('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
      });
    let reads = 0;
    const kind = cardTopupPurpose.chargeback;
    if (!('read' in kind)) throw new Error('it reads one payment');
    const chargeback = {
      ...kind,
      // The account is closed between the read and the posting of the first attempt.
      read: async (...asked: Parameters<typeof kind.read>) => {
        const facts = await kind.read(...asked);
        reads += 1;
        if (reads === 1) await close();
        return facts;
      },
    };
    const gatewayPurposes = new Map(test.ctx.gatewayPurposes).set('topup', { ...cardTopupPurpose, chargeback });
    const ctx = { ...test.ctx, gatewayPurposes };
    // The notice is processed again, and then finds the account closed.
    expect(await takeChargeback(ctx, product.brand.tenantId, `ch.${Sid}`)).toBe(false);
    expect(await takeChargeback(ctx, product.brand.tenantId, `ch.${Sid}`)).toBe(true);
    const rows = await test.ctx.asOwner<{ owed: string }>(
      'SELECT owed::text FROM debt WHERE member_account_id = $1 AND is_former_holder',
      [account.id],
    );
    expect([reads, rows]).toEqual([2, [{ owed: '5000' }]]);
    const [charge] = await test.ctx.asOwner<{ state: string }>('SELECT state FROM gateway_charge WHERE id = $1', [
      `ch.${Sid}`,
    ]);
    expect(charge?.state).toBe('ChargedBack');
  });
});

describe('money loaded by card', () => {
  const external = async (Amount: number) =>
    (
      await postMoney(test, 'transfer/external', user.headers, externalBody(user.card.account, { Amount }))
    ).json<object>();
  const bill = async (amount: number) =>
    (
      await postMoney(test, 'bPay/processBPayRequest', user.headers, billBody(user.card.account, { amount }))
    ).json<object>();
  const returned = async () => {
    await givenReturnProof(test.ctx, user.card, 150);
    return (await postMoney(test, 'card/returnfund', user.headers, returnBody(user.card))).json<object>();
  };

  it('stays in the programme for a day, while the rest may leave and purchases may use it', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    expect(await balance()).toBe(150_00n);
    expect(await external(100.01)).toMatchObject({ error: ['20313'] });
    expect(await bill(120)).toMatchObject({ error: ['20313'] });
    expect(await returned()).toMatchObject({ error: ['20313'] });
    // The status agrees with the call.
    const source = returnBody(user.card);
    const status = async () => (await postApi(test, 'card/returnfundstatus', user.headers, source)).json<object>();
    expect(await status()).toMatchObject({ CanRequestFund: false, Refusal: '20313', HasPendingTransation: false });
    expect(await external(60)).toMatchObject({ ReceiptNumber: expect.any(String) as string });
    expect(await external(40.01)).toMatchObject({ error: ['20313'] });
    await payAway(90_00n);
    expect(await balance()).toBe(0n);
  });

  it('stays in the programme until the same hour after transfers to a second and a third account', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    const [first, second, third] = [
      user,
      await givenUser(test.ctx, { brand: product.brand, product, balance: 10_00n }),
      await givenUser(test.ctx, { brand: product.brand, product, balance: 0n }),
    ];
    const send = async (from: typeof user, to: typeof user, Amount: number) => {
      const body = transferBody(from.card.account, to.card.account, { Amount });
      expect((await postMoney(test, 'transfer/internal', from.headers, body)).statusCode).toBe(200);
    };
    const leaves = async (who: typeof user, Amount: number) => {
      const body = externalBody(who.card.account, { Amount });
      return (await postMoney(test, 'transfer/external', who.headers, body)).json<{ error?: string[] }>().error?.[0];
    };
    later(HOUR_MS);
    // 50 of 150 were loaded by card: 30 of them are passed on, and 20 stay.
    await send(first, second, 30);
    expect([await leaves(first, 100.01), await leaves(first, 100)]).toEqual(['20313', undefined]);
    expect([await leaves(second, 10.01), await leaves(second, 1)]).toEqual(['20313', undefined]);
    // 30 of the 39 on the second account were loaded by card, and all that is passed on counts as such.
    await send(second, third, 25);
    expect([await leaves(third, 0.01), await leaves(second, 9.01), await leaves(second, 9)]).toEqual([
      '20313',
      '20313',
      undefined,
    ]);
    later(22 * HOUR_MS);
    expect(await leaves(third, 25)).toBe('20313');
    later(HOUR_MS);
    expect([await leaves(third, 25), await leaves(second, 5), await leaves(first, 20)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('stays in the programme when both payments are concurrent', async () => {
    const { Sid } = await pay('noNotice');
    await look(Sid);
    const second = await givenUser(test.ctx, { brand: product.brand, product, balance: 0n });
    const body = transferBody(user.card.account, second.card.account, { Amount: 150 });
    const [, out] = await Promise.all([
      postMoney(test, 'transfer/internal', user.headers, body),
      postMoney(test, 'transfer/external', second.headers, externalBody(second.card.account, { Amount: 101 })),
    ]);
    // Before the first payment there is nothing to send. After it the money loaded by card stays.
    expect(['20240', '20313']).toContain(out?.json<{ error: string[] }>().error[0]);
  });

  it('does not stop the release of a held payment that its hold already covers', async () => {
    const holding = await givenProduct(test.ctx, {
      brand: await givenBrand(test.ctx),
      isReloadable: true,
      settings: {
        externalTransfers: true,
        paymentLimit: null,
        stepUpAmount: null,
        schemeTopUp: true,
        maxBalance: 5_000_00,
        scamHoldAmount: 300_00,
      },
    });
    user = await givenUser(test.ctx, { brand: holding.brand, product: holding, balance: 700_00n });
    expect(await external(500)).toMatchObject({ HeldUntil: expect.any(String) as string });
    later(23 * HOUR_MS);
    // 200 are free beside the hold, and 400 come by card: 600 are available, of which 400 have to stay.
    const { Sid } = await pay('noNotice', 400);
    await look(Sid);
    expect(await balance()).toBe(1_100_00n);
    later(2 * HOUR_MS);
    await runDue(test.ctx, holding.brand.tenantId);
    expect(await balance()).toBe(600_00n);
  });
});
