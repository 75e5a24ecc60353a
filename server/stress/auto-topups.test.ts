import { afterAll, expect, it } from 'vitest';
import { activate, debitsOf, setUp } from '../test-support/auto-topups.ts';
import { givenBank } from '../test-support/outside/bank.ts';
import { purchaseOf } from '../test-support/network.ts';
import { readPurchase } from '../src/outside/processors/wattle/read-purchase.ts';
import { givenSecondServer } from '../test-support/processes/second-server.ts';
import { authorisePurchase } from '../src/features/network/authorise.ts';

/** 100 by `npm run soak -- --only auto-topups`: 1,000 concurrent purchases. */
const ACCOUNTS = Number(process.env['WATTLE_AUTO_TOPUP_ACCOUNTS'] ?? 5);
const PURCHASES = 10;

const bank = await givenBank();
const { test, givenPayer } = bank;
const second = await givenSecondServer(test.ctx);
afterAll(async () => {
  await second.close();
  await bank.close();
});

it(`${ACCOUNTS * PURCHASES} concurrent purchases on ${ACCOUNTS} accounts by two servers have one auto top-up in flight per account`, {
  timeout: 20_000 + ACCOUNTS * 1_000,
}, async () => {
  const users: Awaited<ReturnType<typeof givenPayer>>[] = [];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    // 200.00 when less than 100.00 is available. Ten purchases leave 50.00, so the sixth is below the trigger.
    const user = await givenPayer(150_00n);
    const { AutoTopUpId: id } = await setUp(test, user);
    await activate(test, user, id);
    users.push(user);
  }
  const all = Array.from({ length: PURCHASES }, (_, turn) =>
    users.map((user, place) => ({
      ctx: (turn + place) % 2 === 0 ? test.ctx : second.ctx,
      message: purchaseOf(user.card, { amount: 10_00 }),
    })),
  ).flat();
  const answers = await Promise.all(all.map(({ ctx, message }) => authorisePurchase(ctx, readPurchase(message))));
  expect(answers.filter(({ answer }) => answer === '00')).toHaveLength(ACCOUNTS * PURCHASES);
  for (const { card } of users) expect(await debitsOf(test.ctx, card.account)).toEqual(['Made']);
});
