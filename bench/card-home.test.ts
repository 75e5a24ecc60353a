import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenApp } from '../server/test-support/app.ts';
import type { TestApp } from '../server/test-support/app.ts';
import { givenCard, givenSession, givenWebAccount } from '../server/test-support/factories.ts';
import { cardHomeCalls, compareWithFrozen, recordCardHome } from './card-home.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

test('the frozen queries of the bench are what the card home sends', async () => {
  const card = await givenCard(given.ctx, { balance: 10_000n });
  const webAccount = await givenWebAccount(given.ctx, { account: card.account });
  const { headers } = await givenSession(given.ctx, { webAccount });
  const sections = await recordCardHome(given.app, cardHomeCalls(headers, card.reference));
  expect(sections.map(({ statements }) => statements.length)).not.toContain(0);
  expect(() => compareWithFrozen(sections)).not.toThrow();
});
