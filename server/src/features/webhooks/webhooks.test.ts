import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp } from '../../../test-support/app.ts';
import { give, givenStaff } from '../../../test-support/desk/desk.ts';
import { givenBrand, givenTenant } from '../../../test-support/factories.ts';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { spreadAll } from '../../../test-support/webhooks/given-endpoint.ts';
import { noteEvents } from '../webhook-events/public.ts';
import { deliverDueWebhooks } from './deliver.due.ts';
import { stopWebhooks } from './stop.due.ts';
import { tidyWebhooks } from './tidy.due.ts';

const test = await givenApp();
const { ctx } = test;
const answers: { status: number } = { status: 204 };
const receiver: HttpServer = await givenHttpServer(() => ({ status: answers.status }));
afterAll(async () => {
  await receiver.close();
  await test.close();
});

let tenantId: number;
beforeEach(async () => {
  tenantId = (await givenTenant(ctx)).id;
  answers.status = 204;
});

type Input = Readonly<Record<string, string | boolean>>;

/** Asked by one member of staff and approved by another: what the approver is answered. */
async function byTwo(command: string, input: Input) {
  const [asker, manager] = [await givenStaff(ctx, tenantId), await givenStaff(ctx, tenantId)];
  const asked = await give(test, asker, command, { input, reason: 'as the receiver asks' });
  const request = asked.body.request?.id;
  return request === undefined ? asked : give(test, manager, 'approve', { input: { request } });
}
const alone = async (command: string, input: Input) => give(test, await givenStaff(ctx, tenantId), command, { input });
const rowsOf = async (command: string, input: Input = {}) => (await alone(command, input)).body.rows ?? [];

async function addEndpoint(events = 'payment.*', url = receiver.url, name = 'Ledger'): Promise<string> {
  const { body } = await byTwo('add-webhook', { name, url, events });
  expect(body.shownOnce).toEqual(['secret']);
  return String(body.rows?.[0]?.['secret']);
}

const PAYMENT = { account: 'account:1', method: 'bpay', amount: 12_050, state: 'Made' };
async function notePayments(...ids: readonly number[]): Promise<string[]> {
  const events = ids.map((id) => ({ type: 'payment.created' as const, object: `payment:${id}`, data: PAYMENT }));
  await ctx.database.transact(tenantId, async (tx) => noteEvents(tx, tenantId, events));
  return (await spreadAll(ctx, tenantId)).map(({ id }) => `evt_${id}`);
}

/** Ids that came since the last call. */
let seen = 0;
function cameNow(): string[] {
  const ids = receiver.calls.slice(seen).map(({ headers }) => String(headers['webhook-id']));
  seen = receiver.calls.length;
  return ids;
}
beforeEach(() => void cameNow());

/** Whether the newest call carries a signature by a secret. */
function isSignedBy(secret: string): boolean {
  const call = receiver.calls.at(-1);
  if (!call) throw new Error('nothing was sent');
  const at = new Date(Number(call.headers['webhook-timestamp']) * 1000);
  const expected = new Webhook(secret).sign(String(call.headers['webhook-id']), at, call.body.toString());
  return String(call.headers['webhook-signature']).split(' ').includes(expected);
}

describe('the number of endpoints', () => {
  const add = (name: string) => byTwo('add-webhook', { name, url: receiver.url, events: 'payment.*' });
  const givenMany = (count: number) =>
    ctx.asOwner(
      `INSERT INTO webhook_endpoint (tenant_id, name, url, events, state, reason, secret_cipher, secret_key_version,
                                     secret_set_at, made_at, made_by, changed_at, changed_by)
       SELECT tenant_id, 'Other ' || n, url, events, CASE WHEN n % 2 = 0 THEN 'on' ELSE 'disabled' END,
              CASE WHEN n % 2 = 1 THEN 'failing' END, secret_cipher, secret_key_version, secret_set_at, made_at, made_by, changed_at, changed_by
         FROM webhook_endpoint, generate_series(1, $2::int) AS n WHERE tenant_id = $1`,
      [tenantId, count],
    );

  it('is 50 that are on or disabled, and one that is switched off makes room', async () => {
    await addEndpoint();
    await givenMany(48);
    expect((await add('The fiftieth')).status).toBe(200);
    const refusal = { error: 'too_many_endpoints', field: 'name' };
    expect((await add('One more')).body).toMatchObject(refusal);
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'off' });
    expect((await add('Another')).status).toBe(200);
    expect((await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'on' })).body).toMatchObject({
      ...refusal,
      field: 'endpoint',
    });
    // One that is disabled has its place.
    expect((await byTwo('switch-webhook', { endpoint: 'Other 1', state: 'on' })).status).toBe(200);
  });

  it('is kept where the last two are approved at the same time', async () => {
    await addEndpoint();
    await givenMany(48);
    const both = await Promise.all(['One', 'Two'].map((name) => add(name)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [row] = await ctx.asOwner<{ used: number }>(
      "SELECT count(*)::int AS used FROM webhook_endpoint WHERE tenant_id = $1 AND state <> 'off'",
      [tenantId],
    );
    expect(row?.used).toBe(50);
  });
});

describe('the secret of an endpoint', () => {
  it('is 32 bytes, shown once to who approves, and kept sealed', async () => {
    const secret = await addEndpoint();
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
    const kept = await ctx.asOwner(
      `SELECT FROM (SELECT e::text AS row FROM webhook_endpoint e UNION ALL SELECT r::text FROM desk_request r
                    UNION ALL SELECT l::text FROM audit_log l) AS every WHERE strpos(row, $1) > 0`,
      [secret.slice('whsec_'.length)],
    );
    expect(kept).toHaveLength(0);
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    expect(isSignedBy(secret)).toBe(true);
  });

  it('is replaced: both sign for 24 hours, then the new one alone', async () => {
    const former = await addEndpoint();
    const { body } = await byTwo('rotate-webhook-secret', { endpoint: 'ledger' });
    const secret = String(body.rows?.[0]?.['secret']);
    expect([body.shownOnce, secret === former]).toEqual([['secret'], false]);
    const signedBy = async () => {
      await notePayments(1);
      await deliverDueWebhooks(ctx);
      return [isSignedBy(former), isSignedBy(secret)];
    };
    ctx.advance(24 * 3_600_000 - 1);
    const formerKept = () =>
      ctx.asOwner('SELECT former_cipher IS NOT NULL AS is_kept FROM webhook_endpoint WHERE tenant_id = $1', [tenantId]);
    await sweep(ctx, tidyWebhooks);
    expect([await signedBy(), await formerKept()]).toEqual([[true, true], [{ is_kept: true }]]);
    ctx.advance(1);
    expect(await signedBy()).toEqual([false, true]);
    ctx.advance(3_600_000);
    await sweep(ctx, tidyWebhooks);
    expect(await formerKept()).toEqual([{ is_kept: false }]);
  });

  it('ends straight away where it is known to others', async () => {
    const former = await addEndpoint();
    await byTwo('rotate-webhook-secret', { endpoint: 'Ledger', hours: '0' });
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    expect(isSignedBy(former)).toBe(false);
  });
});

describe('an endpoint', () => {
  it.each([
    ['ftp://hooks.example.com/', 'url'],
    ['https://user:word@hooks.example.com/', 'url'],
    ['https://hooks.example.com/#part', 'url'],
    ['hooks', 'url'],
  ])('is not added at %s', async (url, field) => {
    expect(await byTwo('add-webhook', { name: 'Ledger', url, events: 'all' })).toMatchObject({
      status: 400,
      body: { error: 'input_invalid', field },
    });
  });

  it.each([
    'http://hooks.example.com/',
    'https://localhost/',
    'https://127.0.0.1/',
    'https://8.8.8.8/',
    'https://hooks.example.com:22/',
  ])('is not added at %s in production', async (url) => {
    const { mode } = ctx.config;
    Object.assign(ctx.config, { mode: 'production' });
    try {
      expect(await byTwo('add-webhook', { name: 'Ledger', url, events: 'all' })).toMatchObject({
        status: 400,
        body: { error: 'input_invalid', field: 'url' },
      });
    } finally {
      Object.assign(ctx.config, { mode });
    }
  });

  it('is not added at a site of the programme', async () => {
    const brand = await givenBrand(ctx, { tenant: { id: tenantId, name: 'Own' } });
    const url = `https://${brand.identifier}.example/webhooks`;
    // The second with the dot of the root.
    for (const own of [url, url.replace('.example/', '.example./')]) {
      expect(await byTwo('add-webhook', { name: 'Ledger', url: own, events: 'all' })).toMatchObject({
        status: 400,
        body: { error: 'input_invalid', field: 'url' },
      });
    }
  });

  it('asks for types of the catalogue alone, and for no test', async () => {
    for (const events of ['card.made', 'card.issued,', 'endpoint.test', 'card']) {
      const answer = await byTwo('add-webhook', { name: 'Ledger', url: receiver.url, events });
      expect([events, answer.status, answer.body.field]).toEqual([events, 400, 'events']);
    }
    await addEndpoint('payment.settled, payment.created, statement.*');
    const [row] = await rowsOf('webhooks');
    expect(row).toMatchObject({ events: 'payment.created, payment.settled, statement.*', state: 'on', waiting: 0 });
  });

  it('has a name of its own, and is changed for what comes next', async () => {
    await addEndpoint('payment.*');
    expect(await byTwo('add-webhook', { name: 'ledger', url: receiver.url, events: 'all' })).toMatchObject({
      status: 409,
      body: { error: 'name_taken' },
    });
    await byTwo('change-webhook', { endpoint: 'Ledger', events: 'card.*' });
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([]);
    const same = await byTwo('change-webhook', { endpoint: 'Ledger', events: 'card.*' });
    expect([same.status, same.body.error]).toEqual([409, 'nothing_to_do']);
  });

  it('that is switched off gets nothing, and nothing by itself when it is on again', async () => {
    await addEndpoint();
    await notePayments(1);
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'off' });
    await notePayments(2);
    await deliverDueWebhooks(ctx);
    const test_ = await alone('test-webhook', { endpoint: 'Ledger' });
    expect([test_.status, test_.body.field]).toEqual([403, 'endpoint']);
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'on' });
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([]);
    expect(await rowsOf('webhooks')).toMatchObject([{ state: 'on', waiting: 0, notDelivered: 1 }]);
  });
});

/** So many payments that were noted, which no endpoint has got. */
const noteMany = (events: number) =>
  ctx.asOwner(
    `INSERT INTO webhook_event (tenant_id, type, object, data, at)
     SELECT $1, 'payment.created', 'payment:' || n, $3, $4 FROM generate_series(1, $2) AS n`,
    [tenantId, events, JSON.stringify(PAYMENT), new Date(ctx.clocks.business.now())],
  );

describe('a thousand events and more', () => {
  it('are stopped by a job before their endpoint is on again', async () => {
    await addEndpoint();
    await noteMany(2_500);
    await ctx.asOwner(
      `INSERT INTO webhook_delivery (tenant_id, endpoint_id, event_id, state, next_at)
       SELECT v.tenant_id, e.id, v.id, 'due', $2 FROM webhook_event v JOIN webhook_endpoint e USING (tenant_id)
        WHERE v.tenant_id = $1`,
      [tenantId, new Date(ctx.clocks.security.now())],
    );
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'off' });
    expect(await rowsOf('webhooks')).toMatchObject([{ state: 'off', waiting: 1_500, notDelivered: 1_000 }]);
    const early = await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'on' });
    expect([early.status, early.body]).toMatchObject([409, { error: 'events_waiting', field: 'endpoint' }]);
    await sweep(ctx, stopWebhooks);
    expect(await rowsOf('webhooks')).toMatchObject([{ state: 'off', waiting: 0, notDelivered: 2_500 }]);
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'on' });
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([]);
  });

  it('are sent again, but no more than 2,000 with one command', async () => {
    await addEndpoint();
    await noteMany(2_001);
    const now = ctx.clocks.business.now();
    const range = { endpoint: 'Ledger', from: new Date(now).toISOString(), to: new Date(now + 1).toISOString() };
    const many = await alone('replay-webhooks', range);
    expect([many.status, many.body]).toMatchObject([409, { error: 'too_many_events', field: 'to' }]);
    expect(await rowsOf('webhooks')).toMatchObject([{ waiting: 0 }]);
    await ctx.asOwner('DELETE FROM webhook_event WHERE tenant_id = $1 AND object = $2', [tenantId, 'payment:7']);
    expect((await alone('replay-webhooks', range)).body.rows).toMatchObject([{ events: 2_000 }]);
    // No other test sends them.
    await ctx.asOwner('DELETE FROM webhook_delivery WHERE tenant_id = $1', [tenantId]);
  });
});

describe('what was sent', () => {
  it('is listed with each attempt, its status and its time', async () => {
    await addEndpoint();
    answers.status = 503;
    const [event] = await notePayments(1);
    await deliverDueWebhooks(ctx);
    answers.status = 204;
    ctx.advance(120_000);
    await deliverDueWebhooks(ctx);
    const of = { endpoint: 'Ledger', event: event ?? '' };
    expect(await rowsOf('webhook-attempts', of)).toMatchObject([
      { event, type: 'payment.created', attempt: 2, answer: '204', ms: expect.any(Number) },
      { event, attempt: 1, answer: '503' },
    ]);
    expect(await rowsOf('webhook-events', { endpoint: 'Ledger' })).toMatchObject([
      { event, object: 'payment:1', state: 'done', attempts: 2, nextAt: '' },
    ]);
    expect(await rowsOf('webhook-events', { endpoint: 'Ledger', state: 'missed' })).toEqual([]);
  });

  it('is not sent to an endpoint that two people did not approve for its type', async () => {
    await addEndpoint();
    await addEndpoint('card.*', receiver.url, 'Cards');
    const [event = ''] = await notePayments(1);
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([event]);
    expect((await alone('replay-webhook', { endpoint: 'Cards', event })).body.error).toBe('not_found');
    expect((await alone('replay-webhook', { endpoint: 'Ledger', event })).status).toBe(200);
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([event]);
  });

  it('is sent again, one by one, under the same id', async () => {
    await addEndpoint();
    const [event = ''] = await notePayments(1);
    await deliverDueWebhooks(ctx);
    const again = await alone('replay-webhook', { endpoint: 'Ledger', event });
    expect(again.body.rows).toEqual([{ endpoint: 'Ledger', event, events: 1 }]);
    // It is due already.
    expect((await alone('replay-webhook', { endpoint: 'Ledger', event })).body.error).toBe('not_found');
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([event, event]);
    const [first, second] = receiver.calls.slice(-2).map(({ body }) => body.toString());
    expect(second).toBe(first);
  });

  it('is sent again for a time, all of it or what was missed', async () => {
    await addEndpoint();
    await notePayments(1);
    await deliverDueWebhooks(ctx);
    answers.status = 410;
    ctx.advance(3_600_000);
    await notePayments(2);
    await deliverDueWebhooks(ctx);
    const events = await notePayments(3);
    answers.status = 204;
    await byTwo('switch-webhook', { endpoint: 'Ledger', state: 'on' });
    cameNow();
    const now = ctx.clocks.business.now();
    const range = (fromMs: number) => ({
      endpoint: 'Ledger',
      from: new Date(fromMs).toISOString(),
      to: new Date(now + 1).toISOString(),
    });
    const missed = await alone('replay-webhooks', { ...range(0), missedOnly: true });
    expect(missed.body.rows).toMatchObject([{ events: 2 }]);
    await deliverDueWebhooks(ctx);
    expect(cameNow().toSorted()).toEqual(events.slice(1).toSorted());
    expect((await alone('replay-webhooks', { ...range(0), missedOnly: true })).body.error).toBe('nothing_to_do');
    expect((await alone('replay-webhooks', range(now))).body.rows).toMatchObject([{ events: 2 }]);
    await deliverDueWebhooks(ctx);
    expect((await alone('replay-webhooks', range(0))).body.rows).toMatchObject([{ events: 3 }]);
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toHaveLength(5);
    const turned = { ...range(now), to: new Date(now).toISOString() };
    expect((await alone('replay-webhooks', turned)).body).toMatchObject({ error: 'input_invalid', field: 'to' });
  });

  it('may be a test, for the endpoint alone', async () => {
    await addEndpoint('card.*');
    const { body } = await alone('test-webhook', { endpoint: 'Ledger' });
    const events = await spreadAll(ctx, tenantId);
    expect(events).toMatchObject([{ type: 'endpoint.test', data: {} }]);
    await deliverDueWebhooks(ctx);
    expect(cameNow()).toEqual([body.rows?.[0]?.['event']]);
    expect(JSON.parse(receiver.calls.at(-1)?.body.toString() ?? '')).toMatchObject({ type: 'endpoint.test' });
  });
});
