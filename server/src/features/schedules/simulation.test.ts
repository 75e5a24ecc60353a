import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { dice } from '../../../test-support/dice.ts';
import { dyingDatabase } from '../../../test-support/due-work.ts';
import { seedOr } from '../../../test-support/sampled.ts';
import { runDue } from '../../../test-support/schedules.ts';
import { givenSecondServer, onPool, type SecondServer } from '../../../test-support/processes/second-server.ts';
import {
  balanceOf,
  billBody,
  externalBody,
  givenPayer,
  givenTransferProduct,
  postMoney,
  transferBody,
} from '../../../test-support/transfers.ts';

const SEED = seedOr(20_261_120);
/** Ten years are 3,653 days. */
const DAYS = Number(process.env['WATTLE_SCHEDULE_DAYS'] ?? 40);

let test: TestApp;
let second: SecondServer;
beforeAll(async () => {
  test = await givenApp();
  second = await givenSecondServer(test.ctx);
});
afterAll(async () => {
  await second.close();
  await test.close();
});

const START = '2026-12-20';
const noon = (day: string) => Temporal.PlainDate.from(day);
/**
 * Friday 25 to Monday 28 December 2026 and 1 January 2027 are not business days; no other holiday lies in 40 days but
 * the 26th.
 */
const CLOSED = new Set(['2026-12-25', '2026-12-28', '2027-01-01', '2027-01-26']);

/** Day on which the payment is made, computed independently: banks and billers skip weekends and holidays. */
function bankingDay(day: string): string {
  let date = noon(day);
  while (date.dayOfWeek > 5 || CLOSED.has(date.toString())) date = date.add({ days: 1 });
  return date.toString();
}

type Plan = { readonly cents: bigint; readonly isBank: boolean; readonly days: readonly string[] };
const every = (first: string, step: { readonly days?: number; readonly months?: number }, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { days = 0, months = 0 } = step;
    return noon(first)
      .add({ days: n * days, months: n * months })
      .toString();
  });

it('servers that die at any statement make each scheduled payment once, on its day', { timeout: 900_000 }, async () => {
  const roll = dice(SEED);
  const product = await givenTransferProduct(test.ctx, { bpay: true, externalTransfers: true, otherExpensesCap: null });
  test.ctx.setBusinessTime(`${START}T02:00:00Z`);
  const payer = await givenPayer(test.ctx, product, 90_000_000_00n);
  const payee = await givenPayer(test.ctx, product, 0n);
  const from = payer.card.account;
  await test.ctx.asOwner(`UPDATE card SET expiry = '2037-12' WHERE product_id = $1`, [product.id]);
  const { headers } = payer;
  await test.ctx.asOwner(`UPDATE product SET settings = settings || '{"maxBalance": 9000000000}' WHERE id = $1`, [
    product.id,
  ]);
  const until = `${Number(START.slice(0, 4)) + 10}-12-31`;
  const asked = [
    postMoney(test, 'transfer/internal', headers, {
      ...transferBody(from, payee.card.account, { Amount: 0.01 }),
      PaymentFrequency: 1,
      StartDate: '2026-12-21',
      EndDate: until,
    }),
    postMoney(test, 'transfer/internal', headers, {
      ...transferBody(from, payee.card.account, { Amount: 1 }),
      PaymentFrequency: 3,
      StartDate: '2026-12-31',
      NoOfPayments: 120,
    }),
    postMoney(test, 'transfer/external', headers, {
      ...externalBody(from, { Amount: 100 }),
      PaymentFrequency: 2,
      StartDate: '2026-12-25',
      EndDate: until,
    }),
    postMoney(test, 'bPay/processBPayRequest', headers, {
      ...billBody(from, { amount: 10_000 }),
      scheduleBPayWhen: 21,
      futureDate: '2027-01-02',
    }),
  ];
  for (const answer of await Promise.all(asked)) expect(answer.statusCode).toBe(200);
  const plans: readonly Plan[] = [
    { cents: 1n, isBank: false, days: every('2026-12-21', { days: 7 }, 524) },
    { cents: 1_00n, isBank: false, days: every('2026-12-31', { months: 1 }, 120) },
    { cents: 100_00n, isBank: true, days: every('2026-12-25', { days: 14 }, 262) },
    { cents: 10_000_00n, isBank: true, days: ['2027-01-02'] },
  ];
  const before = await balanceOf(test.ctx, from);
  for (let n = 1; n <= DAYS; n += 1) {
    const day = noon(START).add({ days: n });
    for (const time of ['06:00', '15:30']) {
      const moment = day.toZonedDateTime({ timeZone: 'Australia/Melbourne', plainTime: Temporal.PlainTime.from(time) });
      test.ctx.setBusinessTime(moment.toInstant().toString());
      const dying = onPool(second.ctx, dyingDatabase(second.ctx.database, 1 + roll(25)));
      await Promise.all([
        runDue(dying, product.brand.tenantId).catch(() => undefined),
        runDue(test.ctx, product.brand.tenantId),
      ]);
      await runDue(test.ctx, product.brand.tenantId);
    }
    if (DAYS > 60 && n < DAYS) continue;
    const today = day.toString();
    const due = plans.map(({ isBank, days }) => days.filter((each) => (isBank ? bankingDay(each) : each) <= today));
    const sum = plans.reduce((all, { cents }, index) => all + cents * BigInt(due[index]?.length ?? 0), 0n);
    // Beyond the holidays listed here, only payments within the brand have known days.
    if (DAYS <= 60) expect([today, before - (await balanceOf(test.ctx, from))]).toEqual([today, sum]);
    const inside = (due[0]?.length ?? 0) + 100 * (due[1]?.length ?? 0);
    expect([today, await balanceOf(test.ctx, payee.card.account)]).toEqual([today, BigInt(inside)]);
  }
  const [runs] = await test.ctx.asOwner<{ all: number; paid: number }>(
    `SELECT count(*)::int AS all, count(*) FILTER (WHERE r.state = 'Paid')::int AS paid
     FROM schedule_run r JOIN schedule s ON s.id = r.schedule_id WHERE s.member_account_id = $1`,
    [from.id],
  );
  const [posted] = await test.ctx.asOwner<{ all: number }>(
    'SELECT count(*)::int AS all FROM transfer WHERE debit_account_id = $1',
    [from.ledgerAccountId],
  );
  expect(runs?.paid).toBe(runs?.all);
  expect(posted?.all).toBe(runs?.paid);
});
