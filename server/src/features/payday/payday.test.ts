import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenCard, givenSession, type TestProduct } from '../../../test-support/factories.ts';
import { outcomeOf } from '../../../test-support/payees.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { givenUser, postApi } from '../../../test-support/signed-in.ts';
import { erase } from '../account-closing/erasure.store.ts';
import { saveClosed } from '../account-closing/ending.store.ts';
import { externalBody, givenTransferProduct, postMoney, transferBody } from '../../../test-support/transfers.ts';

type User = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let product: TestProduct;
let user: User;
let friend: User;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { externalTransfers: true, bpay: true });
});
// 100.00 each.
beforeEach(async () => {
  // Friday 20 November 2026, 13:00 in Melbourne.
  test.ctx.setBusinessTime(TEST_START);
  user = await givenUser(test.ctx, { brand: product.brand, product });
  friend = await givenUser(test.ctx, { brand: product.brand, product });
});
afterAll(() => test.close());

const call = (path: string, body: object, { card, headers }: User = user) =>
  postApi(test, path, headers, { accountNumber: card.account.accountNumber, ...body });
const set = async (Frequency: number, NextDate: string) => outcomeOf(await call('payday/set', { Frequency, NextDate }));
const payday = async ({ card, headers }: Pick<User, 'card' | 'headers'> = user) =>
  (await postApi(test, 'card/details', headers, { Card: card.reference })).json().Payday;
const schedule = (given: object) =>
  postMoney(
    test,
    'transfer/internal',
    user.headers,
    transferBody(user.card.account, friend.card.account, { Amount: 10, ...given }),
  );

it('says what is left once the payments before payday are made, and is the next one after it', async () => {
  expect(await payday()).toBeNull();
  expect(await set(2, '2026-12-03')).toBe('ok');
  expect(await payday()).toEqual({
    Frequency: 2,
    NextDate: '2026-12-03',
    ScheduledPayments: 0,
    Scheduled: 0,
    Left: 100,
  });
  // Fridays: 27 November is before payday, 4 December is not. Payday itself is not before it.
  await schedule({ PaymentFrequency: 1, StartDate: '2026-11-27' });
  await schedule({ PaymentFrequency: 21, FutureDate: '2026-12-03', Amount: 7 });
  await schedule({ PaymentFrequency: 21, FutureDate: '2026-12-02', Amount: 2.5 });
  expect(await payday()).toMatchObject({ ScheduledPayments: 2, Scheduled: 12.5, Left: 87.5 });
  test.ctx.setBusinessTime('2026-12-03T01:00:00Z');
  expect(await payday()).toMatchObject({ NextDate: '2026-12-17' });
});

it('counts a payment by the day to which a weekend moves it', async () => {
  await set(1, '2026-11-23');
  const external = (StartDate: string) =>
    postMoney(
      test,
      'transfer/external',
      user.headers,
      externalBody(user.card.account, { Amount: 4, PaymentFrequency: 21, FutureDate: StartDate }),
    );
  // Saturday is made on Monday the 23rd, which is payday.
  expect(outcomeOf(await external('2026-11-21'))).toBe('ok');
  expect(await payday()).toMatchObject({ ScheduledPayments: 0, Left: 100 });
});

it('leaves out what is kept aside, and may be less than nothing', async () => {
  await call('savings/saveGoal', { Name: 'Holiday', Amount: 95 });
  await set(3, '2026-12-15');
  await schedule({ PaymentFrequency: 21, FutureDate: '2026-12-01' });
  expect(await payday()).toMatchObject({ Scheduled: 10, Left: -5 });
});

it('is refused for a day that is past or further away than one period, and removed as often as one likes', async () => {
  const refused = ['20247', 'NextDate'];
  expect(await set(1, '2026-11-19')).toEqual(refused);
  expect(await set(1, '2026-11-28')).toEqual(refused);
  expect(await set(1, '2026-11-27')).toBe('ok');
  expect(outcomeOf(await call('payday/delete', {}))).toBe('ok');
  expect(outcomeOf(await call('payday/delete', {}))).toBe('ok');
  expect(await payday()).toBeNull();
});

it('is shown to its holder alone', async () => {
  await set(1, '2026-11-23');
  const nominee = await givenCard(test.ctx, { account: user.card.account, holder: friend.holder, product });
  const { headers } = await givenSession(test.ctx, { card: nominee });
  expect(await payday({ card: nominee, headers })).toBeNull();
});

it('ends with its account, and with the data of its holder', async () => {
  const { tenantId } = product.brand;
  const count = async () => (await test.ctx.asOwner('SELECT 1 FROM payday WHERE tenant_id = $1', [tenantId])).length;
  const before = await count();
  await set(1, '2026-11-23');
  await test.ctx.database.transact(tenantId, (tx) => saveClosed(tx, tenantId, user.card.account.id));
  expect(await count()).toBe(before);
  user = friend;
  await set(1, '2026-11-23');
  const { id: holderId } = friend.holder;
  const webAccountIds = [friend.webAccount.id];
  await test.ctx.database.transact(tenantId, (tx) => erase(tx, { tenantId, holderId, webAccountIds, at: 0 }));
  expect(await count()).toBe(before);
});
