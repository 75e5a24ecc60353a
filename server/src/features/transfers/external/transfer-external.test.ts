import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { givenBrand, givenProduct, type TestProduct } from '../../../../test-support/factories.ts';
import { outcomeOf, payeesOf } from '../../../../test-support/payees.ts';
import { givenUser, postApi } from '../../../../test-support/signed-in.ts';
import { balanceOf, type ExternalBody, externalBody, postMoney } from '../../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenUser>>;
const givenPayer = (balance: bigint, of = product) => givenUser(test.ctx, { brand: of.brand, product: of, balance });
beforeAll(async () => {
  test = await givenApp();
  const brand = await givenBrand(test.ctx);
  product = await givenProduct(test.ctx, {
    brand,
    settings: { externalTransfers: true, internalTransfers: true, paymentLimit: 4_000_00, bsb: '000-001' },
  });
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  payer = await givenPayer(9_000_00n);
});
afterAll(() => test.close());

const transfer = (given: Partial<ExternalBody> = {}, key?: string) =>
  postMoney(test, 'transfer/external', payer.headers, externalBody(payer.card.account, given), key);

describe('an external transfer', () => {
  it('is posted to the settlement account of direct entry with the fields that the other bank gets', async () => {
    const response = await transfer({ Amount: 350 });
    expect(response.json()).toEqual({
      ReceiptNumber: expect.stringMatching(/^26324\d{7}$/) as string,
      TransactionDate: '2026-11-20T02:00:00.000Z',
      HeldUntil: null,
    });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_650_00n);
    const rows = await test.ctx.asOwner(
      `SELECT o.method, o.bsb, o.account_number, o.name, o.reference, o.remitter, o.amount::int, o.purpose,
              o.value_date::text, l.kind, l.balance::int
         FROM payment_out o JOIN transfer t ON t.id = o.transfer_id JOIN ledger_account l ON l.id = t.credit_account_id
        WHERE o.member_account_id = $1`,
      [payer.card.account.id],
    );
    expect(rows).toEqual([
      {
        method: 'external',
        bsb: '000101',
        account_number: '44172208',
        name: 'Jordan Blake',
        reference: 'Bond, Wilson St',
        remitter: `${payer.holder.firstName} Example`.slice(0, 16),
        amount: 35_000,
        purpose: 2,
        value_date: '2026-11-20',
        kind: 'directEntry',
        balance: 35_000,
      },
    ]);
  });

  it('counts for the next business day from 16:00', async () => {
    test.ctx.setBusinessTime('2026-11-20T05:00:00Z');
    await transfer();
    const [row] = await test.ctx.asOwner('SELECT value_date::text FROM payment_out WHERE member_account_id = $1', [
      payer.card.account.id,
    ]);
    expect(row).toEqual({ value_date: '2026-11-23' });
  });

  it('is made once per key, and the key is refused for another request', async () => {
    const [first, second] = [await transfer({}, 'one'), await transfer({}, 'one')];
    expect(second.json()).toEqual(first.json());
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_990_00n);
    expect((await transfer({ Amount: 11 }, 'one')).json().error).toEqual(['409']);
  });
});

describe('an external transfer is refused', () => {
  it.each<[Partial<ExternalBody>, [string, string]]>([
    [{ DestinationAccountBsb: '000-555' }, ['20010', 'DestinationAccountBsb']],
    [{ DestinationAccountBsb: '000-198' }, ['20235', 'DestinationAccountBsb']],
    [{ DestinationAccountBsb: '000-199' }, ['32209', 'DestinationAccountBsb']],
    [{ DestinationAccountBsb: '00010' }, ['20010', 'DestinationAccountBsb']],
    [{ Purpose: 3 }, ['20010', 'DestinationAccountBsb']],
    [{ Purpose: 4 as 3 }, ['20010', 'Purpose']],
    [{ DestinationAccountName: 'Blocked Person' }, ['20241', 'DestinationAccountName']],
    [{ DestinationAccountName: 'Jordan [Blake]' }, ['20010', 'DestinationAccountName']],
    [{ DestinationAccountName: 'N'.repeat(33) }, ['20010', 'DestinationAccountName']],
    [{ DestinationAccountNumber: '000000000' }, ['20010', 'DestinationAccountNumber']],
    [{ DestinationAccountNumber: '1234567890' }, ['20010', 'DestinationAccountNumber']],
    [{ DescriptionRecipient: '' }, ['20010', 'DescriptionRecipient']],
    [{ DescriptionRecipient: '0123' }, ['20010', 'DescriptionRecipient']],
    [{ DescriptionRecipient: '-123' }, ['20010', 'DescriptionRecipient']],
    [{ DescriptionRecipient: 'R'.repeat(19) }, ['20010', 'DescriptionRecipient']],
    [{ Amount: 2000.01 }, ['20246', 'Amount']],
    [{ Purpose: 1, Amount: 4000.01 }, ['20242', 'Amount']],
    [{ Amount: 0 }, ['20010', 'Amount']],
    [{ PaymentFrequency: 21 }, ['20247', 'FutureDate']],
    [{ MemberNumber: '399999999' }, ['10000', 'MemberNumber']],
    [{ PayeeId: 'b0a7c0de-0000-4000-8000-000000000000' }, ['404', 'PayeeId']],
  ])('%j: %j', async (given, outcome) => {
    expect(outcomeOf(await transfer(given))).toEqual(outcome);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(9_000_00n);
  });

  it.each<[Partial<ExternalBody>]>([
    [{ Amount: 2000 }],
    [{ Purpose: 1, Amount: 4000 }],
    [{ Purpose: 3, DestinationAccountBsb: '000-002' }],
    [{ DestinationAccountName: 'N'.repeat(32), DescriptionRecipient: 'R'.repeat(18) }],
  ])('at no bound: %j', async (given) => expect(outcomeOf(await transfer(given))).toBe('ok'));

  it('above the rest of the monthly cap of its purpose', async () => {
    expect(outcomeOf(await transfer({ Amount: 1500 }))).toBe('ok');
    test.ctx.setBusinessTime('2026-11-21T02:00:00Z');
    expect(outcomeOf(await transfer({ Amount: 500.01 }))).toEqual(['20246', 'Amount']);
    expect(outcomeOf(await transfer({ Amount: 500 }))).toBe('ok');
    test.ctx.setBusinessTime('2026-12-01T02:00:00Z');
    expect(outcomeOf(await transfer({ Amount: 2000 }))).toBe('ok');
  });

  it('without enough money', async () => {
    payer = await givenPayer(9_99n);
    expect(outcomeOf(await transfer())).toEqual(['20240', 'Amount']);
  });

  it('for a product without external transfers', async () => {
    const { brand } = product;
    payer = await givenPayer(100_00n, await givenProduct(test.ctx, { brand, settings: { externalTransfers: false } }));
    expect(outcomeOf(await transfer())).toEqual(['10001', 'MemberNumber']);
  });
});

describe('the remaining limits', () => {
  const ask = (url: string, body: object) => postApi(test, url, payer.headers, body);

  it('cover the day and each purpose', async () => {
    await transfer({ Amount: 350 });
    const response = await ask('card/getRemainingExternalTransferLimitDetails', { Card: payer.card.reference });
    expect(response.json()).toEqual({
      AvailableAccountBalance: 8650,
      CurrentBalance: 8650,
      PaymentLimitEnabled: true,
      CurrentDailyPaymentLimit: 4000,
      RemainingDailyPaymentLimit: 3650,
      HousingPaymentLimitDefault: 5000,
      HousingPaymentLimitAvailable: 5000,
      OtherExpenseLimitDefault: 2000,
      OtherExpenseLimitAvailable: 1650,
    });
  });

  it('are shown for own cards alone', async () => {
    const other = await givenPayer(1n);
    const response = await ask('card/getRemainingExternalTransferLimitDetails', { Card: other.card.reference });
    expect(outcomeOf(response)).toEqual(['10000', 'Card']);
    const { accountNumber: AccountNumber } = other.card.account;
    expect(outcomeOf(await ask('transfer/getaccountlimits', { AccountNumber }))).toEqual(['10000', 'AccountNumber']);
  });

  it('have a cap for each purpose', async () => {
    const { accountNumber: AccountNumber } = payer.card.account;
    const month = { ExpiryDate: null, DisplayLimitExpiryNotification: false, LimitPeriod: 'Month' };
    expect((await ask('transfer/getaccountlimits', { AccountNumber })).json()).toEqual({
      Limits: [
        { TransferCategoryId: 1, LimitAmount: 5000, ...month },
        { TransferCategoryId: 2, LimitAmount: 2000, ...month },
        { TransferCategoryId: 3, LimitAmount: null, ...month },
      ],
    });
    const [{ name } = { name: '' }] = await test.ctx.asOwner<{ name: string }>('SELECT name FROM brand WHERE id = $1', [
      product.brand.id,
    ]);
    expect((await ask('card/getExternalTransferPurpose', {})).json()).toEqual({
      Purposes: [
        { ExternalTransferCategoryId: 1, Description: 'Housing' },
        { ExternalTransferCategoryId: 2, Description: 'Other expenses' },
        { ExternalTransferCategoryId: 3, Description: `A ${name} account` },
      ],
    });
  });
});

it('a payee at another bank is saved with its BSB', async () => {
  await transfer({ IsNewPayee: true });
  expect(await payeesOf(test, payer.headers, 3)).toMatchObject([
    { DestinationAccountName: 'Jordan Blake', DestinationBSB: '000101', DestinationAccountNumber: '44172208' },
  ]);
  // The same account number at another BSB is a different payee.
  await transfer({ IsNewPayee: true, DestinationAccountBsb: '000-001', DestinationAccountName: 'Sam' });
  expect(await payeesOf(test, payer.headers, 3)).toHaveLength(2);
});
