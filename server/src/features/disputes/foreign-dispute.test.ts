import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenProduct } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(async () => {
  expect(await brokenIn(test.ctx)).toEqual([]);
  await test.close();
});

/** A purchase of 10.00 abroad with a fee of 3% on a card with 100.00: 89.70 are left. It is disputed. */
async function given() {
  const brand = await givenBrand(test.ctx);
  const product = await givenProduct(test.ctx, { brand, settings: { foreignFeePoints: 300 } });
  const { card, headers } = await givenUser(test.ctx, { brand, product, balance: 100_00n });
  const purchase = purchaseOf(card, { amount: 10_00, merchant: { name: 'Blue Bottle', country: 'US', mcc: '5814' } });
  await sendNetwork(test, 'clearings', purchase);
  const [row] = await test.ctx.asOwner<{ seq: string }>(
    "SELECT seq FROM transaction_detail WHERE ledger_account_id = $1 AND kind = 'purchase'",
    [card.account.ledgerAccountId],
  );
  const asked = { Reason: 'notReceived', Explanation: 'It never came.', Sequence: Number(row?.seq) };
  const opened = await postApi(test, 'dispute/open', headers, { accountNumber: card.account.accountNumber, ...asked });
  const [asker, manager] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
  const dispute = opened.json<{ Reference: string }>().Reference;
  const desk = async (name: string, input: Readonly<Record<string, string>> = {}) => {
    const first = await give(test, asker, name, { input: { dispute, ...input }, reason: 'as the scheme says' });
    const request = first.body.request?.id;
    return request === undefined ? first : give(test, manager, 'approve', { input: { request } });
  };
  const refund = async (amount: number) =>
    (
      await sendNetwork(test, 'refunds', {
        ...purchase,
        reference: freshReference(),
        original: purchase.reference,
        amount,
      })
    ).answer;
  return { desk, refund, balance: () => balanceOf(test.ctx, card.account) };
}

describe('a dispute of a foreign purchase', () => {
  it('that ends with a chargeback returns the foreign fee too', async () => {
    const { desk, refund, balance } = await given();
    expect(await balance()).toBe(89_70n);
    await desk('resolve-dispute', { resolution: 'chargeback' });
    expect(await balance()).toBe(100_00n);
    // The programme keeps it, because the chargeback has credited the purchase and its fee.
    expect(await refund(10_00)).toBe('00');
    expect(await balance()).toBe(100_00n);
  });

  it('that ends with a partial credit returns that part of the foreign fee', async () => {
    const { desk, balance } = await given();
    // 6.00 stay charged, with a fee of 0.18.
    await desk('resolve-dispute', { resolution: 'part', amount: '4.00' });
    expect(await balance()).toBe(93_82n);
  });

  it('that is lost returns nothing', async () => {
    const { desk, balance } = await given();
    await desk('resolve-dispute', { resolution: 'lost' });
    expect(await balance()).toBe(89_70n);
  });

  it('gives provisional credit for the amount alone, and returns the foreign fee when it ends', async () => {
    const { desk, balance } = await given();
    await desk('provisional-credit');
    expect(await balance()).toBe(99_70n);
    await desk('resolve-dispute', { resolution: 'chargeback' });
    expect(await balance()).toBe(100_00n);
  });

  it('returns the foreign fee once when refunds arrive as well', async () => {
    const { desk, refund, balance } = await given();
    await desk('provisional-credit');
    expect(await refund(4_00)).toBe('00');
    // 89.70 + 10.00, of which the refund covers 4.00, + its fee of 0.12.
    expect(await balance()).toBe(99_82n);
    await desk('resolve-dispute', { resolution: 'chargeback' });
    expect(await balance()).toBe(100_00n);
  });

  it('returns the foreign fee once when a refund arrives at the same moment', async () => {
    const { desk, refund, balance } = await given();
    const [{ body }, answer] = await Promise.all([
      desk('resolve-dispute', { resolution: 'part', amount: '5.00' }),
      refund(5_00),
    ]);
    const isDecided = body.rows !== undefined;
    // Both may succeed, or only the one that came first.
    const credited = (isDecided ? 5 : 0) + (answer === '00' ? 5 : 0);
    expect(credited).toBeGreaterThan(0);
    expect(await balance()).toBe(BigInt(89_70 + credited * 103));
  });
});
