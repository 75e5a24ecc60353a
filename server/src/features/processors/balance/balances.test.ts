import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { fakeCards } from '../../../../test-support/processors/fake-cards.ts';
import {
  givenConnection,
  givenFurtherConnection,
  knowSample,
  type TestConnection,
} from '../../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../../test-support/processors/sample/sample.ts';
import type { OutsideOutcome } from '../../../outside/outcome.ts';
import { processorFigures } from '../figures.ts';
import { askBalances } from './ask-balances.due.ts';

let test: TestApp;
let said: OutsideOutcome<number>;
/** Answer of a connection that has one of its own instead of `said`. */
const saidBy = new Map<number, OutsideOutcome<number>>();
beforeAll(async () => {
  test = await givenApp();
  const purchase = async () => ({ kind: 'refused', code: 'not_here' }) as const;
  knowSample(test, {
    ...sampleProcessor(),
    api: ({ id }) => ({ purchase, cards: fakeCards(), balance: async () => saidBy.get(id) ?? said }),
  });
});
afterAll(() => test.close());

async function ask({ tenantId }: TestConnection): Promise<void> {
  if (!('outside' in askBalances)) throw new Error('it waits for the processor in a transaction');
  const given = { tenantId, plannedAt: test.ctx.clocks.business.now(), atOnce: 1 };
  const settle = await askBalances.outside(test.ctx, { ...given, signal: new AbortController().signal });
  await test.ctx.database.transact(tenantId, settle);
}

async function rowOf({ tenantId }: TestConnection) {
  const staff = await givenStaff(test.ctx, tenantId);
  const answer = await give(test, staff, 'connections', { input: {} });
  const { balance, balanceAt, leastBalance } = answer.body.rows?.[0] ?? {};
  return { balance, balanceAt, leastBalance };
}

async function raised(): Promise<number> {
  const text = await processorFigures.getSingleMetricAsString('wattle_processor_alerts_total');
  return Number(/alert="low_balance"\} (\d+)/.exec(text)?.[1] ?? 0);
}

const secondsSince = (at: unknown) => (test.ctx.clocks.business.now() - Date.parse(String(at))) / 1000;

it('keeps the balance that a processor said last, with its time, and shows it at the desk and in the metrics', async () => {
  const own = await givenConnection(test);
  expect(await rowOf(own)).toEqual({ balance: '', balanceAt: '', leastBalance: '' });
  said = { kind: 'done', value: 12_345_67 };
  await ask(own);
  test.ctx.advance(90_000);
  // A processor that does not answer says no other balance.
  said = { kind: 'unsent', code: 'breaker_open' };
  await ask(own);
  const first = await rowOf(own);
  expect(first).toMatchObject({ balance: '12345.67', leastBalance: '' });
  expect(Math.floor(secondsSince(first.balanceAt) / 30)).toBe(3);
  const { body } = await test.app.inject('/metrics');
  expect(body).toContain(`wattle_processor_balance_dollars{connection="${own.id}"} 12345.67\n`);
  expect(
    Number(new RegExp(`balance_age_seconds\\{connection="${own.id}"\\} ([\\d.]+)`).exec(body)?.[1]),
  ).toBeGreaterThanOrEqual(90);
  // Below zero, it is owed to the processor.
  said = { kind: 'done', value: -1 };
  await ask(own);
  const second = await rowOf(own);
  expect(second.balance).toBe('-0.01');
  expect(Math.floor(secondsSince(second.balanceAt) / 30)).toBe(0);
});

it('is asked for at each connection, whatever another one answers', async () => {
  const own = await givenConnection(test);
  const further = await givenFurtherConnection(test, own);
  // More cents than a bigint has.
  saidBy.set(own.id, { kind: 'done', value: 1e21 });
  said = { kind: 'done', value: 2_00 };
  await expect(ask(own)).rejects.toThrow(/bigint/);
  const rows = await test.ctx.asOwner('SELECT connection_id, cents FROM processor_balance WHERE tenant_id = $1', [
    own.tenantId,
  ]);
  expect(rows).toEqual([{ connection_id: further, cents: '200' }]);
});

it('ages in the metrics only while the connection is on', async () => {
  const [own, off] = [await givenConnection(test), await givenConnection(test)];
  said = { kind: 'done', value: 1_00 };
  for (const each of [own, off]) await ask(each);
  await test.ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [off.id]);
  const { body } = await test.app.inject('/metrics');
  const shown = (what: string) =>
    [...body.matchAll(new RegExp(`^wattle_processor_balance_${what}\\{connection="(\\d+)"\\}`, 'gmu'))].map((found) =>
      Number(found[1]),
    );
  for (const what of ['dollars', 'age_seconds']) {
    expect(shown(what)).toContain(own.id);
    expect(shown(what)).not.toContain(off.id);
  }
});

it('raises a balance below the least one that two people have set, and none at it', async () => {
  const own = await givenConnection(test);
  const [asker, manager] = [await givenStaff(test.ctx, own.tenantId), await givenStaff(test.ctx, own.tenantId)];
  const set = async (leastBalance: string) => {
    const input = { connection: 'Sample', leastBalance };
    const asked = await give(test, asker, 'change-connection', { input, reason: 'as finance says' });
    const request = asked.body.request?.id;
    if (request !== undefined) await give(test, manager, 'approve', { input: { request } });
    await test.ctx.processors.refresh();
    return asked.status;
  };
  const before = await raised();
  said = { kind: 'done', value: 4_999_99 };
  await ask(own);
  expect(await raised()).toBe(before);
  expect(await set('5000')).toBe(200);
  expect(await rowOf(own)).toMatchObject({ leastBalance: '5000.00' });
  await ask(own);
  expect(await raised()).toBe(before + 1);
  said = { kind: 'done', value: 5_000_00 };
  await ask(own);
  expect(await raised()).toBe(before + 1);
  await set('0');
  expect(await rowOf(own)).toMatchObject({ leastBalance: '' });
  expect(await set('-5')).toBe(400);
});
