import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenPerson } from '../../../test-support/desk/ending-samples.ts';
import { givenSession, type TestBrand } from '../../../test-support/factories.ts';
import { postApi } from '../../../test-support/signed-in.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

async function rowsOf(brand: TestBrand, input: Readonly<Record<string, string>> = {}) {
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  return (await give(test, staff, 'ending-cases', { input })).body.rows;
}
async function byTwo(brand: TestBrand, command: string, input: Readonly<Record<string, string>>) {
  const [asker, other] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
  const { body } = await give(test, asker, command, { input, reason: 'called us' });
  if (body.error !== undefined) return body;
  return (await give(test, other, 'approve', { input: { request: body.request?.id ?? '' } })).body;
}

it('a request of a cardholder is a case until the account is closed', async () => {
  const { brand, account, holder, webAccount } = await givenPerson(test, 12_34n);
  const { headers } = await givenSession(test.ctx, { webAccount });
  const body = { IsAsked: true, currentpassword: 'Golden-Wattle-2026' };
  expect((await postApi(test, 'onlineAccount/RequestAccountClosure', headers, body)).statusCode).toBe(200);
  expect(await rowsOf(brand)).toMatchObject([
    {
      kind: 'closing',
      account: account.accountNumber,
      person: `holder:${holder.id}`,
      balance: '12.34',
      waitsFor: '',
      next: 'close-and-pay',
    },
  ]);
  const to = { bsb: '000-101', to: '61200447', name: 'Amelia Chen' };
  expect(await rowsOf(brand, { state: 'ended' })).toEqual([]);
  const since = (await rowsOf(brand))?.[0]?.['since'];
  test.ctx.advance(86_400_000);
  await byTwo(brand, 'close-and-pay', { account: account.accountNumber, ...to });
  expect(await rowsOf(brand)).toEqual([]);
  const ended = new Date(test.ctx.clocks.business.now()).toISOString().slice(0, 10);
  expect(await rowsOf(brand, { state: 'ended' })).toMatchObject([
    {
      kind: 'closing',
      account: account.accountNumber,
      person: `holder:${holder.id}`,
      since,
      ended: expect.stringContaining(ended),
      balance: '0.00',
      next: '',
    },
  ]);
});

it('an account of somebody who died is an estate, until its death is taken back or it is paid', async () => {
  test.ctx.setBusinessTime('2026-11-20T02:00:00Z');
  const { brand, account, holder } = await givenPerson(test, 5_00n);
  await byTwo(brand, 'record-death', { person: `holder:${holder.id}`, on: '2026-11-19' });
  expect(await rowsOf(brand)).toMatchObject([
    { kind: 'estate', account: account.accountNumber, until: '2026-12-20', next: 'close-and-pay' },
  ]);
  await byTwo(brand, 'take-back-death', { person: `holder:${holder.id}` });
  expect(await rowsOf(brand)).toEqual([]);
});
