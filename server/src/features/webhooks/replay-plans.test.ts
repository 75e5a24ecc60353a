import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenRecordedApp, type RecordedApp, type TableRead, tableReadsOf } from '../../../test-support/query-plans.ts';
import { givenEndpoint } from '../../../test-support/webhooks/given-endpoint.ts';
import { replayRange } from './event.store.ts';

/** Events of eleven days, one in ten seconds, each delivered to both endpoints. */
const MANY = 100_000;
const MOST = 2_001;

let given: RecordedApp;
beforeAll(async () => {
  given = await givenRecordedApp();
});
afterAll(() => given.close());

it('a time is sent again without reading the events of other times', { timeout: 120_000 }, async () => {
  const { ctx, sent, plain } = given;
  const tenantId = (await givenTenant(ctx)).id;
  const events = ['payment.created'] as const;
  const { id } = await givenEndpoint(ctx, tenantId, { name: 'One', events });
  const other = await givenEndpoint(ctx, tenantId, { name: 'Other', events });
  const startMs = Date.parse('2026-10-20T00:00:00Z');
  await ctx.asOwner(
    `WITH noted AS (
       INSERT INTO webhook_event (tenant_id, type, object, data, at)
       SELECT $1, 'payment.created', 'payment:' || n, '{}', $2::timestamptz + n * interval '10 seconds'
         FROM generate_series(0, $3::integer - 1) n RETURNING id)
     INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
     SELECT $1, e.id, noted.id, CASE WHEN noted.id % 100 = 0 THEN 'failed' ELSE 'done' END, $2
       FROM noted, unnest($4::bigint[]) AS e (id)`,
    [tenantId, new Date(startMs), MANY, [String(id), String(other.id)]],
  );
  await ctx.asOwner('ANALYZE webhook_event, webhook_delivery, webhook_endpoint');

  const hours = (from: number, to: number) => ({
    fromMs: startMs + from * 3_600_000,
    toMs: startMs + to * 3_600_000,
  });
  const replay = (range: ReturnType<typeof hours>, isMissedOnly: boolean) =>
    ctx.database.transact(tenantId, (tx) => replayRange(tx, tenantId, id, { ...range, isMissedOnly }, startMs, MOST));
  // 360 events an hour, one of a hundred was not delivered.
  const before = sent.length;
  expect(await replay(hours(200, 210), true)).toBe(36);
  expect(await replay(hours(100, 101), false)).toBe(360);
  expect(await replay(hours(0, 270), false)).toBe(MOST);
  const statements = sent.slice(before).filter(({ sql }) => sql.includes('INSERT INTO webhook_delivery'));
  expect(statements).toHaveLength(3);
  const reads: (readonly TableRead[])[] = [];
  for (const statement of statements) reads.push(await tableReadsOf(plain, statement));
  const whole = reads.flat().filter(({ how, table }) => how === 'Seq Scan' && table !== 'webhook_endpoint');
  expect(whole).toEqual([]);
  const rowsOf = (n: number, table: string) =>
    (reads[n] ?? []).filter((one) => one.table === table).reduce((sum, { rows }) => sum + rows, 0);
  // Events of the time, or twice as many as are sent: those before have been made due. One delivery of each, and those
  // that wait.
  const waiting = 36 + 360 + MOST;
  for (const [n, most] of [3_600, 360, 2 * MOST].entries()) {
    const events = rowsOf(n, 'webhook_event');
    expect([n, events <= most, rowsOf(n, 'webhook_delivery') <= events + waiting]).toEqual([n, true, true]);
  }
});
