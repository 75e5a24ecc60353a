import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenProduct, givenSession, type TestProduct } from '../../../test-support/factories.ts';
import { type Opened, payByCard } from '../../../test-support/outside/gateway.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';
import { sealAll } from '../../../test-support/ledger/sealed.ts';
import { linesOf, testEveryCell } from '../../../test-support/state-matrix.ts';
import { balanceOf, postMoney } from '../../../test-support/transfers.ts';
import { brokenIn } from '../../../test-support/ledger/verified.ts';
import { ACCOUNT_CHAIN } from '../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../ledger/ledger-chain.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { AUDIT_CHAIN } from '../../platform/sealed-log/audit-chain.ts';
import { dayAt } from '../../platform/time/clock.ts';
import { expireVouchers } from './voucher/expire-vouchers.due.ts';
import { hashVoucherCode } from './voucher/voucher-code.ts';
import { isRedeemable, VOUCHER, type VoucherStatus } from './voucher/voucher.states.domain.ts';
import { insertVoucher } from './voucher/voucher.store.ts';

type User = Awaited<ReturnType<typeof givenUser>>;
type Body = { error?: string[]; field?: string; [field: string]: unknown };

const DAY_MS = 86_400_000;
const CODE = '654321';
const ALL: readonly VoucherStatus[] = ['Issued', 'Active', 'Redeemed', 'Expired', 'Blocked'];

let test: TestApp;
let product: TestProduct;
let user: User;
let last = 80_000_000_000;
beforeAll(async () => {
  test = await givenApp({ WATTLE_VOUCHER_RATE: '10000' });
  const brand = await givenBrand(test.ctx);
  const settings = { voucherTopUp: true, bankTransferTopUp: true, schemeTopUp: true, maxBalanceUnverified: 999_00 };
  product = await givenProduct(test.ctx, { brand, isReloadable: true, settings });
});
beforeEach(async () => {
  user = await givenUser(test.ctx, { brand: product.brand, product, balance: 100_00n });
  await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = false WHERE id = $1', [user.holder.id]);
});
afterAll(() => test.close());

/** A voucher with the code above, and the money that it is worth. */
async function givenVoucher(given: { amount?: bigint; status?: VoucherStatus; expiresOn?: string } = {}) {
  const { tenantId, id: brandId } = product.brand;
  const { amount = 50_00n, status = 'Issued', expiresOn = '2030-01-31' } = given;
  last += 1;
  const number = String(last);
  const ledger = openLedger();
  await test.ctx.database.transact(tenantId, async (tx) => {
    const codeHash = hashVoucherCode(test.ctx, brandId, number, CODE);
    await insertVoucher(tx, tenantId, { brandId, number, codeHash, amount, status, expiresOn, batch: 'test' });
    const now = test.ctx.clocks.business.now();
    await ledger.post(tx, {
      tenantId,
      key: `voucher:${number}`,
      debit: await ledger.settlementAccount(tx, tenantId, 'bank'),
      credit: await ledger.settlementAccount(tx, tenantId, 'vouchers'),
      amount,
      code: TRANSFER_CODE.opening,
      effectiveAt: now,
      postedAt: now,
    });
  });
  return number;
}

const of = (who: User, VoucherId: string) => ({ MemberNumber: who.card.account.accountNumber, VoucherId });
const validate = async (number: string, AccessCode = CODE, who = user) =>
  (await postApi(test, 'topup/voucher-validate', who.headers, { ...of(who, number), AccessCode })).json<Body>();
const worth = async (number: string, who = user) =>
  (await postApi(test, 'topup/voucher-balance', who.headers, of(who, number))).json<Body>();
const redeem = async (number: string, who = user, key?: string) =>
  (await postMoney(test, 'topup/voucher-redeem', who.headers, of(who, number), key)).json<Body>();
const statusOf = async (number: string) =>
  (await test.ctx.asOwner<{ status: VoucherStatus }>('SELECT status FROM voucher WHERE number = $1', [number]))[0]
    ?.status;

const details = async (body: object = {}) =>
  (
    await postApi(test, 'topup/details', user.headers, { accountNumber: user.card.account.accountNumber, ...body })
  ).json<Body>();

describe('the amount that can be loaded', () => {
  it('is the maximum less the balance, from 10.00 by card', async () => {
    expect(await details()).toEqual({
      MaximumLoadLimit: 999,
      MinimumTopup: 10,
      MaximumTopup: 999,
      MaximumAvailableTopup: 899,
      CurrentAccountBalance: 100,
      OnItsWay: 0,
      Fee: 0,
    });
  });

  it('has no minimum by voucher, and follows the verified holder’s maximum', async () => {
    await test.ctx.asOwner('UPDATE holder SET is_kyc_verified = true WHERE id = $1', [user.holder.id]);
    expect(await details({ loadType: 3 })).toMatchObject({ MaximumLoadLimit: 5000, MinimumTopup: 0 });
  });

  it('is rejected for another person’s account', async () => {
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    expect(await details({ accountNumber: other.card.account.accountNumber })).toMatchObject({
      error: ['10000'],
      field: 'accountNumber',
    });
  });

  it('uses the programme’s BSB and the account’s own number by bank transfer', async () => {
    const { accountNumber } = user.card.account;
    const answer = await getApi(test, `topup/bank?accountNumber=${accountNumber}`, user.headers);
    expect(answer.json()).toMatchObject({ Bsb: '000-001', AccountNumber: accountNumber, BankingDays: 2 });
  });

  it('is rejected by bank transfer where the product does not offer it and for another person’s account', async () => {
    const none = await givenProduct(test.ctx, { brand: product.brand, isReloadable: true });
    const other = await givenUser(test.ctx, { brand: product.brand, product: none });
    const ask = async (who: User, accountNumber: string) =>
      (await getApi(test, `topup/bank?accountNumber=${accountNumber}`, who.headers)).json<Body>().error;
    expect(await ask(other, other.card.account.accountNumber)).toEqual(['10001']);
    expect(await ask(user, other.card.account.accountNumber)).toEqual(['10000']);
    const number = await givenVoucher();
    expect([await validate(number, CODE, other), await worth(number, other), await redeem(number, other)]).toEqual(
      Array(3).fill(expect.objectContaining({ error: ['10001'] })),
    );
  });
});

describe('a voucher', () => {
  it('is checked, shown and redeemed once, to the cent', async () => {
    const number = await givenVoucher();
    expect(await validate(number)).toEqual({ IsSuccessful: true });
    expect(await worth(number)).toEqual({ Balance: 50, ExpiryDate: '2030-01-31' });
    const answer = await redeem(number);
    expect(answer).toMatchObject({ Amount: 50, ReceiptNumber: expect.stringMatching(/^\d{12,}$/) as string });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
    expect(await statusOf(number)).toBe('Redeemed');
    expect(await redeem(number)).toMatchObject({ error: ['20052'], field: 'VoucherId' });
    expect(await validate(number)).toMatchObject({ error: ['20052'] });
    const [row] = await test.ctx.asOwner(
      'SELECT kind, description FROM transaction_detail WHERE ledger_account_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.card.account.ledgerAccountId],
    );
    expect(row).toEqual({ kind: 'topUp', description: `Voucher ending ${number.slice(-4)}` });
  });

  it('gets the same answer under one idempotency key, and is rejected for another voucher', async () => {
    const [one, two] = [await givenVoucher(), await givenVoucher()];
    await validate(one);
    await validate(two);
    const key = '00000000-0000-4000-8000-000000000001';
    const first = await redeem(one, user, key);
    expect(await redeem(one, user, key)).toEqual(first);
    expect(await redeem(two, user, key)).toMatchObject({ error: ['409'] });
    expect(await balanceOf(test.ctx, user.card.account)).toBe(150_00n);
  });

  it('loads one account when 20 people redeem it at once', async () => {
    const number = await givenVoucher();
    const people = await Promise.all(
      Array.from({ length: 20 }, () => givenUser(test.ctx, { brand: product.brand, product, balance: 0n })),
    );
    for (const one of people) await validate(number, CODE, one);
    const answers = await Promise.all(people.map((one) => redeem(number, one)));
    expect(answers.filter(({ error }) => !error)).toHaveLength(1);
    const balances = await Promise.all(people.map(({ card }) => balanceOf(test.ctx, card.account)));
    expect(balances.reduce((sum, balance) => sum + balance, 0n)).toBe(50_00n);
  });

  it('needs its code, from this person, within ten minutes', async () => {
    const number = await givenVoucher();
    const other = await givenUser(test.ctx, { brand: product.brand, product });
    await validate(number, CODE, other);
    expect(await worth(number)).toMatchObject({ error: ['20052'] });
    expect(await redeem(number)).toMatchObject({ error: ['20052'] });
    await validate(number);
    await test.ctx.asOwner("UPDATE voucher_check SET checked_at = checked_at - interval '11 minutes'");
    expect(await worth(number)).toMatchObject({ error: ['20052'] });
    expect(await redeem(number)).toMatchObject({ error: ['20052'] });
  });

  it('is rejected with 20071 and stays valid when it is above what can be loaded', async () => {
    const number = await givenVoucher({ amount: 899_01n });
    await validate(number);
    expect(await redeem(number)).toMatchObject({ error: ['20071'] });
    expect([await statusOf(number), await balanceOf(test.ctx, user.card.account)]).toEqual(['Issued', 100_00n]);
  });

  it('leaves room under the maximum for a payment by card in flight', async () => {
    const { accountNumber } = user.card.account;
    const opened = (
      await postApi(test, 'payment/initiate', user.headers, { accountNumber, amount: 50 })
    ).json<Opened>();
    await payByCard(test, opened, 'isUnknown');
    await postApi(test, 'payment/state', user.headers, { accountNumber, Sid: opened.Sid });
    expect(await details()).toMatchObject({ MaximumAvailableTopup: 849, OnItsWay: 50 });
    // 999.00, less 100.00 on the account, less 50.00 on its way.
    const [much, fits] = [await givenVoucher({ amount: 849_01n }), await givenVoucher({ amount: 849_00n })];
    await validate(much);
    await validate(fits);
    expect(await redeem(much)).toMatchObject({ error: ['20071'], field: 'VoucherId' });
    expect(await redeem(fits)).toMatchObject({ Amount: 849 });
  });

  it('gets one answer when it is unknown, used, blocked, expired or has another code', async () => {
    const answers = [
      await validate('80999999999'),
      await validate(await givenVoucher({ status: 'Redeemed' })),
      await validate(await givenVoucher({ status: 'Blocked' })),
      await validate(await givenVoucher({ expiresOn: '2020-01-31' })),
      await validate(await givenVoucher(), '000000'),
    ].map(({ error, field }) => ({ error, field }));
    expect(answers).toEqual(Array(5).fill({ error: ['20052'], field: 'AccessCode' }));
  });

  it('blocks only the person who guesses five times, for 24 hours', async () => {
    const number = await givenVoucher();
    for (const code of ['000001', '000002', '000003', '000004']) await validate(number, code);
    expect(await validate(number, '000005')).toMatchObject({ error: ['20245'] });
    expect(await validate(number)).toMatchObject({ error: ['20245'] });
    const owner = await givenUser(test.ctx, { brand: product.brand, product });
    expect(await validate(number, CODE, owner)).toEqual({ IsSuccessful: true });
    test.ctx.advance(DAY_MS + 1);
    const { headers } = await givenSession(test.ctx, { webAccount: user.webAccount });
    expect(await validate(number, CODE, { ...user, headers })).toEqual({ IsSuccessful: true });
  });

  it.each([
    [{ VoucherId: '' }, 'VoucherId'],
    [{ VoucherId: '123' }, 'VoucherId'],
    [{ AccessCode: '12345' }, 'AccessCode'],
    [{ MemberNumber: '1' }, 'MemberNumber'],
  ])('with %o is refused at that field', async (wrong, field) => {
    const body = { ...of(user, '80000000010'), AccessCode: CODE, ...wrong };
    expect((await postApi(test, 'topup/voucher-validate', user.headers, body)).json()).toMatchObject({ field });
  });
});

describe('a voucher after its last day', () => {
  const today = () => dayAt(test.ctx.clocks.business.now());
  const shift = (days: number) => dayAt(test.ctx.clocks.business.now() + days * DAY_MS);
  const books = async () => {
    const rows = await test.ctx.asOwner<{ kind: string; balance: string }>(
      `SELECT kind, balance::text FROM ledger_account WHERE tenant_id = $1 AND kind IN ('vouchers', 'expiredVouchers')`,
      [product.brand.tenantId],
    );
    const of = (kind: string) => BigInt(rows.find((row) => row.kind === kind)?.balance ?? 0);
    return { vouchers: of('vouchers'), expired: of('expiredVouchers') };
  };
  const expire = (day = today()) => expireVouchers(test.ctx, product.brand.tenantId, { day, atOnce: 2 });

  it('is worth nothing: its value is on the programme’s account for it, once, however often the work runs', async () => {
    // Expires what other tests left.
    while (await expire());
    const numbers = [
      await givenVoucher({ amount: 10_00n, expiresOn: shift(-1) }),
      await givenVoucher({ amount: 20_00n, expiresOn: shift(-400), status: 'Active' }),
      await givenVoucher({ amount: 40_00n, expiresOn: shift(-1), status: 'Blocked' }),
    ];
    const [lastDay, gone] = [
      await givenVoucher({ amount: 80_00n, expiresOn: today() }),
      await givenVoucher({ amount: 160_00n, expiresOn: shift(-1), status: 'Redeemed' }),
    ];
    const before = await books();
    expect([await expire(), await expire(), await expire()]).toEqual([true, false, false]);
    expect(await Promise.all([...numbers, lastDay, gone].map(statusOf))).toEqual([
      'Expired',
      'Expired',
      'Expired',
      'Issued',
      'Redeemed',
    ]);
    const after = await books();
    // By hand: 10.00 + 20.00 + 40.00.
    expect([after.vouchers - before.vouchers, after.expired - before.expired]).toEqual([-70_00n, 70_00n]);
    expect(await validate(numbers[0] ?? '')).toMatchObject({ error: ['20052'] });
    await validate(lastDay);
    expect(await redeem(lastDay)).toMatchObject({ Amount: 80 });
  });

  it('either is redeemed or expires, by whoever comes first, and not both', async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 6; n += 1) numbers.push(await givenVoucher({ amount: 5_00n, expiresOn: today() }));
    for (const number of numbers) await validate(number);
    const before = await books();
    const balance = await balanceOf(test.ctx, user.card.account);
    // The work of the next day, as a server does whose clock is ahead.
    const [answers] = await Promise.all([
      Promise.all(numbers.map((number) => redeem(number))),
      (async () => {
        while (await expireVouchers(test.ctx, product.brand.tenantId, { day: shift(1), atOnce: 6 }));
      })(),
    ]);
    const redeemed = BigInt(answers.filter(({ error }) => !error).length);
    expect(answers.filter(({ error }) => error).every(({ error }) => error?.[0] === '20052')).toBe(true);
    const after = await books();
    expect((await balanceOf(test.ctx, user.card.account)) - balance).toBe(redeemed * 5_00n);
    expect(before.vouchers - after.vouchers).toBe(30_00n);
    expect(after.expired - before.expired).toBe((6n - redeemed) * 5_00n);
  });
});

describe('the address of a caller', () => {
  it('is rate limited after 50 checks an hour', async () => {
    const slowed = await givenApp();
    const brand = await givenBrand(slowed.ctx);
    const guessers = await givenUser(slowed.ctx, { brand });
    const ask = () =>
      postApi(slowed, 'topup/voucher-validate', guessers.headers, { ...of(guessers, '80000000010'), AccessCode: CODE });
    for (let n = 0; n < 50; n += 1) expect((await ask()).statusCode).toBe(400);
    const answer = await ask();
    expect(answer.json()).toMatchObject({ error: ['429'] });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await slowed.close();
  });
});

describe('the status of a voucher', () => {
  it('follows the specification', () => {
    const no = (times: number) => Array(times).fill('–access_code_wrong').join(' ');
    expect(linesOf(VOUCHER, ALL)).toEqual([
      // In this order: Issued Active Redeemed Expired Blocked
      `sell | staff | Active ${no(4)}`,
      `redeem | cardholder | Redeemed Redeemed ${no(3)}`,
      `expire | programme | Expired Expired ${no(2)} Expired`,
      `block | staff | Blocked Blocked ${no(3)}`,
      `cancel | staff | Expired Expired ${no(2)} Expired`,
    ]);
  });

  testEveryCell(VOUCHER, ALL, {
    redeem: {
      cardholder: async (status) => {
        const number = await givenVoucher();
        await validate(number);
        await test.ctx.asOwner('UPDATE voucher SET status = $2 WHERE number = $1', [number, status]);
        const answer = await redeem(number);
        const lines = await test.ctx.asOwner("SELECT FROM audit_log WHERE action = 'voucher.redeemed' AND actor = $1", [
          `web:${user.webAccount.id}`,
        ]);
        return {
          answer: answer.error ? 'access_code_wrong' : 'ok',
          after: (await statusOf(number)) ?? 'Expired',
          lines: lines.length,
        };
      },
    },
  });

  it.each(ALL)('%s can be redeemed up to its last day', (status) => {
    const may = status === 'Issued' || status === 'Active';
    expect([
      isRedeemable(status, '2026-11-23', '2026-11-23'),
      isRedeemable(status, '2026-11-22', '2026-11-23'),
    ]).toEqual([may, false]);
  });
});

it('keeps the ledger consistent', async () => {
  // The clock was moved: what is not sealed would count as late.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});
