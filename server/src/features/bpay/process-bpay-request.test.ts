import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../test-support/factories.ts';
import { outcomeOf, payeesOf } from '../../../test-support/payees.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';
import { balanceOf, type BillBody, billBody, postMoney } from '../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenUser>>;
const givenPayer = (balance: bigint, of = product) => givenUser(test.ctx, { brand: of.brand, product: of, balance });
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, { brand, settings: { bpay: true, paymentLimit: 1_000_00 } });
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(5_000_00n);
});
afterAll(() => test.close());

const pay = (given: Partial<BillBody> = {}, key?: string) =>
  postMoney(test, 'bPay/processBPayRequest', payer.headers, billBody(payer.card.account, given), key);
const outsOf = (account: { id: bigint }) =>
  test.ctx.asOwner<Record<string, unknown>>(
    `SELECT method, bsb, account_number, name, amount::int, paid_on::text, value_date::text FROM payment_out
     WHERE member_account_id = $1 ORDER BY transfer_id`,
    [account.id],
  );

describe('a bill', () => {
  it('is paid into the settlement account of BPAY and listed under the name of its biller', async () => {
    const response = await pay({ amount: 186.2 });
    expect(response.json()).toEqual({
      BPayReceipt: expect.stringMatching(/^26324\d{7}$/) as string,
      TransactionDate: '2026-11-20T02:00:00.000Z',
      HeldUntil: null,
    });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(4_813_80n);
    const number = payer.card.account.accountNumber;
    const list = await getApi(test, `transaction?accountNumber=${number}&count=1&skip=0`, payer.headers);
    expect(list.json().Transactions[0]).toMatchObject({
      Kind: 'bpay',
      Description: 'Harbour Electricity',
      Amount: -186.2,
      Category: 'bills',
    });
    const [settlement] = await test.ctx.asOwner<{ balance: string }>(
      `SELECT balance FROM ledger_account WHERE tenant_id = $1 AND kind = 'bpay'`,
      [product.brand.tenantId],
    );
    expect(settlement?.balance).toBe('18620');
    expect(await outsOf(payer.card.account)).toEqual([
      {
        method: 'bpay',
        bsb: '23796',
        account_number: '87348538',
        name: 'Harbour Electricity',
        amount: 18_620,
        paid_on: '2026-11-20',
        value_date: '2026-11-20',
      },
    ]);
  });

  it('belongs to one biller whatever leading zeros its code has, for limit, payee and known destination', async () => {
    const gym = { customerReference: '12345', IsNewPayee: true, PayeeName: 'Gym' };
    expect(outcomeOf(await pay({ ...gym, billerCode: '70707', amount: 60 }))).toBe('ok');
    expect(outcomeOf(await pay({ ...gym, billerCode: '0000070707', amount: 60 }))).toEqual(['20251', 'amount']);
    expect(outcomeOf(await pay({ ...gym, billerCode: '070707', amount: 40 }))).toBe('ok');
    expect(await payeesOf(test, payer.headers, 1)).toMatchObject([{ DestinationBSB: '70707', PaidThisYear: 100 }]);
    expect(await outsOf(payer.card.account)).toMatchObject([{ bsb: '70707' }, { bsb: '70707' }]);
  });

  it('counts for the next business day from 17:00', async () => {
    test.ctx.setBusinessTime('2026-11-20T06:00:00Z');
    await pay();
    expect(await outsOf(payer.card.account)).toMatchObject([{ paid_on: '2026-11-20', value_date: '2026-11-23' }]);
  });

  it('is paid once per key, and the key is refused for another request', async () => {
    const [first, second] = [await pay({}, 'one'), await pay({}, 'one')];
    expect(second.json()).toEqual(first.json());
    expect(await outsOf(payer.card.account)).toHaveLength(1);
    expect((await pay({ amount: 11 }, 'one')).json().error).toEqual(['409']);
  });
});

describe('a bill is refused', () => {
  const intelligent = { billerCode: '60606', customerReference: '000123452612319' };
  it.each<[Partial<BillBody>, [string, string]]>([
    [{ billerCode: '12' }, ['20243', 'billerCode']],
    [{ billerCode: '11111' }, ['20227', 'billerCode']],
    [{ billerCode: '74625' }, ['20250', 'billerCode']],
    [{ customerReference: '87348539' }, ['20226', 'customerReference']],
    [{ customerReference: '0087348538' }, ['20226', 'customerReference']],
    [{ customerReference: '1' }, ['20010', 'customerReference']],
    [{ customerReference: '123456789012345678901' }, ['20010', 'customerReference']],
    [{ billerCode: '99853', amount: 19.99 }, ['20229', 'amount']],
    [{ billerCode: '99853', amount: 5000.01 }, ['20229', 'amount']],
    [{ ...intelligent, amount: 123.44 }, ['20229', 'amount']],
    [{ ...intelligent, customerReference: '000123452611199', amount: 200 }, ['20228', 'customerReference']],
    [{ billerCode: '70707', amount: 100.01 }, ['20251', 'amount']],
    [{ amount: 1000.01 }, ['20242', 'amount']],
    [{ scheduleBPayWhen: 21 }, ['20228', 'futureDate']],
    [
      { billerCode: '99853', amount: 20, scheduleBPayWhen: 1, startDate: '2026-11-27', noOfPayments: 2 },
      ['20228', 'scheduleBPayWhen'],
    ],
    [{ billerCode: '1313', scheduleBPayWhen: 21, futureDate: '2026-12-01' }, ['20233', 'billerCode']],
    [{ amount: 0 }, ['20010', 'amount']],
    [{ amount: 100_000_000 }, ['20010', 'amount']],
    [{ accountNumber: '399999999' }, ['10000', 'accountNumber']],
    [{ PayeeId: 'b0a7c0de-0000-4000-8000-000000000000' }, ['404', 'PayeeId']],
    [{ IsUpdatePayee: true }, ['20010', 'PayeeId']],
  ])('%j: %j', async (given, outcome) => {
    expect(outcomeOf(await pay(given))).toEqual(outcome);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(5_000_00n);
  });

  it.each<[Partial<BillBody>]>([
    [{ billerCode: '99853', amount: 20 }],
    [{ ...intelligent, amount: 123.45 }],
    [{ billerCode: '70707', amount: 100 }],
    [{ amount: 1000 }],
  ])('at no bound: %j', async (given) => expect(outcomeOf(await pay(given))).toBe('ok'));

  it('after the last day of its biller', async () => {
    test.ctx.setBusinessTime('2026-11-30T02:00:00Z');
    expect(outcomeOf(await pay({ billerCode: '1313' }))).toBe('ok');
    // After the cut-off it would count on the next day.
    test.ctx.setBusinessTime('2026-11-30T06:00:00Z');
    expect(outcomeOf(await pay({ billerCode: '1313' }))).toEqual(['20233', 'billerCode']);
  });

  it('above the rest of the daily limit of the biller', async () => {
    expect(outcomeOf(await pay({ billerCode: '70707', amount: 60 }))).toBe('ok');
    expect(outcomeOf(await pay({ billerCode: '70707', amount: 40.01 }))).toEqual(['20251', 'amount']);
    expect(outcomeOf(await pay({ billerCode: '70707', amount: 40 }))).toBe('ok');
  });

  it('above the daily limit that the account chose', async () => {
    await test.ctx.asOwner('UPDATE member_account SET payment_limit = 5000 WHERE id = $1', [payer.card.account.id]);
    expect(outcomeOf(await pay({ amount: 50.01 }))).toEqual(['20242', 'amount']);
    expect(outcomeOf(await pay({ amount: 50 }))).toBe('ok');
  });

  it('without enough money', async () => {
    payer = await givenPayer(9_99n);
    expect(outcomeOf(await pay())).toEqual(['20225', 'amount']);
  });

  it('for a product without BPAY', async () => {
    const { brand } = product;
    payer = await givenPayer(100_00n, await givenProduct(test.ctx, { brand, settings: { bpay: false } }));
    expect(outcomeOf(await pay())).toEqual(['20230', 'accountNumber']);
  });

  it('from a lost card', async () => {
    await test.ctx.asOwner(`UPDATE card SET status = 'Lost' WHERE id = $1`, [payer.card.id]);
    expect(outcomeOf(await pay())).toEqual(['10001', 'accountNumber']);
  });
});

describe('a saved biller', () => {
  it('is stored with its reference, under its own or a given name', async () => {
    await pay({ IsNewPayee: true, PayeeName: 'Power' });
    await pay({ IsNewPayee: true, billerCode: '5488', customerReference: '89557136' });
    const saved = await payeesOf(test, payer.headers, 1);
    expect(saved).toMatchObject([
      { DestinationAccountName: 'City Water', DestinationBSB: '5488', DestinationAccountNumber: '89557136' },
      { DestinationAccountName: 'Power', DestinationBSB: '23796', DestinationAccountNumber: '87348538' },
    ]);
    expect(await payeesOf(test, payer.headers, 2)).toEqual([]);
  });

  it('can be paid again, and changed with a payment', async () => {
    await pay({ IsNewPayee: true, PayeeName: 'Power' });
    const [saved] = await payeesOf(test, payer.headers, 1);
    const PayeeId = saved?.PayeeId ?? '';
    expect(outcomeOf(await pay({ PayeeId }))).toBe('ok');
    const other = { billerCode: '5488', customerReference: '89557136' };
    expect(outcomeOf(await pay({ PayeeId, ...other }))).toEqual(['404', 'PayeeId']);
    expect(outcomeOf(await pay({ PayeeId, ...other, IsUpdatePayee: true, PayeeName: 'Water' }))).toBe('ok');
    expect(await payeesOf(test, payer.headers, 1)).toMatchObject([
      { PayeeId, DestinationAccountName: 'Water', DestinationBSB: '5488' },
    ]);
  });
});

it('a card number that is the reference of a saved payee is shown in full to its payer and nobody else', async () => {
  const number = '4111111111111111';
  expect(outcomeOf(await pay({ billerCode: '99853', customerReference: number, amount: 20, IsNewPayee: true }))).toBe(
    'ok',
  );
  const [saved] = await payeesOf(test, payer.headers, 1);
  expect(saved).toMatchObject({ DestinationAccountNumber: '411111••••••1111' });
  const shown = async ({ headers }: Pick<typeof payer, 'headers'>, PayeeId: string | undefined) =>
    (await postApi(test, 'bPay/getBPayBiller', headers, { BillerCode: '99853', PayeeId })).json().PayeeReference;
  expect(await shown(payer, saved?.PayeeId)).toBe(number);
  expect(await shown(payer, undefined)).toBeNull();
  expect(await shown(await givenPayer(0n), saved?.PayeeId)).toBeNull();
});
