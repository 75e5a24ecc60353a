import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { openBrowser } from '../../test-support/cookies.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import {
  giveBackNow,
  type Opened,
  type PAYER_CARD,
  payByCard,
  takeNoticesNow,
} from '../../test-support/outside/gateway.ts';
import { BUYER } from '../../test-support/store.ts';
import { readStatements } from '../features/reconciliation/read-statements.ts';
import { leaveDeposit } from '../commands/sim/deposit.ts';
import { exchangeFiles } from '../features/settlement/due.ts';
import { dayAt } from '../platform/time/clock.ts';
import { seedDemo } from './seed.ts';

const DAY_MS = 86_400_000;

/** An order of two cards of 50.00 in the demo's store, paid with a card of the sandbox. Its number. */
async function order(test: TestApp, by: keyof typeof PAYER_CARD): Promise<string> {
  const catalogue = await test.app.inject({ url: '/api/store/catalogue?brand=wattle' });
  const sold = catalogue.json<{ Products: { ProductId: number; Kind: string }[] }>().Products;
  const { ProductId } = sold.find(({ Kind }) => Kind === 'virtual') ?? { ProductId: 0 };
  const browser = openBrowser(test.app);
  const call = async <T>(path: string, body: object) =>
    (await browser.post(`/api/store/${path}`, body, { 'wattle-brand': 'wattle' })).json<T>();
  const card = { ProductId, Amount: 50, Gift: null, Delivery: null };
  const placed = await call<{ OrderId: string }>('placeOrder', { ...BUYER, Items: [card, card] });
  expect(placed).toEqual({ OrderId: expect.any(String) as string });
  const { OrderId } = placed;
  const opened = await call<Opened>('payOrder', { OrderId });
  expect(opened.error).toBeUndefined();
  await payByCard(test, opened, by);
  test.ctx.advance(1_000);
  await takeNoticesNow(test);
  return (await call<{ Number: string }>('getOrder', { OrderId })).Number;
}

it('the demo shows its accounts beside their statements the day after, without a difference', async () => {
  const data = await mkdtemp(path.join(tmpdir(), 'wattle-demo-'));
  const test = await givenApp({ WATTLE_DATA: data });
  try {
    await seedDemo(test.ctx);
    const readDay = async () => dayAt(test.ctx.clocks.business.now());
    const deposit = ['--account', '200100017', '--amount', '12.34'];
    await leaveDeposit(deposit, { dataFolder: data, readDay });
    await exchangeFiles(test.ctx, 1, { atOnce: 50 });
    // Store orders, of which one is refunded and one charged back the day after, with a part refunded before.
    await order(test, 'approves');
    const [refunded, chargedBack] = [await order(test, 'approves'), await order(test, 'isChargedBack')];
    const [agent, manager] = [await givenStaff(test.ctx, 1, { role: 'agent' }), await givenStaff(test.ctx, 1)];
    const refunds: readonly Record<string, string>[] = [
      { order: refunded },
      { order: chargedBack, item: '1', amount: '20.00' },
    ];
    for (const input of refunds) {
      const asked = await give(test, agent, 'refund-order', { input, reason: 'asks' });
      const request = String(asked.body.request?.id);
      expect((await give(test, manager, 'approve', { input: { request } })).body.rows).not.toEqual([]);
    }
    await giveBackNow(test, 1);
    for (let day = 0; day < 2; day += 1) {
      test.ctx.setBusinessTime(new Date(test.ctx.clocks.business.now() + DAY_MS).toISOString());
      test.ctx.setSecurityTime(new Date(test.ctx.clocks.business.now()).toISOString());
      await takeNoticesNow(test);
      await readStatements(test.ctx, 1);
    }
    const viewer = await givenStaff(test.ctx, 1, { role: 'viewer' });
    const rows = (await give(test, viewer, 'differences', {})).body.rows ?? [];
    const none = { difference: '0.00', onlyInStatement: '0.00', onlyInBooks: '0.00', unexplained: '0.00' };
    // The gateway has settled its net with the bank; nothing was bought with a card.
    expect(rows).toMatchObject([
      { account: 'bank', ...none },
      { account: 'gateway', ...none },
    ]);
    const shown = (await give(test, viewer, 'chargebacks', {})).body.rows ?? [];
    expect(shown).toMatchObject([{ amount: '105.95', refunded: '20.00' }]);
    for (const account of ['bank', 'schemeSettlement', 'gateway'])
      expect((await give(test, viewer, 'unmatched', { input: { account } })).body.rows).toEqual([]);
  } finally {
    await test.close();
    await rm(data, { recursive: true, force: true });
  }
});
