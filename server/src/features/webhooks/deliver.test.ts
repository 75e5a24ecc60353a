import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { givenTenant } from '../../../test-support/factories.ts';
import { givenApp } from '../../../test-support/app.ts';
import { givenHttpServer, type HttpCall, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenEndpoint, spreadAll } from '../../../test-support/webhooks/given-endpoint.ts';
import { openCalledAddresses } from '../../outside/called-addresses.ts';
import { CATALOGUE, type EventType, noteEvents } from '../webhook-events/public.ts';
import { deliverDueWebhooks } from './deliver.due.ts';
import { webhookJobs } from './due.ts';
import { refreshWebhookFigures, webhookFigures } from './figures.ts';
import { stopWebhooks } from './stop.due.ts';
import { tidyWebhooks } from './tidy.due.ts';
import { givenRunner, sweep } from '../../../test-support/due-work.ts';

const SECOND = 1_000;
const HOUR = 3_600_000;

const test = await givenApp();
const { ctx } = test;
const servers: HttpServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
  await test.close();
});

let tenantId: number;
beforeEach(async () => {
  tenantId = (await givenTenant(ctx)).id;
});

type Reply = ReturnType<Parameters<typeof givenHttpServer>[0]>;

/** A receiver that gives these answers in turn, the last one again and again. */
async function givenReceiver(...answers: readonly Reply[]): Promise<HttpServer> {
  let n = 0;
  const server = await givenHttpServer(() => answers[Math.min(n++, answers.length - 1)] ?? { status: 204 });
  servers.push(server);
  return server;
}

const PAYMENT = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };
async function notePayments(...ids: readonly number[]): Promise<void> {
  await ctx.database.transact(tenantId, async (tx) =>
    noteEvents(
      tx,
      tenantId,
      ids.map((id) => ({ type: 'payment.created', object: `payment:${id}`, data: PAYMENT })),
    ),
  );
  await spreadAll(ctx, tenantId);
}

const deliveries = () =>
  ctx.asOwner<{ state: string; attempts: number; wait: number }>(
    `SELECT state, attempts, (extract(epoch FROM next_at - $2::timestamptz))::integer AS wait FROM webhook_delivery
      WHERE tenant_id = $1 ORDER BY endpoint_id, event_id`,
    [tenantId, new Date(ctx.clocks.security.now())],
  );
const attempts = () =>
  ctx.asOwner<{ answer: string }>(
    'SELECT coalesce(status::text, fault) AS answer FROM webhook_attempt WHERE tenant_id = $1 ORDER BY id',
    [tenantId],
  );
const endpointState = async () =>
  (
    await ctx.asOwner<{ state: string; reason: string | null; failing: boolean; is_raised: boolean }>(
      'SELECT state, reason, failing_since IS NOT NULL AS failing, is_raised FROM webhook_endpoint WHERE tenant_id = $1',
      [tenantId],
    )
  )[0];

/** Endpoints of all programmes in a state, as /metrics shows them. */
async function shown(state: string): Promise<number> {
  await refreshWebhookFigures(ctx);
  const text = await webhookFigures.getSingleMetricAsString('wattle_webhook_endpoints');
  return Number(new RegExp(`state="${state}"} (\\d+)`).exec(text)?.[1]);
}

/** Content of a delivery, whose signature another implementation of Standard Webhooks makes too. */
function verified(secret: string, { headers, body }: HttpCall): unknown {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const timestamp = Number(given['webhook-timestamp']);
  expect(timestamp).toBe(Math.floor(ctx.clocks.security.now() / 1000));
  const library = new Webhook(secret);
  const signed = library.sign(String(given['webhook-id']), new Date(timestamp * 1000), body.toString());
  expect(String(given['webhook-signature']).split(' ')).toContain(signed);
  return JSON.parse(body.toString());
}

describe('an event', () => {
  it('is sent once to each endpoint that asks for it, signed with its own secret', async () => {
    const receiver = await givenReceiver({ status: 204 });
    const other = await givenReceiver({ status: 200, body: 'ok' });
    const events: EventType[] = ['payment.created'];
    const first = await givenEndpoint(ctx, tenantId, { name: 'First', url: `${receiver.url}/first?a=b`, events });
    await givenEndpoint(ctx, tenantId, { name: 'Second', url: other.url, events: ['payment.sent', 'card.issued'] });
    await notePayments(902);
    await deliverDueWebhooks(ctx);
    await deliverDueWebhooks(ctx);
    const [call, ...more] = receiver.calls;
    if (!call) throw new Error('nothing was sent');
    expect([more, other.calls]).toEqual([[], []]);
    expect(call).toMatchObject({ method: 'POST', url: '/first?a=b', headers: { 'content-type': 'application/json' } });
    expect(verified(first.secret, call)).toEqual({
      type: 'payment.created',
      timestamp: new Date(ctx.clocks.business.now()).toISOString(),
      data: { id: 'payment:902', version: 1, sequence: expect.any(Number), ...PAYMENT },
    });
    expect(call.headers['webhook-id']).toMatch(/^evt_\d+$/);
    expect(await deliveries()).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  it('of each type is sent as its example', async () => {
    const receiver = await givenReceiver({ status: 204 });
    const types = Object.keys(CATALOGUE).filter((type) => type !== 'endpoint.test') as EventType[];
    const { secret } = await givenEndpoint(ctx, tenantId, { url: receiver.url, events: types });
    await ctx.asOwner(
      `INSERT INTO webhook_event (tenant_id, type, object, data, at)
       SELECT $1, type, object, data, $5 FROM unnest($2::text[], $3::text[], $4::jsonb[]) AS given (type, object, data)`,
      [
        tenantId,
        types,
        types.map((type) => CATALOGUE[type].exampleId),
        types.map((type) => JSON.stringify(CATALOGUE[type].example)),
        new Date(ctx.clocks.business.now()),
      ],
    );
    await ctx.asOwner(
      `INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
       SELECT v.tenant_id, e.id, v.id, 'due', $2 FROM webhook_event v JOIN webhook_endpoint e USING (tenant_id)
        WHERE v.tenant_id = $1`,
      [tenantId, new Date(ctx.clocks.security.now())],
    );
    await deliverDueWebhooks(ctx);
    const bodies = receiver.calls.map((call) => verified(secret, call) as { type: string; data: { id: string } });
    expect(bodies.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
    expect(bodies.every(({ type, data }) => data.id === CATALOGUE[type as EventType].exampleId)).toBe(true);
  });

  it('is tried again by its schedule, with the same id and bytes and another time', async () => {
    const receiver = await givenReceiver({ status: 500 }, 'hang up', { status: 301 }, { status: 204 });
    const { secret } = await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(902);
    const waits: number[] = [];
    for (const [least, most] of [
      [5, 5.5],
      [300, 330],
      [1800, 1980],
    ] as const) {
      await deliverDueWebhooks(ctx);
      const [{ wait, state } = { wait: 0, state: '' }] = await deliveries();
      expect([state, wait >= least && wait <= most + 1]).toEqual(['due', true]);
      waits.push(wait);
      ctx.advance(Math.floor(most * SECOND) + SECOND);
    }
    await deliverDueWebhooks(ctx);
    expect(await attempts()).toEqual(['500', 'ECONNRESET', '301', '204'].map((answer) => ({ answer })));
    expect(await deliveries()).toMatchObject([{ state: 'done', attempts: 4 }]);
    const last = receiver.calls.at(-1);
    if (!last) throw new Error('nothing was sent');
    verified(secret, last);
    const same = receiver.calls.map(({ headers, body }) => [headers['webhook-id'], body.toString()].join(' '));
    expect(new Set(same).size).toBe(1);
    expect(new Set(receiver.calls.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(4);
    expect(await endpointState()).toMatchObject({ state: 'on', failing: false });
  });

  it('is given up after ten attempts', async () => {
    const receiver = await givenReceiver({ status: 400 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(902);
    for (let n = 0; n < 12; n += 1) {
      await deliverDueWebhooks(ctx);
      ctx.advance(SECOND);
      await ctx.asOwner("UPDATE webhook_delivery SET next_at = $2 WHERE tenant_id = $1 AND state = 'due'", [
        tenantId,
        new Date(ctx.clocks.security.now()),
      ]);
    }
    expect(receiver.calls).toHaveLength(10);
    expect(await deliveries()).toMatchObject([{ state: 'failed', attempts: 10 }]);
  });

  it('leaves by the due work of a server, which does nothing while a restored instance is held', async () => {
    const receiver = await givenReceiver({ status: 204 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await ctx.database.transact(tenantId, async (tx) =>
      noteEvents(tx, tenantId, [{ type: 'payment.created', object: 'payment:902', data: PAYMENT }]),
    );
    const run = async (isHeld: boolean) => {
      const runner = givenRunner({ ...ctx, instanceHold: { ...ctx.instanceHold, isHeld: () => isHeld } }, webhookJobs);
      // The jobs are planned in the first round, and what one has made due leaves in the next.
      for (let round = 0; round < 3; round += 1) await runner.runDue();
      await runner.stop();
      return receiver.calls.length;
    };
    expect(await run(true)).toBe(0);
    ctx.advance(10 * SECOND);
    expect(await run(false)).toBe(1);
  });

  it('goes nowhere without an endpoint, and where its cause was rolled back', async () => {
    await notePayments(902);
    expect(await spreadAll(ctx, tenantId)).toEqual([]);
    await givenEndpoint(ctx, tenantId, { events: ['payment.created'] });
    const failed = ctx.database.transact(tenantId, async (tx) => {
      noteEvents(tx, tenantId, [{ type: 'payment.created', object: 'payment:1', data: PAYMENT }]);
      throw new Error('the payment failed');
    });
    await expect(failed).rejects.toThrow('the payment failed');
    expect(await spreadAll(ctx, tenantId)).toEqual([]);
  });

  it('is kept for 30 days', async () => {
    const receiver = await givenReceiver({ status: 204 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(902);
    await deliverDueWebhooks(ctx);
    ctx.advance(30 * 24 * HOUR);
    await sweep(ctx, tidyWebhooks);
    expect([await deliveries(), await attempts()].map((rows) => rows.length)).toEqual([1, 1]);
    ctx.advance(SECOND);
    await sweep(ctx, tidyWebhooks);
    expect([await spreadAll(ctx, tenantId), await deliveries(), await attempts()]).toEqual([[], [], []]);
  });
});

describe('an endpoint', () => {
  it('that answers 410 is disabled, and gets nothing more', async () => {
    const receiver = await givenReceiver({ status: 410 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(1, 2);
    await deliverDueWebhooks(ctx);
    expect(receiver.calls).toHaveLength(1);
    expect(await endpointState()).toMatchObject({ state: 'disabled', reason: 'gone' });
    await sweep(ctx, stopWebhooks);
    expect(await deliveries()).toMatchObject([{ state: 'stopped' }, { state: 'stopped' }]);
    await notePayments(3);
    // It is kept, so that it can be sent later.
    expect(await spreadAll(ctx, tenantId)).toHaveLength(3);
    expect(await deliveries()).toHaveLength(2);
  });

  it('that fails is raised after a day and disabled after five', async () => {
    const receiver = await givenReceiver({ status: 500 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    const failAfter = async (ms: number) => {
      ctx.advance(ms);
      await notePayments(1);
      await deliverDueWebhooks(ctx);
      return endpointState();
    };
    const [raised, disabled] = [await shown('raised'), await shown('disabled')];
    expect(await failAfter(0)).toMatchObject({ state: 'on', failing: true, is_raised: false });
    expect(await failAfter(23 * HOUR)).toMatchObject({ is_raised: false });
    expect(await failAfter(HOUR)).toMatchObject({ state: 'on', is_raised: true });
    expect([await shown('raised'), await shown('disabled')]).toEqual([raised + 1, disabled]);
    for (const hours of [24, 24, 24, 23]) expect(await failAfter(hours * HOUR)).toMatchObject({ state: 'on' });
    expect(await failAfter(HOUR)).toMatchObject({ state: 'disabled', reason: 'failing' });
    expect([await shown('raised'), await shown('disabled')]).toEqual([raised, disabled + 1]);
    const calls = receiver.calls.length;
    await failAfter(HOUR);
    expect(receiver.calls).toHaveLength(calls);
  });

  it('that failed long ago, and had nothing due since, is not disabled by the next failure', async () => {
    const receiver = await givenReceiver({ status: 502 });
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(1);
    for (let n = 0; n < 10; n += 1) {
      await deliverDueWebhooks(ctx);
      ctx.advance(26.5 * HOUR);
    }
    expect(await endpointState()).toMatchObject({ state: 'disabled' });
    await ctx.asOwner(
      "UPDATE webhook_endpoint SET state = 'on', reason = NULL, is_raised = true WHERE tenant_id = $1",
      [tenantId],
    );
    ctx.advance(14 * 24 * HOUR);
    await notePayments(2);
    await deliverDueWebhooks(ctx);
    expect(await endpointState()).toEqual({ state: 'on', reason: null, failing: true, is_raised: false });
  });

  it('is paused by all of its calls that ran together, each of which is kept', async () => {
    const busy: Reply = { status: 429, headers: { 'retry-after': '600' } };
    const receiver = await givenReceiver({ status: 204 }, busy);
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    await deliverDueWebhooks(ctx);
    const made = await attempts();
    expect(made.length).toBe(receiver.calls.length);
    expect(made[0]).toEqual({ answer: '204' });
    expect(new Set(made.slice(1).map(({ answer }) => answer))).toEqual(new Set(['429']));
    // What was not sent is due since it was, and its endpoint alone is paused.
    const unsent = (await deliveries()).filter((one) => one.attempts === 0);
    expect(unsent).toEqual(Array.from({ length: 12 - made.length }, () => ({ state: 'due', attempts: 0, wait: 0 })));
    ctx.advance(599 * SECOND);
    await deliverDueWebhooks(ctx);
    expect(receiver.calls).toHaveLength(made.length);
  });

  it('that is switched off, moved or given a new secret is so from the next call', async () => {
    const former = await givenReceiver('silence');
    const receiver = await givenReceiver({ status: 204 });
    const { id } = await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(1, 2);
    let isMoved = false;
    const database: typeof ctx.database = {
      ...ctx.database,
      // After the first is settled and before the second is sent.
      transact: async (tenant, work, ...more) => {
        const done = await ctx.database.transact(tenant, work, ...more);
        if (receiver.calls.length === 1 && !isMoved) {
          isMoved = true;
          await ctx.asOwner('UPDATE webhook_endpoint SET url = $2 WHERE id = $1', [id, `${receiver.url}/moved`]);
        }
        return done;
      },
    };
    await deliverDueWebhooks({ ...ctx, database });
    expect(receiver.calls.map(({ url }) => url)).toEqual(['/', '/moved']);
    await notePayments(3);
    await ctx.asOwner("UPDATE webhook_endpoint SET url = $2, state = 'off' WHERE id = $1", [id, former.url]);
    await deliverDueWebhooks(ctx);
    expect(former.calls).toEqual([]);
  });

  it('whose secret cannot be opened has a failed attempt, and keeps no other waiting', async () => {
    const receiver = await givenReceiver({ status: 204 });
    const events: EventType[] = ['payment.created'];
    const broken = await givenEndpoint(ctx, tenantId, { name: 'Broken', url: receiver.url, events });
    await givenEndpoint(ctx, tenantId, { name: 'Whole', url: receiver.url, events });
    await ctx.asOwner('UPDATE webhook_endpoint SET secret_cipher = $2 WHERE id = $1', [broken.id, Buffer.alloc(64)]);
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    expect((await attempts()).map(({ answer }) => answer).toSorted()).toEqual(['204', 'secret_unreadable']);
    expect(await webhookFigures.getSingleMetricAsString('wattle_webhook_faults_total')).toMatch(/_total [1-9]/);
  });

  it('that has too much to do gets nothing for as long as it says', async () => {
    const receiver = await givenReceiver(
      { status: 204 },
      { status: 429, headers: { 'retry-after': '600' } },
      { status: 204 },
    );
    await givenEndpoint(ctx, tenantId, { url: receiver.url, events: ['payment.created'] });
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    await notePayments(2, 3, 4);
    await deliverDueWebhooks(ctx);
    ctx.advance(599 * SECOND);
    await deliverDueWebhooks(ctx);
    // What happens meanwhile waits too.
    await notePayments(5);
    await deliverDueWebhooks(ctx);
    expect(receiver.calls).toHaveLength(2);
    ctx.advance(SECOND);
    await deliverDueWebhooks(ctx);
    expect(receiver.calls).toHaveLength(6);
    expect(new Set((await deliveries()).map(({ state }) => state))).toEqual(new Set(['done']));
  });

  it('at a private address is not called, whatever its name resolves to', async () => {
    const receiver = await givenReceiver({ status: 204 });
    const { port } = new URL(receiver.url);
    await givenEndpoint(ctx, tenantId, { url: `http://hooks.example.com:${port}/`, events: ['payment.created'] });
    await notePayments(902);
    const resolve = (
      _host: string,
      _: object,
      answer: (error: null, found: { address: string; family: number }[]) => void,
    ) => answer(null, [{ address: '127.0.0.1', family: 4 }]);
    const outside = { ...ctx.outside, givenAddresses: openCalledAddresses([], resolve) };
    await deliverDueWebhooks({ ...ctx, outside });
    expect([receiver.calls, await attempts()]).toEqual([[], [{ answer: 'address_not_permitted' }]]);
  });

  it('that hangs keeps no other waiting, and a stop of the server costs it no attempt', async () => {
    const hanging = await givenReceiver('silence');
    const receiver = await givenReceiver({ status: 204 });
    for (let n = 0; n < 40; n += 1) {
      const { url } = n % 2 === 0 ? hanging : receiver;
      await givenEndpoint(ctx, tenantId, { name: `Endpoint ${n}`, url, events: ['payment.created'] });
    }
    await notePayments(1, 2, 3);
    const isThere = () => receiver.calls.length === 60;
    const began = performance.now();
    await deliverDueWebhooks(ctx, () => !isThere());
    expect(receiver.calls).toHaveLength(60);
    // The hanging ones would have taken 15 s.
    expect(performance.now() - began).toBeLessThan(10_000);
    expect(hanging.calls).toHaveLength(20);
    const states = Map.groupBy(await deliveries(), ({ state, attempts: made }) => `${state} ${made}`);
    expect([states.get('done 1')?.length, states.get('due 0')?.length]).toEqual([60, 60]);
  });
});
