import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import {
  givenAccount,
  givenBrand,
  givenCard,
  givenHolder,
  givenProduct,
  givenSession,
  givenWebAccount,
  type TestAccount,
  type TestProduct,
} from '../../../../test-support/factories.ts';
import { holdCents } from '../../../../test-support/ledger/ledger-money.ts';
import { getApi, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import {
  balanceOf,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../../test-support/transfers.ts';

let test: TestApp;
let product: TestProduct;
let payer: Awaited<ReturnType<typeof givenPayer>>;
let payee: Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx);
});
beforeEach(async () => {
  test.ctx.setBusinessTime(TEST_START);
  test.ctx.setSecurityTime(TEST_START);
  [payer, payee] = [await givenPayer(test.ctx, product), await givenPayer(test.ctx, product)];
});
afterAll(() => test.close());

const body = (given = {}) => transferBody(payer.card.account, payee.card.account, given);
const transfer = (headers: Headers, payload: object) => postMoney(test, 'transfer/internal', headers, payload);
const auditOf = (account: TestAccount) =>
  test.ctx.asOwner<{ actor: string; action: string; outcome: string; request_id: string }>(
    'SELECT actor, action, outcome, request_id FROM audit_log WHERE object = $1 ORDER BY id',
    [`account:${account.id}`],
  );

async function expectRefusal(given: object, code: string, field: string | undefined, headers = payer.headers) {
  const before = await balanceOf(test.ctx, payer.card.account);
  const response = await transfer(headers, body(given));
  expect([response.statusCode, response.json().error, response.json().field]).toEqual([400, [code], field]);
  expect(await balanceOf(test.ctx, payer.card.account)).toBe(before);
}

describe('an internal transfer', () => {
  it('moves the money and returns a receipt number of day, sequence and check digit', async () => {
    const response = await transfer(payer.headers, body({ Amount: 12.34 }));
    expect(response.statusCode).toBe(200);
    // The 20th of November 2026 is day 324.
    expect(response.json()).toEqual({
      ReceiptNumber: expect.stringMatching(/^26324\d{7}$/) as string,
      TransactionDate: '2026-11-20T02:00:00.000Z',
      HeldUntil: null,
    });
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(8_766n);
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(11_234n);
  });

  it('appears in the lists of both accounts, each with its own description', async () => {
    const { ReceiptNumber } = (await transfer(payer.headers, body({ Amount: 12.34 }))).json();
    const newest = async (who: typeof payer) => {
      const number = who.card.account.accountNumber;
      const list = await getApi(test, `transaction?accountNumber=${number}&count=1&skip=0`, who.headers);
      return list.json().Transactions[0];
    };
    expect(await newest(payer)).toMatchObject({
      Kind: 'transferOut',
      Description: 'Dinner on Friday',
      Amount: -12.34,
      BalanceAfter: 87.66,
      Reference: ReceiptNumber,
      TransactionDate: '2026-11-20T02:00:00Z',
    });
    expect(await newest(payee)).toMatchObject({
      Kind: 'transferIn',
      Description: 'From Amelia',
      Counterparty: expect.stringMatching(/^Holder\d+ Example$/),
      Amount: 12.34,
      BalanceAfter: 112.34,
      Reference: ReceiptNumber,
    });
  });

  it.each([undefined, null, '', '  '])(
    'without a description (%j) shows the payer the name of the payee',
    async (given) => {
      await transfer(payer.headers, body({ Description: given }));
      const recent = await postApi(test, 'transaction/recent', payer.headers, { Card: payer.card.reference });
      expect(recent.json().Transactions[0]).toMatchObject({ Description: 'Ruby Taylor', Kind: 'transferOut' });
    },
  );

  it('without a frequency is paid immediately', async () => {
    expect((await transfer(payer.headers, body({ PaymentFrequency: undefined }))).statusCode).toBe(200);
  });

  it('does not count as spending', async () => {
    await transfer(payer.headers, body());
    const rows = await test.ctx.asOwner('SELECT FROM spending_day WHERE member_account_id = $1', [
      payer.card.account.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('notifies the browsers of payer and payee after the commit', async () => {
    const published: string[] = [];
    const publish = test.ctx.live.publishChanged;
    test.ctx.live.publishChanged = (tx, _tenant, account) => tx.afterCommit(() => published.push(String(account)));
    await transfer(payer.headers, body());
    test.ctx.live.publishChanged = publish;
    expect(published.toSorted()).toEqual([payer.card.account.id, payee.card.account.id].map(String).toSorted());
  });

  it('is recorded in the audit log with its request, accepted or refused', async () => {
    const done = await transfer(payer.headers, body());
    const refused = await transfer(payer.headers, body({ Amount: 5000 }));
    const actor = `web:${payer.webAccount.id}`;
    expect(await auditOf(payer.card.account)).toEqual([
      { actor, action: 'transfer.internal', outcome: 'ok', request_id: done.headers['x-request-id'] },
      {
        actor,
        action: 'transfer.internal',
        outcome: 'insufficient_funds',
        request_id: refused.headers['x-request-id'],
      },
    ]);
  });

  it('can be made by a card-only person, and by a nominee from the account of their card', async () => {
    const cardOnly = await givenSession(test.ctx, { card: payer.card });
    expect((await transfer(cardOnly.headers, body())).statusCode).toBe(200);
    const holder = await givenHolder(test.ctx, { brand: product.brand });
    await givenCard(test.ctx, { account: payer.card.account, holder, product });
    const nominee = await givenWebAccount(test.ctx, { holder, account: payer.card.account, extension: '01' });
    const { headers } = await givenSession(test.ctx, { webAccount: nominee });
    expect((await transfer(headers, body())).statusCode).toBe(200);
    expect(await balanceOf(test.ctx, payer.card.account)).toBe(9_800n);
  });
});

describe('the fields of a transfer', () => {
  it.each<[string, unknown]>([
    ['MemberNumber', undefined],
    ['MemberNumber', '12345678'],
    ['DestinationAccountNumber', ''],
    ['DestinationAccountNumber', '0000 0000'],
    ['DestinationAccountNumber', '000-000'],
    ['DestinationAccountNumber', '1234567890'],
    ['DestinationAccountNumber', '12_345'],
    ['DestinationAccountName', ' '],
    ['DestinationAccountName', '佐伊'],
    ['DestinationAccountName', 'A [B]'],
    ['Amount', undefined],
    ['Amount', '1'],
    ['Amount', 0],
    ['Amount', -1],
    ['Amount', 0.001],
    ['Amount', 1.005],
    ['Amount', 0.1 + 0.2],
    ['Amount', 100_000_000],
    ['Amount', 1e300],
    ['PaymentFrequency', 4],
    ['RecipientDescription', undefined],
    ['RecipientDescription', '^'],
    ['Description', '谢谢'],
    ['FutureDate', 'tomorrow'],
    ['NoOfPayments', 1000],
    ['IsNewPayee', 'yes'],
    ['IsUpdatePayee', 1],
    ['PayeeId', 7],
    ['PayeeId', 'ruby'],
  ])('with %s as %j is refused with 20010 and the field', (field, value) =>
    expectRefusal({ [field]: value }, '20010', field),
  );

  it('are validated only after the caller is authenticated', async () => {
    expect((await transfer({ authorization: 'Bearer none' }, {})).statusCode).toBe(401);
    const { headers } = await givenSession(test.ctx, { card: payer.card }, 'cardaccess');
    expect((await transfer(headers, {})).statusCode).toBe(403);
    expect((await transfer(headers, body())).statusCode).toBe(403);
  });

  it.each<[number, bigint]>([
    [0.01, 1n],
    [0.07, 7n],
    [1.1, 110n],
    [19.99, 1_999n],
    [64.35, 6_435n],
  ])('%d dollars move exactly %d cents', async (amount, cents) => {
    await transfer(payer.headers, body({ Amount: amount }));
    expect(await balanceOf(test.ctx, payee.card.account)).toBe(10_000n + cents);
  });
});

describe('an unused date', () => {
  it.each<[string, object]>([
    ['FutureDate', { PaymentFrequency: 21 }],
    ['FutureDate', { PaymentFrequency: 21, FutureDate: '2026-11-20' }],
    ['FutureDate', { PaymentFrequency: 21, FutureDate: '2027-11-21' }],
    ['PaymentFrequency', { PaymentFrequency: 2, StartDate: '2026-11-27', NoOfPayments: 3 }],
    ['StartDate', { PaymentFrequency: 1 }],
    ['StartDate', { PaymentFrequency: 1, StartDate: '2026-11-20', NoOfPayments: 3 }],
    ['EndDate', { PaymentFrequency: 3, StartDate: '2026-11-27', EndDate: '2026-11-26' }],
    ['EndDate', { PaymentFrequency: 3, StartDate: '2026-11-27', EndDate: '2037-01-01' }],
    ['NoOfPayments', { PaymentFrequency: 3, StartDate: '2026-11-27', EndDate: '2027-11-27', NoOfPayments: 3 }],
    ['StartDate', { PaymentFrequency: 3, EndDate: '2027-12-01' }],
    ['FutureDate', { FutureDate: '2026-12-01' }],
    ['EndDate', { EndDate: '2026-12-01' }],
    ['NoOfPayments', { NoOfPayments: 2 }],
  ])('is refused with 20247 and %s: %j', (field, given) => expectRefusal(given, '20247', field));

  it.each<[string, object]>([
    ['FutureDate', { PaymentFrequency: 21, FutureDate: '2027-02-29' }],
    ['NoOfPayments', { PaymentFrequency: 1, StartDate: '2026-11-27', NoOfPayments: 0 }],
    ['NoOfPayments', { PaymentFrequency: 1, StartDate: '2026-11-27', NoOfPayments: 1000 }],
  ])('that is none is refused with 20010 and %s: %j', (field, given) => expectRefusal(given, '20010', field));

  it('may be null in an immediate payment', async () => {
    const none = { FutureDate: null, StartDate: null, EndDate: null, NoOfPayments: null, PayeeId: null };
    expect((await transfer(payer.headers, body({ ...none, IsNewPayee: false }))).statusCode).toBe(200);
  });
});

describe('the paying account', () => {
  it('of another holder is refused with 10000 and not changed', async () => {
    const other = await givenPayer(test.ctx, product);
    await expectRefusal({}, '10000', 'MemberNumber', other.headers);
    const otherBrand = await givenPayer(test.ctx, await givenTransferProduct(test.ctx));
    await expectRefusal({}, '10000', 'MemberNumber', otherBrand.headers);
  });

  it('must be the account of the card', async () => {
    const second = await givenCard(test.ctx, { holder: payer.holder, product, balance: 10_000n });
    const { headers } = await givenSession(test.ctx, { card: second });
    await expectRefusal({}, '10000', 'MemberNumber', headers);
  });

  it('of a product without transfers is refused with 10001', async () => {
    const plain = await givenProduct(test.ctx, { brand: product.brand });
    const user = await givenPayer(test.ctx, plain);
    await expectRefusal({ MemberNumber: user.card.account.accountNumber }, '10001', 'MemberNumber', user.headers);
  });

  it.each(['tenant', 'brand'])('is refused with 10001 when the %s has switched transfers off', async (level) => {
    const own = await givenTransferProduct(test.ctx);
    const user = await givenPayer(test.ctx, own);
    await (level === 'tenant'
      ? test.ctx.asOwner(`UPDATE tenant SET features = '{"transfers": false}' WHERE id = $1`, [own.brand.tenantId])
      : test.ctx.asOwner(
          `UPDATE brand SET settings = jsonb_set(settings, '{Features,transfers}', 'false') WHERE id = $1`,
          [own.brand.id],
        ));
    await expectRefusal({ MemberNumber: user.card.account.accountNumber }, '10001', 'MemberNumber', user.headers);
  });

  it.each([
    ['Restricted', {}],
    ['Stolen', {}],
    ['Active', { expiry: '2026-10' }],
  ])('whose only card is %s %j is refused with 10001', async (status, rest) => {
    const account = await givenAccount(test.ctx, { brand: product.brand, balance: 10_000n });
    await givenCard(test.ctx, { account, product, status, ...rest });
    const webAccount = await givenWebAccount(test.ctx, { account });
    const { headers } = await givenSession(test.ctx, { webAccount });
    await expectRefusal({ MemberNumber: account.accountNumber }, '10001', 'MemberNumber', headers);
  });

  it('can still pay when its card is turned off temporarily', async () => {
    const off = await givenCard(test.ctx, { holder: payer.holder, product, status: 'ActiveOff', balance: 10_000n });
    const response = await transfer(payer.headers, body({ MemberNumber: off.account.accountNumber }));
    expect(response.statusCode).toBe(200);
  });

  it('is refused with 20240 when it lacks one cent, held amounts included', async () => {
    await expectRefusal({ Amount: 100.01 }, '20240', 'Amount');
    await holdCents(test.ctx, payer.card.account, 1n);
    await expectRefusal({ Amount: 100 }, '20240', 'Amount');
    expect((await transfer(payer.headers, body({ Amount: 99.99 }))).statusCode).toBe(200);
  });
});

describe('the account to be paid', () => {
  it('is refused with 20010 when it does not exist', () =>
    expectRefusal({ DestinationAccountNumber: '999999999' }, '20010', 'DestinationAccountNumber'));

  it('is refused with 20010 when it is the paying account', () =>
    expectRefusal({ DestinationAccountNumber: payer.card.account.accountNumber }, '20010', 'DestinationAccountNumber'));

  it('is unknown when it belongs to another brand or another programme', async () => {
    const tenant = { id: product.brand.tenantId, name: '' };
    for (const brand of [await givenBrand(test.ctx, { tenant }), await givenBrand(test.ctx)]) {
      const { account } = await givenCard(test.ctx, { brand });
      await expectRefusal({ DestinationAccountNumber: account.accountNumber }, '20010', 'DestinationAccountNumber');
      expect(await balanceOf(test.ctx, account)).toBe(0n);
    }
  });

  it('is unknown when it is closed, without a holder or without a usable card', async () => {
    const closed = await givenCard(test.ctx, { brand: product.brand, product });
    await test.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [closed.account.id]);
    const nobodys = await givenCard(test.ctx, { brand: product.brand, product });
    await test.ctx.asOwner('UPDATE member_account SET primary_holder_id = NULL WHERE id = $1', [nobodys.account.id]);
    const dead = await givenCard(test.ctx, { brand: product.brand, product, status: 'Closed' });
    for (const { account } of [closed, nobodys, dead]) {
      await expectRefusal({ DestinationAccountNumber: account.accountNumber }, '20010', 'DestinationAccountNumber');
    }
  });

  it.each([
    ['5,000.00 of a verified holder', true, 500_000n],
    ['999.00 of one who is not', false, 99_900n],
  ])('may hold %s and is refused with 20071 one cent above', async (_, isVerified, most) => {
    const holder = await givenHolder(test.ctx, { brand: product.brand, isVerified });
    const account = await givenAccount(test.ctx, { holder, balance: most - 100n });
    await givenCard(test.ctx, { account, product });
    const to = { DestinationAccountNumber: account.accountNumber };
    await expectRefusal({ ...to, Amount: 1.01 }, '20071', 'Amount');
    expect((await transfer(payer.headers, body({ ...to, Amount: 1 }))).statusCode).toBe(200);
    expect(await balanceOf(test.ctx, account)).toBe(most);
  });
});

describe('the daily payment limit', () => {
  const NEXT_MELBOURNE_DAY = '2026-11-20T13:00:00Z';

  async function givenLimited(paymentLimit: number) {
    const limited = await givenProduct(test.ctx, {
      brand: product.brand,
      settings: { internalTransfers: true, paymentLimit },
    });
    const user = await givenPayer(test.ctx, limited, 400_000n);
    const pay = (amount: number) =>
      transfer(user.headers, body({ MemberNumber: user.card.account.accountNumber, Amount: amount }));
    return { user, pay };
  }
  const codes = (responses: { statusCode: number; json(): { error?: string[] } }[]) =>
    responses.map((response) => (response.statusCode === 200 ? 'ok' : response.json().error?.[0]));

  it('is set by the product, covers all payments of a Melbourne day, and refuses with 20242', async () => {
    const { pay } = await givenLimited(1_000_00);
    expect(codes([await pay(600), await pay(400.01), await pay(400), await pay(0.01)])).toEqual([
      'ok',
      '20242',
      'ok',
      '20242',
    ]);
    // Daylight saving: midnight in Melbourne is 13:00 UTC.
    test.ctx.setBusinessTime(Date.parse(NEXT_MELBOURNE_DAY) - 1);
    expect(codes([await pay(0.01)])).toEqual(['20242']);
    test.ctx.setBusinessTime(NEXT_MELBOURNE_DAY);
    expect(codes([await pay(1000)])).toEqual(['ok']);
  });

  it('also holds for concurrent payments', async () => {
    const { pay, user } = await givenLimited(1_000_00);
    const answers = codes(await Promise.all(Array.from({ length: 8 }, () => pay(300))));
    expect(answers.toSorted()).toEqual(['20242', '20242', '20242', '20242', '20242', 'ok', 'ok', 'ok']);
    expect(await balanceOf(test.ctx, user.card.account)).toBe(400_000n - 90_000n);
  });

  it('is not used by a failed payment, even within the same batch', async () => {
    const { pay } = await givenLimited(10_000_00);
    // A token is verified once and then cached, so these calls arrive in order.
    await pay(1);
    // The first opens a batch, and the others share the next one.
    const answers = codes(await Promise.all([pay(1), pay(9_000), pay(3_000)]));
    expect(answers).toEqual(['ok', '20240', 'ok']);
  });
});
