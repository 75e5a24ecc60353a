import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenTenant, type TestBrand } from '../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { getApi, givenUser, postApi } from '../../../test-support/signed-in.ts';

type TestUser = Awaited<ReturnType<typeof givenUser>>;

let test: TestApp;
let brand: TestBrand;
let user: TestUser;
beforeAll(async () => {
  test = await givenApp({});
  brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  user = await givenUser(test.ctx, { brand, balance: 100_00n });
  const bought = { ...purchaseOf(user.card), amount: 6345 };
  await sendNetwork(test, 'authorisations', bought);
  await sendNetwork(test, 'clearings', { ...bought, reference: `${bought.reference}C`, original: bought.reference });
});
afterAll(() => test.close());

/** Sequence of the purchase: the money that the account began with is its first row. */
const PURCHASE = 2;
const BODY = { Subject: 'payment', Words: 'I was charged twice.', Wish: '', Way: 'email' };
const complain = (about: object, by = user) => postApi(test, 'complaint/open', by.headers, { ...BODY, ...about });
const numberOf = ({ card }: TestUser) => card.account.accountNumber;

it('is about a transaction that its person and the desk see', async () => {
  const opened = (await complain({ accountNumber: numberOf(user), Sequence: PURCHASE })).json();
  expect(opened.Transaction).toMatchObject({ Sequence: PURCHASE, Amount: -63.45, Kind: 'purchase' });
  const { Complaints } = (await getApi(test, 'complaint/list', user.headers)).json();
  expect(Complaints[0].Transaction).toEqual(opened.Transaction);
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const { body } = await give(test, staff, 'complaint', { input: { complaint: opened.Reference } });
  expect(body.rows?.[0]).toMatchObject({
    account: numberOf(user),
    sequence: String(PURCHASE),
    transaction: opened.Transaction.Description,
    kind: 'purchase',
    amount: '-63.45',
    card: user.card.pan.slice(-4),
  });
  // The list that the case leads to begins with the transaction.
  const input = { account: numberOf(user), before: String(PURCHASE + 1) };
  const listed = await give(test, staff, 'account-transactions', { input });
  expect(listed.body.rows?.[0]).toMatchObject({ sequence: PURCHASE, amount: '-63.45' });
});

it('is about none where none was chosen', async () => {
  const opened = (await complain({})).json();
  expect(opened.Transaction).toBeNull();
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const { body } = await give(test, staff, 'complaint', { input: { complaint: opened.Reference } });
  expect(body.rows?.[0]).toMatchObject({ account: '', sequence: '', transaction: '', amount: '' });
});

it('is refused with a transaction that is not there, is another person’s, or is half named', async () => {
  const other = await givenUser(test.ctx, { brand, balance: 100_00n });
  const codeOf = async (about: object) => {
    const { statusCode, ...response } = await complain(about, other);
    return [statusCode, response.json().error[0]];
  };
  expect(await codeOf({ accountNumber: numberOf(user), Sequence: PURCHASE })).toEqual([400, '10000']);
  expect(await codeOf({ accountNumber: numberOf(other), Sequence: 99 })).toEqual([404, '404']);
  expect(await codeOf({ accountNumber: numberOf(other) })).toEqual([400, '20010']);
  expect(await codeOf({ Sequence: 1 })).toEqual([400, '20010']);
  expect(await codeOf({ accountNumber: numberOf(other), Sequence: 0 })).toEqual([400, '20010']);
  expect((await getApi(test, 'complaint/list', other.headers)).json().Complaints).toEqual([]);
});

it('is registered by staff about a transaction of the person, and of no other', async () => {
  const agent = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
  const other = await givenUser(test.ctx, { brand, balance: 100_00n });
  const input = { subject: 'payment', words: 'Charged twice', way: 'phone', sequence: String(PURCHASE) };
  const named = (by: TestUser) => ({ ...input, account: numberOf(user), person: `holder:${by.card.holder?.id}` });
  const refused = await give(test, agent, 'open-complaint', { input: named(other) });
  expect([refused.body.error, refused.body.field]).toEqual(['not_found', 'account']);
  const { body } = await give(test, agent, 'open-complaint', { input: named(user) });
  const complaint = String(body.rows?.[0]?.['complaint']);
  const shown = await give(test, agent, 'complaint', { input: { complaint } });
  expect(shown.body.rows?.[0]).toMatchObject({ amount: '-63.45', sequence: String(PURCHASE) });
});
