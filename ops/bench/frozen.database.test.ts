import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenApp } from '../../server/test-support/app.ts';
import type { TestApp } from '../../server/test-support/app.ts';
import { givenCard, givenSession, givenWebAccount } from '../../server/test-support/factories.ts';
import { cardHomeCalls, compareWithFrozen, recordCalls, transactionsPageCall } from './frozen.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

async function givenSignedIn() {
  const card = await givenCard(given.ctx, { balance: 10_000n });
  const webAccount = await givenWebAccount(given.ctx, { account: card.account });
  return { card, ...(await givenSession(given.ctx, { webAccount })) };
}

test('the frozen queries of the card home are the ones that the server sends', async () => {
  const { card, headers } = await givenSignedIn();
  const sections = await recordCalls(given.app, cardHomeCalls(headers, card.reference));
  expect(sections.map(({ statements }) => statements.length)).not.toContain(0);
  expect(() => compareWithFrozen('card-home', sections)).not.toThrow();
});

test('the frozen queries of a page of transactions are the ones that the server sends', async () => {
  const { card, headers } = await givenSignedIn();
  const sections = await recordCalls(given.app, [transactionsPageCall(headers, { card }, 0, 20)]);
  expect(sections.map(({ statements }) => statements.length)).not.toContain(0);
  expect(() => compareWithFrozen('transactions-page', sections)).not.toThrow();
});
