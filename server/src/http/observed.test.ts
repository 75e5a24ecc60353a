import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../test-support/app.ts';
import { givenCard, givenSession, givenTenant, givenWebAccount } from '../../test-support/factories.ts';
import type { AppConfig } from '../config/config.ts';
import { openDatabase } from '../platform/database/database.ts';
import { buildApp } from './app.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

/** A log at the most verbose level, kept in memory. */
function givenLog() {
  const lines: string[] = [];
  const target = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace', base: undefined }, target), lines };
}

describe('the log', () => {
  it('has one line per call with request, operation, route pattern, status and time', async () => {
    const { log, lines } = givenLog();
    const app = await buildApp({ ...given.ctx, log });
    const response = await app.inject('/api/brand/nobody');
    await app.close();
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      requestId: response.headers['x-request-id'],
      operation: 'getBrand',
      method: 'GET',
      route: '/api/brand/:identifier',
      status: 404,
      ms: expect.any(Number) as number,
    });
  });

  it('contains no secret from any part of a request', async () => {
    const { log, lines } = givenLog();
    const app = await buildApp({ ...given.ctx, log });
    const marks = {
      pan: '9036777777777770',
      code: 'MARK42',
      password: 'Marked-Password-1',
      name: 'marked@example.com',
    };
    const card = await givenCard(given.ctx, { pan: marks.pan, accessCode: marks.code });
    const user = await givenWebAccount(given.ctx, { password: marks.password, username: marks.name });
    const form = (fields: Record<string, string>) =>
      postForm(app, '/api/token', { ...brandFields(card.brand), ...fields });
    const cardGrant = { grant_type: 'card', cardnumber: marks.pan, accesscode: marks.code };
    const signedIn = (await form(cardGrant)).json<{ access_token: string; refresh_token: string }>();
    await form({ ...cardGrant, accesscode: 'MARK43' });
    await form({ grant_type: 'refresh_token', refresh_token: `${signedIn.refresh_token}x` });
    await postForm(app, '/api/token', {
      grant_type: 'password',
      ...brandFields(user.brand),
      userName: marks.name,
      password: marks.password,
    });
    await postForm(app, '/api/token', {
      grant_type: 'password',
      ...brandFields(user.brand),
      userName: marks.name,
      password: 'MARK-wrong',
    });
    for (const url of [
      `/api/nothing/${marks.pan}?password=${marks.password}`,
      `/${marks.pan}?access_token=${signedIn.access_token}`,
      `/api/transaction?accountNumber=${marks.pan}`,
      `/api/brand/${marks.password}%`,
    ]) {
      await app.inject({ url, headers: { authorization: `Bearer ${signedIn.access_token}`, accept: 'text/html' } });
    }
    await app.inject({
      method: 'POST',
      url: '/api/card/details',
      payload: { Card: { AccountNumber: marks.pan, pin: 'MARK42' } },
    });
    await app.close();
    const all = lines.join('');
    expect(lines.length).toBe(9);
    for (const mark of [marks.pan, 'MARK', marks.password, marks.name, signedIn.access_token, signedIn.refresh_token]) {
      expect(all).not.toContain(mark);
    }
  });
});

describe('the audit log', () => {
  it('contains no secret', async () => {
    const user = await givenWebAccount(given.ctx, { password: 'Marked-Password-2' });
    const fields = { grant_type: 'password', ...brandFields(user.brand), userName: user.username };
    await postForm(given.app, '/api/token', { ...fields, password: 'Marked-Password-2' });
    await postForm(given.app, '/api/token', { ...fields, password: 'Marked-wrong' });
    const rows = await given.ctx.asOwner<{ line: string }>(
      'SELECT audit_log::text AS line FROM audit_log WHERE tenant_id = $1',
      [user.brand.tenantId],
    );
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.line).join('')).not.toMatch(/Marked/);
  });
});

describe('an untrusted proxy', () => {
  it('causes one warning with its address', async () => {
    const { log, lines } = givenLog();
    const app = await buildApp({ ...given.ctx, log });
    const headers = { 'x-forwarded-for': '203.0.113.9' };
    await app.inject({ url: '/healthz', headers });
    await app.inject({ url: '/healthz', headers });
    await app.close();
    const warned = lines.filter((line) => line.includes('WATTLE_TRUSTED_PROXIES'));
    expect(warned).toHaveLength(1);
    expect(JSON.parse(warned[0] ?? '{}')).toMatchObject({ peer: '127.0.0.1' });
  });

  it('causes no warning if it is trusted', async () => {
    const { log, lines } = givenLog();
    const config = { ...given.ctx.config, trustedProxies: ['127.0.0.1'] };
    const app = await buildApp({ ...given.ctx, config, log });
    for (const forwarded of ['203.0.113.9', '127.0.0.1', '203.0.113.9, 127.0.0.1']) {
      await app.inject({ url: '/healthz', headers: { 'x-forwarded-for': forwarded } });
    }
    await app.close();
    expect(lines.join('')).not.toContain('WATTLE_TRUSTED_PROXIES');
  });
});

describe('/metrics', () => {
  const statusOf = async (settings: Partial<AppConfig>, authorization?: string) => {
    const guarded = await buildApp({ ...given.ctx, config: { ...given.ctx.config, ...settings } });
    const { statusCode } = await guarded.inject({
      url: '/metrics',
      headers: authorization === undefined ? {} : { authorization },
    });
    await guarded.close();
    return statusCode;
  };

  it('is closed in production unless a token is set', async () => {
    expect(await statusOf({ mode: 'production' })).toBe(404);
  });

  it('requires its token if one is set', async () => {
    const metricsToken = 'metrics-token-of-16';
    expect(await statusOf({ mode: 'production', metricsToken })).toBe(401);
    expect(await statusOf({ metricsToken }, 'Bearer metrics-token-of-17')).toBe(401);
    expect(await statusOf({ mode: 'production', metricsToken }, `Bearer ${metricsToken}`)).toBe(200);
  });

  it('counts and times responses by operation, never by URL', async () => {
    const app = await buildApp(given.ctx);
    const card = await givenCard(given.ctx);
    const { headers } = await givenSession(given.ctx, { card });
    await app.inject({ url: '/api/card/cards', headers });
    await app.inject({ url: '/api/card/cards' });
    await app.inject({ url: '/api/secret-path' });
    const { body, headers: answered } = await app.inject('/metrics');
    expect(answered['content-type']).toContain('text/plain');
    expect(body).toContain('wattle_http_requests_total{operation="getCards",status="200"} 1');
    expect(body).toContain('wattle_http_requests_total{operation="getCards",status="401"} 1');
    expect(body).toContain('wattle_http_requests_total{operation="unmatched",status="404"} 1');
    expect(body).toContain('wattle_http_request_duration_seconds_count{operation="getCards"} 2');
    expect(body).toContain('process_cpu_user_seconds_total');
    expect(body).not.toContain('secret-path');
    await app.close();
  });
});

describe('the pool of connections', () => {
  const figure = (body: string, pool: string, state: string) =>
    Number(new RegExp(`wattle_database_connections\\{pool="${pool}",state="${state}"\\} (\\d+)`).exec(body)?.[1]);

  it('counts connections in use and waiting calls', async () => {
    const database = openDatabase({ connectionString: given.ctx.url, size: 2 });
    const app = await buildApp({ ...given.ctx, database });
    const { id } = await givenTenant(given.ctx);
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const busy = Array.from({ length: 5 }, () => database.transact(id, () => ended));
    const { body } = await Promise.race([
      app.inject('/metrics'),
      delay(2_000).then(() => {
        throw new Error('/metrics waited for the pool that it reports on');
      }),
    ]);
    expect(['most', 'in use'].map((state) => figure(body, 'calls', state))).toEqual([2, 2]);
    expect(figure(body, 'calls', 'waiting')).toBeGreaterThanOrEqual(3);
    expect(figure(body, 'network', 'most')).toBe(8);
    end();
    await Promise.all(busy);
    expect(figure((await app.inject('/metrics')).body, 'calls', 'waiting')).toBe(0);
    await app.close();
    await database.close();
  });
});

describe('readyz', () => {
  it('reports ready on a migrated database and 503 when a migration is missing', async () => {
    expect((await given.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const [last] = await given.ctx.asOwner<{ name: string; sha256: string }>(
      'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration) RETURNING name, sha256',
    );
    expect((await given.app.inject('/readyz')).statusCode).toBe(503);
    await given.ctx.asOwner('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [last?.name, last?.sha256]);
  });

  it('names jobs with late work and still reports ready, and /metrics has the numbers', async () => {
    const { id: tenantId } = await givenTenant(given.ctx);
    const queue = { name: 'test.observed', clock: 'business' } as const;
    const dueAt = given.ctx.clocks.business.now() - 90_000;
    await given.ctx.database.transact(tenantId, (tx) =>
      given.ctx.dueWork.enqueue(tx, queue, { tenantId, key: 'a', dueAt, payload: {} }),
    );
    const ready = await given.app.inject('/readyz');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({ status: 'ready', late: [{ job: 'test.observed', count: 1, oldestSeconds: 90 }] });
    const { body } = await given.app.inject('/metrics');
    expect(body).toContain('wattle_due_work{job="test.observed",state="late"} 1');
    expect(body).toContain('wattle_due_work{job="test.observed",state="dead"} 0');
    expect(body).toContain('wattle_due_work{job="messages.deliver",state="dead"} 0');
    expect(body).toContain('wattle_due_work_oldest_seconds{job="test.observed"} 90');
    for (const chain of ['accounts', 'audit', 'ledger']) {
      expect(body).toContain(`wattle_seal_lag_seconds{chain="${chain}"} 0`);
    }
  });
});
