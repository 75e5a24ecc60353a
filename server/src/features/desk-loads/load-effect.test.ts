import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('an approver sees both accounts before and after, the inputs one by one, and what the asker asked for before', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const { account } = await givenCard(test.ctx, { brand, balance: 12_34n });
  const asker = await givenStaff(test.ctx, brand.tenantId, { role: 'agent' });
  const manager = await givenStaff(test.ctx, brand.tenantId);
  const ask = async (amount: string) => {
    const input = { account: account.accountNumber, amount };
    return (await give(test, asker, 'load', { input, reason: 'salary' })).body.request?.id ?? '';
  };
  const look = async (name: string, request: string) =>
    (await give(test, manager, name, { input: { request } })).body.rows;

  const first = await ask('20.00');
  expect(await look('request-history', first)).toEqual([]);
  const [own, bank] = (await look('request-effect', first)) ?? [];
  expect(own).toEqual({
    since: '',
    beforeAsked: '',
    changeAsked: '',
    attachments: 0,
    seen: expect.stringMatching(/^[0-9a-f]{12}$/),
    what: `Account ${account.accountNumber}`,
    before: '12.34',
    change: '20.00',
    after: '32.34',
  });
  expect(bank).toMatchObject({ what: 'Money at the bank, by the books', change: '20.00' });
  expect(await look('request-details', first)).toEqual([
    { field: 'account', value: account.accountNumber },
    { field: 'amount', value: '20.00' },
  ]);
  expect((await give(test, manager, 'approve', { input: { request: first } })).status).toBe(200);

  // A request that has ended has no effect.
  expect(await look('request-effect', first)).toEqual([]);
  const second = await ask('5.00');
  expect((await look('request-effect', second))?.[0]).toMatchObject({ before: '32.34', after: '37.34' });
  expect(await look('request-history', second)).toEqual([
    { command: 'load', asked: 1, done: 1, refused: 0, amountDone: '20.00' },
  ]);
});
