import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { TEST_START } from '../../../test-support/processes/database.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { givenCard } from '../../../test-support/factories.ts';
import { freshReference, purchaseOf, sendNetwork } from '../../../test-support/network.ts';
import { tidyNetwork } from './due.ts';

const DAY = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await givenApp();
});
afterAll(() => test.close());

const kept = async () =>
  (await test.ctx.asOwner<{ reference: string }>('SELECT reference FROM early_reversal')).map(
    ({ reference }) => reference,
  );

it('deletes an early reversal after 60 days', async () => {
  const card = await givenCard(test.ctx, { balance: 20_000n });
  const purchase = purchaseOf(card, { amount: 5_000 });
  const reversal = { reference: freshReference(), original: purchase.reference };
  await sendNetwork(test, 'reversals', reversal);
  test.ctx.setBusinessTime(Date.parse(TEST_START) + 60 * DAY);
  await sweep(test.ctx, tidyNetwork);
  expect(await kept()).toEqual([reversal.reference]);
  expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 20_000 });
  test.ctx.setBusinessTime(Date.parse(TEST_START) + 60 * DAY + 1);
  const young = { reference: freshReference(), original: freshReference() };
  await sendNetwork(test, 'reversals', young);
  await sweep(test.ctx, tidyNetwork);
  expect(await kept()).toEqual([young.reference]);
  // Its effect stays.
  expect(await sendNetwork(test, 'authorisations', purchase)).toMatchObject({ answer: '00', available: 20_000 });
});

it('deletes more early reversals than one batch in one run', async () => {
  await test.ctx.asOwner(
    `INSERT INTO early_reversal (reference, original, keep, approval_code, at)
     SELECT 'OLD-' || lpad(n::text, 6, '0'), 'NONE-' || n, 0, '000000', $1 FROM generate_series(1, 1100) AS n`,
    [new Date(Date.parse(TEST_START) - 1)],
  );
  await sweep(test.ctx, tidyNetwork);
  expect((await kept()).filter((reference) => reference.startsWith('OLD-'))).toEqual([]);
});
