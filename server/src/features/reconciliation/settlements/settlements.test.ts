import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { give, givenStaff } from '../../../../test-support/desk/desk.ts';
import { dyingDatabase, ProcessDied } from '../../../../test-support/due-work.ts';
import { brokenIn } from '../../../../test-support/ledger/verified.ts';
import { fakeCards } from '../../../../test-support/processors/fake-cards.ts';
import {
  givenConnection,
  knowSample,
  type TestConnection,
} from '../../../../test-support/processors/given-connection.ts';
import { sampleProcessor } from '../../../../test-support/processors/sample/sample.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { OutsideOutcome } from '../../../outside/outcome.ts';
import { referenceOf } from '../../../outside/processors/reference.ts';
import type { SettledLine, SettlementPage } from '../../../outside/processors/settlement.ts';
import { sealAll } from '../../../../test-support/ledger/sealed.ts';
import { ACCOUNT_CHAIN } from '../../../ledger/account-chain.ts';
import { LEDGER_CHAIN } from '../../../ledger/ledger-chain.ts';
import { AUDIT_CHAIN } from '../../../platform/sealed-log/audit-chain.ts';
import { processorFigures } from '../../processors/public.ts';
import { readStatements, takeStatement } from '../read-statements.ts';
import { askSettlements } from './ask-settlements.due.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
/** Answers of the processor by day and page; pending where it has none. */
let reports: Map<string, OutsideOutcome<SettlementPage>>;
let asked: string[];
let paysNet: boolean;
let onPage: () => void;
beforeAll(async () => {
  test = await givenApp();
  const refused = async () => ({ kind: 'refused', code: 'not_here' }) as const;
  const read = async (day: string, next?: string): Promise<OutsideOutcome<SettlementPage>> => {
    asked.push(next === undefined ? day : `${day} ${next}`);
    onPage();
    return reports.get(next === undefined ? day : `${day} ${next}`) ?? { kind: 'pending' };
  };
  knowSample(test, {
    ...sampleProcessor(),
    api: () => ({
      purchase: refused,
      cards: fakeCards(),
      balance: refused,
      settlements: {
        zone: 'UTC',
        paysNet,
        read,
      },
    }),
  });
});
beforeEach(() => {
  reports = new Map();
  asked = [];
  paysNet = true;
  onPage = () => {};
});
afterAll(() => test.close());

const utcDay = (ms = test.ctx.clocks.business.now()) => new Date(ms).toISOString().slice(0, 10);
const dashless = (day: string) => day.replaceAll('-', '');

/** A connection that was made today by the business clock. */
async function givenToday(): Promise<TestConnection> {
  const own = await givenConnection(test);
  await test.ctx.asOwner('UPDATE processor_connection SET made_at = $2 WHERE id = $1', [
    own.id,
    new Date(test.ctx.clocks.business.now()),
  ]);
  return own;
}

async function ask({ tenantId }: TestConnection, ctx: AppContext = test.ctx, stop = new AbortController()) {
  const { signal } = stop;
  if (!('outside' in askSettlements)) throw new Error('it waits for the processor in a transaction');
  await askSettlements.outside(ctx, { tenantId, plannedAt: ctx.clocks.business.now(), atOnce: 10, signal });
}

const desk = async ({ tenantId }: TestConnection, command: string, input: Readonly<Record<string, string>> = {}) => {
  const staff = await givenStaff(test.ctx, tenantId);
  return (await give(test, staff, command, { input })).body.rows ?? [];
};
const openRows = async (own: TestConnection, account = 'schemeSettlement') =>
  (await desk(own, 'unmatched', { account })).map(({ side, amount, reference }) => [side, amount, reference]);
const difference = async (own: TestConnection) =>
  (await desk(own, 'differences')).find(({ account }) => account === 'schemeSettlement');

async function postFee(own: TestConnection, reference: string): Promise<void> {
  const [asker, manager] = [await givenStaff(test.ctx, own.tenantId), await givenStaff(test.ctx, own.tenantId)];
  const open = await desk(own, 'unmatched', { account: 'schemeSettlement' });
  const line = String(open.find((row) => row['reference'] === reference)?.['line']);
  const given = { input: { line, type: 'fee' }, reason: 'as the report says' };
  const request = (await give(test, asker, 'post-statement-line', given)).body.request?.id;
  const done = await give(test, manager, 'approve', { input: { request: String(request) } });
  expect(done.body).toMatchObject({ rows: [{ type: 'fee' }] });
}

type Line = readonly [as: SettledLine['as'], cents: number, ...events: readonly string[]];

let serial = 0;
/** Lines by the ids of events, as the adapter reads them. */
const linesOf = ({ id }: TestConnection, ...lines: readonly Line[]): SettledLine[] =>
  lines.map(([as, cents, ...events]) => ({
    id: events[0] ?? `line_${++serial}`,
    as,
    references: events.map((event) => referenceOf(id, event)),
    cents,
  }));
const report = (lines: readonly SettledLine[], more: Partial<SettlementPage> = {}) =>
  ({ kind: 'done', value: { lines, ...more } }) as const;

/** Purchases and refunds that the processor has told of. */
async function told(own: TestConnection, ...events: readonly (readonly [type: string, id: string, cents: number])[]) {
  const card = await own.card();
  for (const [type, id, cents] of events) {
    const sent = await own.send('events', { type, id, purchase: `of-${id}`, card: card.external, cents, shop: 'Cafe' });
    expect(sent.status).toBe(200);
  }
}

it('is read once it is there, matched line by line, and leaves what the books lack to the desk', async () => {
  const own = await givenToday();
  const day = utcDay();
  await told(own, ['cleared', 'a1', 18_45], ['cleared', 'a2', 40_00], ['refunded', 'a3', 5_00]);
  // A day that is not over is not asked for.
  await ask(own);
  expect(asked).toEqual([]);
  test.ctx.advance(DAY_MS);
  await ask(own);
  // Asked again by the hour, not by the quarter.
  await ask(own);
  expect(asked).toEqual([day]);
  expect(await desk(own, 'settlements')).toMatchObject([{ day, state: 'pending', cleared: '', net: '' }]);
  reports.set(
    day,
    report(
      linesOf(
        own,
        ['cleared', -18_45, 'a1'],
        ['cleared', -40_00, 'a2'],
        ['refunded', 5_00, 'a3'],
        ['interchange', 21],
        ['interchange', 8],
        ['fee', -10],
      ),
      { net: -53_26, authorised: 60_00 },
    ),
  );
  test.ctx.advance(3_600_000);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(asked).toEqual([day, day]);
  // By hand: 18.45 + 40.00 − 5.00 = 53.45 to pay; 0.29 of interchange less a fee of 0.10 leave 53.26.
  const [row] = await desk(own, 'settlements');
  expect(Object.values({ ...row, readAt: '' }).join(' ')).toBe(
    `Sample ${day} read  60.00 -58.45 5.00 0.00 0.29 -0.10 0.00 -53.26 0.00`,
  );
  const [fee, interchange, net] = ['FEE', 'IC', 'NET'].map((what) => `${what}-P${own.id}-${dashless(day)}`);
  expect(new Map((await openRows(own)).map(([, amount, reference]) => [reference, amount]))).toEqual(
    new Map([
      [interchange, '0.29'],
      [fee, '-0.10'],
      [net, '53.26'],
    ]),
  );
  expect(await difference(own)).toMatchObject({
    until: day,
    statement: '0.00',
    books: '-53.45',
    onlyInStatement: '53.45',
    onlyInBooks: '0.00',
    unexplained: '0.00',
  });
  // The bank has paid the net, and two people post what the processor charges and gives.
  const text = `date,kind,amount,reference,text\n${day},line,-53.26,${net},Card processor`;
  const name = `${own.tenantId}-net.statement.csv`;
  await takeStatement(test.ctx, own.tenantId, 'bank', name, Buffer.from(text));
  await readStatements(test.ctx, own.tenantId);
  await postFee(own, String(interchange));
  await postFee(own, String(fee));
  expect(await openRows(own)).toEqual([]);
  expect(await difference(own)).toMatchObject({ statement: '0.00', books: '0.00', unexplained: '0.00' });
  const fees = "SELECT balance::text FROM ledger_account WHERE tenant_id = $1 AND kind = 'fees'";
  expect(await test.ctx.asOwner(fees, [own.tenantId])).toEqual([{ balance: '19' }]);
  // The clock was moved.
  for (const chain of [ACCOUNT_CHAIN, LEDGER_CHAIN, AUDIT_CHAIN]) await sealAll(test.ctx, {}, chain);
  expect(await brokenIn(test.ctx)).toEqual([]);
});

it('lists what only one side has, a wrong amount, and several events in one line', async () => {
  const own = await givenToday();
  const day = utcDay();
  await told(own, ['cleared', 'b1', 10_00], ['cleared', 'b2', 7_00], ['cleared', 'b3', 3_00], ['cleared', 'b4', 2_00]);
  reports.set(
    day,
    report(linesOf(own, ['cleared', -13_00, 'b1', 'b3'], ['cleared', -7_01, 'b2'], ['cleared', -99, 'stranger'])),
  );
  paysNet = false;
  test.ctx.advance(DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  const words = (await desk(own, 'unmatched', { account: 'schemeSettlement' })).map((row) => row['words']);
  expect(words.slice(0, 2)).toEqual(['Purchase b2, Sample', 'Purchase stranger, Sample']);
  expect((await openRows(own)).map(([side, amount]) => [side, amount])).toEqual([
    ['statement', '-7.01'],
    ['statement', '-0.99'],
    ['books', '-7.00'],
    ['books', '-2.00'],
  ]);
  // −21.00 of the processor, −22.00 of the books: 8.00 and 9.00 are on one side only.
  expect(await difference(own)).toMatchObject({
    statement: '-21.00',
    books: '-22.00',
    difference: '1.00',
    onlyInStatement: '-8.00',
    onlyInBooks: '-9.00',
    unexplained: '0.00',
  });
  // The event comes after its settlement.
  const card = await own.card();
  await own.send('events', { type: 'cleared', id: 'stranger', purchase: 'x', card: card.external, cents: 99 });
  await readStatements(test.ctx, own.tenantId);
  expect((await openRows(own)).filter(([side]) => side === 'statement')).toHaveLength(1);
});

it('that is corrected adds only what was corrected, for a week, and is then final', async () => {
  const own = await givenToday();
  const day = utcDay();
  paysNet = false;
  await told(own, ['cleared', 'c1', 10_09], ['cleared', 'c2', 4_00]);
  reports.set(day, report(linesOf(own, ['cleared', -10_00, 'c1'])));
  test.ctx.advance(DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await openRows(own)).toMatchObject([
    ['statement', '-10.00', referenceOf(own.id, 'c1')],
    ['books', '-10.09', expect.anything()],
    ['books', '-4.00', expect.anything()],
  ]);
  reports.set(day, report(linesOf(own, ['cleared', -10_09, 'c1'], ['cleared', -4_00, 'c2'])));
  test.ctx.advance(DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await openRows(own)).toEqual([]);
  expect((await desk(own, 'settlements')).at(-1)).toMatchObject({ day, state: 'corrected', cleared: '-14.09' });
  const statements = (await desk(own, 'statements-read')).map(({ name, lines }) => [name, lines]);
  expect(statements).toEqual([
    [`Sample ${day} (2)`, 2],
    [`Sample ${day}`, 1],
  ]);
  expect(await difference(own)).toMatchObject({ statement: '-14.09', books: '-14.09', unexplained: '0.00' });
  test.ctx.advance(7 * DAY_MS);
  await ask(own);
  asked = [];
  test.ctx.advance(2 * DAY_MS);
  await ask(own);
  expect(asked).not.toContain(day);
});

it('is not believed where its total is not that of its lines, and is reported until it is', async () => {
  const own = await givenToday();
  const day = utcDay();
  reports.set(day, report(linesOf(own, ['cleared', -1_00, 'd1']), { net: -2_00 }));
  test.ctx.advance(DAY_MS);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await openRows(own)).toEqual([]);
  expect(await desk(own, 'settlements')).toMatchObject([{ state: 'totals' }]);
  expect(await desk(own, 'bank-trouble')).toMatchObject([
    { kind: 'statementRefused', file: `Sample ${day}`, reason: 'totals' },
  ]);
  reports.set(day, report(linesOf(own, ['cleared', -2_00, 'd1']), { net: -2_00 }));
  test.ctx.advance(3_600_000);
  await ask(own);
  await readStatements(test.ctx, own.tenantId);
  expect(await desk(own, 'bank-trouble')).toEqual([]);
  expect((await openRows(own)).map(([, amount]) => amount)).toEqual(['-2.00', '2.00']);
});

it('begins with five days where the connection is old, and reads what was missed while no server ran', async () => {
  const own = await givenConnection(test);
  await test.ctx.asOwner("UPDATE processor_connection SET made_at = '2020-01-01' WHERE id = $1", [own.id]);
  const now = test.ctx.clocks.business.now();
  const days = (...back: readonly number[]) => back.map((n) => utcDay(now - n * DAY_MS));
  for (const day of days(5, 4, 3, 2, 1)) reports.set(day, report([]));
  await ask(own);
  expect(asked).toEqual(days(5, 4, 3, 2, 1));
  asked = [];
  test.ctx.advance(10 * DAY_MS);
  await ask(own);
  expect(asked.filter((day) => day > utcDay(now - DAY_MS))).toEqual(days(0, -1, -2, -3, -4));
});

it('is taken whole and once, wherever the process dies', async () => {
  for (let diesAt = 1; ; diesAt += 1) {
    expect(diesAt).toBeLessThan(40);
    const own = await givenToday();
    const day = utcDay();
    reports.set(day, report(linesOf(own, ['cleared', -1_00, 'e1']), { next: 'p2', net: -3_00 }));
    reports.set(`${day} p2`, report(linesOf(own, ['cleared', -2_00, 'e2'])));
    test.ctx.advance(DAY_MS);
    const counted = async () => {
      const sql = `SELECT count(*)::int AS lines, coalesce(sum(cents), 0)::int AS cents FROM book_statement_line WHERE tenant_id = $1`;
      const [row] = await test.ctx.asOwner<{ lines: number; cents: number }>(sql, [own.tenantId]);
      return [row?.lines, row?.cents];
    };
    const database = dyingDatabase(test.ctx.database, diesAt);
    let died = false;
    await ask(own, { ...test.ctx, database }).catch((error: unknown) => {
      if (!(error instanceof ProcessDied)) throw error;
      died = true;
    });
    // Two purchases, and the net that takes them to nothing.
    expect([
      [0, 0],
      [3, 0],
    ]).toContainEqual(await counted());
    await ask(own);
    expect(await counted()).toEqual([3, 0]);
    if (!died) break;
  }
});

it('that was given up between two pages is read again from its first line', async () => {
  const own = await givenToday();
  const day = utcDay();
  reports.set(day, report(linesOf(own, ['cleared', -1_00, 'f1']), { next: 'p2' }));
  reports.set(`${day} p2`, report(linesOf(own, ['cleared', -2_00, 'f2'])));
  test.ctx.advance(DAY_MS);
  const stopping = new AbortController();
  onPage = () => stopping.abort();
  await ask(own, test.ctx, stopping);
  expect([asked, await desk(own, 'settlements')]).toMatchObject([[day], [{ state: 'waiting' }]]);
  onPage = () => {};
  await ask(own);
  expect(asked).toEqual([day, day, `${day} p2`]);
  expect(await desk(own, 'settlements')).toMatchObject([{ state: 'read', cleared: '-3.00' }]);
});

it('that is refused for its key is raised, and is waited for', async () => {
  const own = await givenToday();
  const day = utcDay();
  const raised = async () => {
    const text = await processorFigures.getSingleMetricAsString('wattle_processor_alerts_total');
    return Number(/alert="key_refused"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const before = await raised();
  reports.set(day, { kind: 'refused', code: 'http_401' });
  test.ctx.advance(DAY_MS);
  await ask(own);
  expect(await raised()).toBe(before + 1);
  expect(await desk(own, 'settlements')).toMatchObject([{ day, state: 'http_401', readAt: '' }]);
});

it('counts for no other programme, and not for a connection that is off', async () => {
  const [own, other] = [await givenToday(), await givenToday()];
  const day = utcDay();
  reports.set(day, report(linesOf(own, ['cleared', -1_00, 'g1'])));
  await test.ctx.asOwner('UPDATE processor_connection SET is_on = false WHERE id = $1', [other.id]);
  await test.ctx.processors.refresh();
  test.ctx.advance(DAY_MS);
  await ask(own);
  await ask(other);
  expect(asked).toEqual([day]);
  expect(await desk(other, 'settlements')).toEqual([]);
  expect(await difference(other)).toBeUndefined();
});
