import { setImmediate } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { ProcessDied, sweep } from '../../../test-support/due-work.ts';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenHttpServer } from '../../../test-support/outside/http-server.ts';
import { givenEndpoint, spreadAll } from '../../../test-support/webhooks/given-endpoint.ts';
import type { Database } from '../../platform/database/database.ts';
import { noteEvents } from '../webhook-events/public.ts';
import { deliverDueWebhooks } from './deliver.due.ts';
import { switchEndpoint } from './endpoint.store.ts';
import { spreadWebhooks } from './spread.due.ts';
import { stopWebhooks } from './stop.due.ts';

/** Longer than a lease and the wait after a first failure. */
const NEXT_MS = 130_000;

const test = await givenApp();
const { ctx } = test;
const failedOnce = new Set<string>();
const receiver = await givenHttpServer(({ url, headers }) => {
  if (url.endsWith('/gone')) return { status: 410 };
  const call = `${url} ${String(headers['webhook-id'])}`;
  if (!url.endsWith('/shaky') || failedOnce.has(call)) return { status: 204 };
  failedOnce.add(call);
  return { status: 500 };
});
afterAll(async () => {
  await receiver.close();
  await test.close();
});

/** Database of a server that is killed at a step: before and after each read, and in and after each transaction. */
function killedAt(database: Database, step: number): { readonly database: Database; readonly steps: () => number } {
  let steps = 0;
  const pass = () => {
    steps += 1;
    if (steps >= step) throw new ProcessDied();
  };
  return {
    steps: () => steps,
    database: {
      ...database,
      async transact(tenantId, work, lane) {
        pass();
        const value = await database.transact(
          tenantId,
          async (tx) => {
            const done = await work(tx);
            pass();
            return done;
          },
          lane,
        );
        pass();
        return value;
      },
      async read(tenantId, work) {
        pass();
        const value = await database.read(tenantId, work);
        pass();
        return value;
      },
      async readShared(work) {
        pass();
        return database.readShared(work);
      },
    },
  };
}

/** Steps until a server has leased what is due. */
const HAS_CLAIMED = 4;

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const KINDS = ['steady', 'shaky', 'gone'] as const;
const PAYMENT = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };

async function note(tenantId: number, ...ids: readonly number[]): Promise<void> {
  const events = ids.map((id) => ({ type: 'payment.created' as const, object: `payment:${id}`, data: PAYMENT }));
  await ctx.database.transact(tenantId, async (tx) => noteEvents(tx, tenantId, events));
}

/** A programme with an endpoint of each kind. */
async function givenProgramme() {
  const tenantId = (await givenTenant(ctx)).id;
  for (const kind of KINDS) {
    const url = `${receiver.url}/${tenantId}/${kind}`;
    await givenEndpoint(ctx, tenantId, { name: kind, url, events: ['payment.created'] });
  }
  return tenantId;
}

const callsOf = (tenantId: number, kind: (typeof KINDS)[number]) =>
  receiver.calls.filter(({ url }) => url === `/${tenantId}/${kind}`);
const idsOf = (...given: Parameters<typeof callsOf>) =>
  callsOf(...given).map(({ headers }) => String(headers['webhook-id']));
const statesOf = (tenantId: number) =>
  ctx.asOwner<{ name: string; endpoint: string; reason: string | null; deliveries: string[] }>(
    `SELECT e.name, e.state AS endpoint, e.reason, array_agg(d.state ORDER BY d.event_id) AS deliveries
       FROM webhook_endpoint e JOIN webhook_delivery d ON d.endpoint_id = e.id
      WHERE e.tenant_id = $1 GROUP BY e.id ORDER BY e.id`,
    [tenantId],
  );

/** One server delivers what is left. A shaky endpoint gets one event at a time, each at its second attempt. */
async function deliverTheRest(): Promise<void> {
  for (let n = 0; n < 7; n += 1) {
    ctx.advance(NEXT_MS);
    await deliverDueWebhooks(ctx);
  }
  await sweep(ctx, stopWebhooks);
}

/** Two servers deliver: the first is killed at a step, the second goes on. Answers the steps that the first took. */
async function deliverWithKill(step: number): Promise<number> {
  const killed = killedAt(ctx.database, step);
  let hasEnded = false;
  const first = deliverDueWebhooks({ ...ctx, log: quiet, database: killed.database })
    .catch(() => {})
    .finally(() => (hasEnded = true));
  while (!hasEnded && killed.steps() < HAS_CLAIMED) await setImmediate();
  await Promise.all([first, deliverDueWebhooks(ctx)]);
  await deliverTheRest();
  return killed.steps();
}

describe('two servers, of which one is killed', () => {
  it('at any step deliver each event to each endpoint that is on, and nothing to one that is not', {
    timeout: 120_000,
  }, async () => {
    let step = 1;
    let sentAgain = 0;
    for (; ; step += 1) {
      const tenantId = await givenProgramme();
      await note(tenantId, 1, 1, 2);
      const events = (await spreadAll(ctx, tenantId)).map(({ id }) => `evt_${id}`);
      const steps = await deliverWithKill(step);
      const all = ['done', 'done', 'done'];
      expect([step, await statesOf(tenantId)]).toEqual([
        step,
        [
          { name: 'steady', endpoint: 'on', reason: null, deliveries: all },
          { name: 'shaky', endpoint: 'on', reason: null, deliveries: all },
          { name: 'gone', endpoint: 'disabled', reason: 'gone', deliveries: ['stopped', 'stopped', 'stopped'] },
        ],
      ]);
      const [steady, shaky] = [idsOf(tenantId, 'steady'), idsOf(tenantId, 'shaky')];
      expect(new Set(steady)).toEqual(new Set(events));
      expect(new Set(shaky)).toEqual(new Set(events));
      // A kill sends again what it did not settle, once.
      sentAgain += steady.length - events.length;
      for (const id of events) expect(steady.filter((one) => one === id).length).toBeLessThanOrEqual(2);
      for (const kind of ['steady', 'shaky'] as const) {
        for (const { headers, body } of callsOf(tenantId, kind)) {
          const { data } = JSON.parse(body.toString()) as { data: { sequence: number } };
          expect(`evt_${data.sequence}`).toBe(headers['webhook-id']);
        }
      }
      const wereGone = idsOf(tenantId, 'gone').length;
      expect(wereGone).toBeGreaterThan(0);
      await note(tenantId, 3);
      await spreadAll(ctx, tenantId);
      await deliverDueWebhooks(ctx);
      expect([idsOf(tenantId, 'steady').length, idsOf(tenantId, 'gone').length]).toEqual([steady.length + 1, wereGone]);
      if (steps < step) break;
    }
    // Two claims, and a read and a settling for each attempt.
    expect(step).toBeGreaterThan(20);
    expect(sentAgain).toBeGreaterThan(0);
  });

  it('at any step send nothing to an endpoint that was switched off when they began again', {
    timeout: 120_000,
  }, async () => {
    for (let step = 1; step <= 20; step += 1) {
      const tenantId = await givenProgramme();
      await note(tenantId, 1, 2, 3);
      await spreadAll(ctx, tenantId);
      const killed = killedAt(ctx.database, step);
      await deliverDueWebhooks({ ...ctx, log: quiet, database: killed.database }).catch(() => {});
      const [steady] = await ctx.asOwner<{ id: string }>(
        "SELECT id::text FROM webhook_endpoint WHERE tenant_id = $1 AND name = 'steady'",
        [tenantId],
      );
      const by = { atMs: ctx.clocks.business.now(), by: 'Test' };
      await ctx.database.transact(tenantId, (tx) =>
        switchEndpoint(tx, tenantId, BigInt(steady?.id ?? 0), { state: 'off' }, by),
      );
      const before = idsOf(tenantId, 'steady').length;
      ctx.advance(NEXT_MS);
      await Promise.all([deliverDueWebhooks(ctx), deliverDueWebhooks(ctx)]);
      await deliverTheRest();
      expect([step, idsOf(tenantId, 'steady').length]).toEqual([step, before]);
      const [state] = await statesOf(tenantId);
      expect(state?.deliveries).not.toContain('due');
      expect(new Set(idsOf(tenantId, 'shaky')).size).toBe(3);
    }
  });

  it('at any step spread each event once', async () => {
    for (let step = 1; step <= 4; step += 1) {
      const tenantId = await givenProgramme();
      await note(tenantId, 1, 2);
      await sweep({ ...ctx, database: killedAt(ctx.database, step).database }, spreadWebhooks).catch(() => {});
      const spread = await spreadAll(ctx, tenantId);
      expect(spread.map(({ object }) => object)).toEqual(['payment:1', 'payment:2']);
      const due = ['due', 'due'];
      expect((await statesOf(tenantId)).map(({ deliveries }) => deliveries)).toEqual([due, due, due]);
      await deliverDueWebhooks(ctx);
    }
  });
});
