import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { TEST_START } from '../../../../test-support/processes/database.ts';
import { dice, oneOf } from '../../../../test-support/dice.ts';
import type { TestProduct } from '../../../../test-support/factories.ts';
import { inFull, seedOr } from '../../../../test-support/sampled.ts';
import { runDue } from '../../../../test-support/schedules.ts';
import { getApi, postApi } from '../../../../test-support/signed-in.ts';
import { givenPayer, givenTransferProduct, postMoney, transferBody } from '../../../../test-support/transfers.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MOST = 300_00;
const SEED = seedOr(20_261_128);
const HISTORIES = inFull(40, 3);
const STEPS = 8;

let test: TestApp;
let product: TestProduct;
beforeAll(async () => {
  test = await givenApp();
  product = await givenTransferProduct(test.ctx, { paymentLimit: null, scamHoldAmount: MOST });
});
afterAll(() => test.close());

type Order = { readonly cents: number; readonly payee: number; readonly madeAt: number };
type Departure = Order & { readonly at: number };

/** Random orders of one payer, some of them at the same moment, and what has left at the end. */
async function history(seed: number): Promise<{ readonly left: readonly Departure[]; readonly held: number }> {
  const roll = dice(seed);
  const payer = await givenPayer(test.ctx, product, 100_000_00n);
  const payees = await Promise.all([1, 2, 3, 4].map(() => givenPayer(test.ctx, product, 0n)));
  const { account } = payer.card;
  // Each amount is of one order, so that it is found again in the ledger.
  const orders = new Map<number, Order>();
  let now = Date.parse(TEST_START);
  let held = 0;
  const passTime = async (ms: number) => {
    now += ms;
    test.ctx.setBusinessTime(now);
    await runDue(test.ctx, product.brand.tenantId);
  };
  const order = async () => {
    const payee = roll(payees.length);
    const cents = (roll(12) === 0 ? 310_00 : oneOf(roll, [40_00, 90_00, 150_00, 290_00])) + orders.size;
    orders.set(cents, { cents, payee, madeAt: now });
    const day = new Date(now + 11 * HOUR + (roll(4) === 0 ? 2 : 1) * DAY).toISOString().slice(0, 10);
    const when = oneOf(roll, [
      { PaymentFrequency: 20 },
      { PaymentFrequency: 21, FutureDate: day },
      { PaymentFrequency: 21, FutureDate: day },
      { PaymentFrequency: 1, StartDate: day },
    ]);
    const to = payees[payee]?.card.account ?? account;
    const send = () =>
      postMoney(test, 'transfer/internal', payer.headers, {
        ...transferBody(account, to, { Amount: cents / 100 }),
        ...when,
      });
    const answer = await send();
    const last = answer.statusCode === 428 ? await send() : answer;
    if (last.statusCode === 200 && last.json().HeldUntil !== null) held += 1;
  };
  const cancel = async () => {
    const listed = await getApi(test, `schedulePayments?accountNumber=${account.accountNumber}`, payer.headers);
    const [first] = listed.json().transferPayments as { id: string }[];
    const body = { scheduledPaymentId: first?.id ?? '', accountNumber: account.accountNumber };
    if (first) await postApi(test, 'schedulePayments/delete', payer.headers, body);
  };
  for (let step = 0; step < STEPS; step += 1) {
    if (roll(8) === 0) await cancel();
    await Promise.all(Array.from({ length: 1 + roll(3) }, order));
    await passTime(roll(4) * HOUR);
  }
  for (let part = 0; part < 4; part += 1) await passTime(6 * HOUR);
  await passTime(3 * DAY);
  const rows = await test.ctx.asOwner<{ amount: number; at: Date }>(
    'SELECT amount::int, effective_at AS at FROM transfer WHERE debit_account_id = $1 ORDER BY effective_at, id',
    [account.ledgerAccountId],
  );
  const left = rows.map(({ amount, at }) => ({ ...(orders.get(amount) as Order), at: at.getTime() }));
  return { left, held };
}

/** Sum that left within a day of its order, to payees of whom nothing was ordered more than a day before. */
function youngSum(left: readonly Departure[], at: number): number {
  const young = left.filter((one) => one.at <= at && one.at > at - DAY && one.at - one.madeAt < DAY);
  const isNew = ({ payee }: Departure) => left.every((one) => one.payee !== payee || one.madeAt > at - DAY);
  return young.filter(isNew).reduce((sum, { cents }) => sum + cents, 0);
}

it(`lets no more than the amount leave to new payees within a day, seed ${SEED}`, { timeout: 600_000 }, async () => {
  const seen = { young: 0, held: 0 };
  for (let number = 0; number < HISTORIES; number += 1) {
    const { left, held } = await history(SEED + number);
    const sums = left.map(({ at }) => youngSum(left, at));
    expect([number, Math.max(0, ...sums) <= MOST, sums]).toEqual([number, true, sums]);
    seen.young += sums.filter((sum) => sum > 0).length;
    seen.held += held;
  }
  // The histories try what they are to try.
  expect(Math.min(seen.young, seen.held)).toBeGreaterThanOrEqual(HISTORIES);
});
