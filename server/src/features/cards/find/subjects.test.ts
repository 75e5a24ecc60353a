import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { givenBrand, givenCard, givenTenant } from '../../../../test-support/factories.ts';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

it('names the person of a card, an account and a person, and nobody of another programme', async () => {
  const brand = await givenBrand(test.ctx, { tenant: await givenTenant(test.ctx) });
  const card = await givenCard(test.ctx, { brand });
  const stranger = await givenCard(test.ctx);
  const { holder, account } = card;
  if (!holder) throw new Error('the card has no holder');
  const isName: unknown = expect.stringMatching(/^Holder\d+ Example$/);
  const staff = await givenStaff(test.ctx, brand.tenantId, { role: 'viewer' });
  const objects = [
    `card:${card.id}`,
    `account:${account.id}`,
    `holder:${holder.id}`,
    `card:${stranger.id}`,
    'dispute:123456789012',
  ].join(',');
  const { body } = await give(test, staff, 'subjects', { input: { objects } });
  const byObject = Object.fromEntries((body.rows ?? []).map((row) => [row['object'], row]));
  expect(byObject).toEqual({
    [`card:${card.id}`]: {
      object: `card:${card.id}`,
      person: `holder:${holder.id}`,
      name: isName,
      account: account.accountNumber,
      card: expect.stringContaining(card.pan.slice(-4)),
    },
    [`account:${account.id}`]: {
      object: `account:${account.id}`,
      person: `holder:${holder.id}`,
      name: isName,
      account: account.accountNumber,
      card: '',
    },
    [`holder:${holder.id}`]: {
      object: `holder:${holder.id}`,
      person: `holder:${holder.id}`,
      name: isName,
      account: '',
      card: '',
    },
  });
});
