import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenHolder, givenTenant } from '../../../../test-support/factories.ts';
import { purchaseOf, sendNetwork } from '../../../../test-support/network.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('shows what the network asked for, the checks in their order, and the answer that it got', async () => {
  const tenant = await givenTenant(test.ctx);
  const brand = await givenBrand(test.ctx, { tenant });
  const holder = await givenHolder(test.ctx, { brand });
  const card = await givenCard(test.ctx, { brand, holder, balance: 1_000n });
  const staff = await givenStaff(test.ctx, tenant.id, { role: 'viewer' });
  const bought = purchaseOf(card, { amount: 400 });
  await sendNetwork(test, 'authorisations', bought);
  const refused = purchaseOf(card, { amount: 700 });
  await sendNetwork(test, 'authorisations', refused);

  const all = await give(test, staff, 'network-messages');
  expect(all.body.rows?.map(({ outcome, reason, amount }) => [outcome, reason, amount])).toEqual([
    ['declined', 'noFunds', '7.00'],
    ['approved', '', '4.00'],
  ]);
  const declined = await give(test, staff, 'network-messages', { input: { declined: true } });
  expect(declined.body.rows?.map(({ shop }) => shop)).toEqual(['Corner Cafe']);
  const ofCard = await give(test, staff, 'network-messages', { input: { card: `card:${card.id}` } });
  expect(ofCard.body.rows).toHaveLength(2);

  const message = String(declined.body.rows?.[0]?.['message']);
  const one = await give(test, staff, 'network-message', { input: { message } });
  expect(one.body.rows?.[0]).toMatchObject({
    reference: refused.reference,
    code: '51',
    channel: 'contactless',
    mcc: '5814',
    country: 'AU',
    approvalCode: '',
    ending: card.pan.slice(-4),
  });
  expect(JSON.parse(String(one.body.rows?.[0]?.['response']))).toMatchObject({ answer: '51' });
  const checks = await give(test, staff, 'network-checks', { input: { message } });
  expect(checks.body.rows?.map(({ check, result }) => [check, result].join(' '))).toEqual([
    'card passed',
    'expiry passed',
    'status passed',
    'holder passed',
    'channel passed',
    'category passed',
    'merchant passed',
    'limit passed',
    'rules passed',
    'money failed',
  ]);
});
