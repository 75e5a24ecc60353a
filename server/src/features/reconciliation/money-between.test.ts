import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('lists what lies between cardholders and bank, so that the figures add up', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { account } = await givenCard(test.ctx, { brand });
  const [asker, approver] = [await givenStaff(test.ctx, brand.tenantId), await givenStaff(test.ctx, brand.tenantId)];
  const byTwo = async (command: string, input: Readonly<Record<string, string>>) => {
    const asked = (await give(test, asker, command, { input, reason: 'for the month' })).body;
    await give(test, approver, 'approve', { input: { request: asked.request?.id ?? '' } });
  };
  const rows = async (command: string) => (await give(test, asker, command)).body.rows;

  expect(await rows('money-between')).toEqual([]);
  await byTwo('load', { account: account.accountNumber, amount: '100.00' });
  await byTwo('charge-fee', { account: account.accountNumber, fee: 'other', amount: '30.00' });
  // 70.00 of the cardholder and 30.00 of income are at the bank.
  expect(await rows('money-held')).toMatchObject([{ cardholders: '70.00', atBank: '100.00' }]);
  expect(await rows('money-between')).toEqual([{ account: 'fees', amount: '30.00' }]);
});

it('shows what the bank does not have yet below zero', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  await givenCard(test.ctx, { brand, balance: 50_00n });
  const staff = await givenStaff(test.ctx, brand.tenantId);
  const rows = async (command: string) => (await give(test, staff, command)).body.rows ?? [];
  const cents = (dollars: unknown) => Math.round(Number(dollars) * 100);
  const [held] = await rows('money-held');
  const between = await rows('money-between');
  const sum = between.reduce((all, { amount }) => all + cents(amount), cents(held?.['cardholders']));
  expect(held).toMatchObject({ cardholders: '50.00' });
  expect(sum).toBe(cents(held?.['atBank']));
});
