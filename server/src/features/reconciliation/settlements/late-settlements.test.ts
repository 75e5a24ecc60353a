import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { fakeCards } from '../../../../test-support/processors/fake-cards.ts';
import {
  givenConnection,
  knowSample,
  type TestConnection,
} from '../../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../../test-support/processors/sample/sample.ts';
import type { SettlementPage } from '../../../outside/processors/settlement.ts';
import { readStatements } from '../read-statements.ts';
import { askSettlements } from './ask-settlements.due.ts';

const DAY_MS = 86_400_000;
const EMPTY: SettlementPage = { lines: [] };

let test: TestApp;
/** Days that the processor has a report of, without a line. */
let reported: Set<string>;
let asked: string[];
beforeAll(async () => {
  test = await givenApp();
  const refused = async () => ({ kind: 'refused', code: 'not_here' }) as const;
  const read = async (day: string) => {
    asked.push(day);
    return reported.has(day) ? ({ kind: 'done', value: EMPTY } as const) : ({ kind: 'pending' } as const);
  };
  const settlements = { zone: 'UTC', paysNet: true, read };
  knowSample(test, {
    ...sampleProcessor(),
    api: () => ({ purchase: refused, cards: fakeCards(), balance: refused, settlements }),
  });
});
beforeEach(() => {
  reported = new Set();
  asked = [];
});
afterAll(() => test.close());

const utcDay = (ms = test.ctx.clocks.business.now()) => new Date(ms).toISOString().slice(0, 10);

/** A connection that was made today by the business clock. */
async function givenToday(): Promise<TestConnection> {
  const own = await givenConnection(test);
  const sql = 'UPDATE processor_connection SET made_at = $2 WHERE id = $1';
  await test.ctx.asOwner(sql, [own.id, new Date(test.ctx.clocks.business.now())]);
  return own;
}

async function ask({ tenantId }: TestConnection) {
  const { signal } = new AbortController();
  if (!('outside' in askSettlements)) throw new Error('it waits for the processor in a transaction');
  await askSettlements.outside(test.ctx, { tenantId, plannedAt: test.ctx.clocks.business.now(), atOnce: 10, signal });
}

const desk = async ({ tenantId }: TestConnection, command: string) => {
  const staff = await givenStaff(test.ctx, tenantId);
  return (await give(test, staff, command, { input: {} })).body.rows ?? [];
};

it('a settlement that does not come is reported two days after its day, and asked for once a day from then on', async () => {
  const own = await givenToday();
  const day = utcDay();
  test.ctx.advance(DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await desk(own, 'bank-trouble')).toEqual([]);
  test.ctx.advance(2 * DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await desk(own, 'bank-trouble')).toMatchObject([
    { kind: 'statementMissing', file: `Sample ${day}`, reason: 'pending' },
  ]);
  // A later day is read meanwhile.
  const later = utcDay(Date.parse(day) + DAY_MS);
  reported.add(later);
  test.ctx.advance(3_600_000);
  asked = [];
  await ask(own);
  expect(asked).toContain(later);
  expect((await desk(own, 'settlements')).find((row) => row['day'] === later)).toMatchObject({ state: 'read' });
  test.ctx.advance(2 * DAY_MS);
  await ask(own);
  asked = [];
  test.ctx.advance(3_600_000);
  await ask(own);
  expect(asked).not.toContain(day);
});

it('a settlement that never comes is one trouble since its first day, is asked for 30 days, and is none where the connection is off', async () => {
  const own = await givenToday();
  const day = utcDay();
  const askAll = async () => {
    asked = [];
    // Ten days in a round.
    for (let round = 0; round < 5; round += 1) await ask(own);
    await readStatements(test.ctx, own.tenantId);
  };
  const trouble = async () => (await desk(own, 'bank-trouble')).map(({ kind, file, reason }) => [kind, file, reason]);
  const never = [['statementMissing', `Sample ${day}`, 'pending']];
  test.ctx.advance(DAY_MS);
  await askAll();
  test.ctx.advance(31 * DAY_MS);
  await askAll();
  expect([asked.length, asked[0], await trouble()]).toEqual([32, day, never]);
  // The first two are over for more than 30 days.
  test.ctx.advance(DAY_MS);
  await askAll();
  expect(asked).toHaveLength(31);
  expect([asked.includes(day), await trouble()]).toEqual([false, never]);
  // From then on only days count that are still asked for.
  reported.add(utcDay(test.ctx.clocks.business.now() - DAY_MS));
  test.ctx.advance(3_600_000);
  await askAll();
  expect(await trouble()).toEqual([['statementMissing', `Sample ${utcDay(Date.parse(day) + 3 * DAY_MS)}`, 'pending']]);
  await test.ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [own.id]);
  await readStatements(test.ctx, own.tenantId);
  expect(await trouble()).toEqual([]);
});
