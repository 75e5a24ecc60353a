import { afterAll, beforeAll, expect, it } from 'vitest';
import { askedPayment, askedRefund } from '../../../../test-support/outside/gateway-asked.ts';
import { givenStripe, type StripeServer } from '../../../../test-support/outside/stripe/server.ts';
import { givenPolicy } from '../../../../test-support/policy.ts';
import { openStripe } from './stripe.ts';

/** Noon in Melbourne, where summer time is 11 hours ahead. */
let now = Date.parse('2026-11-20T01:00:00Z');
let server: StripeServer;
beforeAll(async () => {
  server = await givenStripe({ now: () => now });
});
afterAll(() => server.close());

const open = () =>
  openStripe(server.settings, {
    policy: givenPolicy(),
    looking: givenPolicy(),
    payers: { refusesFunding: { topUp: [], purchase: [] }, countries: undefined },
  });

async function pay(): Promise<string> {
  const opened = await open().open(askedPayment({ openedAt: now, closesAt: now + 1_200_000 }));
  if (opened.kind !== 'done') throw new Error('no page');
  server.books.pay(opened.value.page.url, 'approves');
  return [...server.books.all.charge.values()].at(-1)?.id ?? '';
}

it('a statement has each entry of the day by its charge, the fees, the payouts, and the balances', async () => {
  const first = await pay();
  await open().refund(askedRefund({ key: '1.r.1', chargeId: first, amount: 20_00n }));
  // 23:59 and midnight in Melbourne.
  now = Date.parse('2026-11-20T12:59:59Z');
  const second = await pay();
  now = Date.parse('2026-11-20T13:00:00Z');
  const third = await pay();
  server.books.dispute(first, 'lost');
  const payoutId = () => [...server.books.all.payout.keys()].at(-1) ?? '';
  server.books.payOut(30_00, Date.parse('2026-11-21T00:00:00Z') / 1000, 'TRACE0001');
  const read = async (day: string) => {
    const outcome = await open().statement?.(day);
    return outcome?.kind === 'done'
      ? outcome.value?.replaceAll(/(charge|refund|adjustment|payout) txn_\w+/g, '$1')
      : '';
  };
  // 50.00 - 20.00 + 50.00, less twice 0.95.
  expect(await read('2026-11-20')).toBe(
    [
      'date,kind,amount,reference,text',
      '2026-11-20,opening,0.00,,',
      `2026-11-20,line,50.00,${second},charge`,
      `2026-11-20,line,-20.00,${first},refund`,
      `2026-11-20,line,50.00,${first},charge`,
      '2026-11-20,line,-1.90,stripe-fees-2026-11-20,Fees',
      '2026-11-20,closing,78.10,,',
      '',
    ].join('\n'),
  );
  // 78.10 + 50.00 - 50.00 - 30.00, less 0.95 and 25.00.
  expect(await read('2026-11-21')).toBe(
    [
      'date,kind,amount,reference,text',
      '2026-11-21,opening,78.10,,',
      `2026-11-21,line,-30.00,${payoutId()},payout`,
      `2026-11-21,line,-50.00,${first},adjustment`,
      `2026-11-21,line,50.00,${third},charge`,
      '2026-11-21,line,-25.95,stripe-fees-2026-11-21,Fees',
      `2026-11-21,line,30.00,${payoutId()},payout ${payoutId()} arrives`,
      `2026-11-21,line,-30.00,TRACE0001,payout ${payoutId()}`,
      '2026-11-21,closing,22.15,,',
      '',
    ].join('\n'),
  );
});

it('a statement says no balance when money moves while it is read', async () => {
  const balance = JSON.stringify({ available: [{ amount: 1, currency: 'aud' }], pending: [] });
  server.answerNext({ status: 200, body: balance }, ({ path }) => path === 'balance');
  const outcome = await open().statement?.('2026-11-21');
  expect(
    outcome?.kind === 'done' && outcome.value?.split('\n').filter((line) => /,(opening|closing),/.test(line)),
  ).toEqual([]);
});

it('no statement is made of a day that Stripe does not say', async () => {
  server.answerNext({ status: 500 }, ({ path }) => path === 'payouts');
  expect(await open().statement?.('2026-11-21')).toEqual({ kind: 'unknown', code: 'http_500' });
  server.answerNext(
    { status: 200, body: '{"data":[],"has_more":true}' },
    ({ path }) => path === 'balance_transactions',
  );
  expect(await open().statement?.('2026-11-21')).toEqual({ kind: 'unknown', code: 'unreadable' });
});
