import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../test-support/app.ts';
import { givenCard, givenSession, givenWebAccount } from '../../test-support/factories.ts';
import { buildApp } from './app.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

/** A log at its loudest that is kept in memory. */
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
  it('has one line for a call: request, operation, route pattern, status and time', async () => {
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

  it('has no secret in it, wherever a secret is put', async () => {
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

describe('the record of audit', () => {
  it('has no secret in it', async () => {
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

describe('/metrics', () => {
  it('counts and times answers by operation, never by what was asked for', async () => {
    const app = await buildApp(given.ctx);
    const card = await givenCard(given.ctx);
    const { headers } = await givenSession(given.ctx, { card });
    await app.inject({ url: '/api/card/cards', headers });
    await app.inject({ url: '/api/card/cards' });
    await app.inject({ url: '/api/secret-path-4826' });
    const { body, headers: answered } = await app.inject('/metrics');
    expect(answered['content-type']).toContain('text/plain');
    expect(body).toContain('wattle_http_requests_total{operation="getCards",status="200"} 1');
    expect(body).toContain('wattle_http_requests_total{operation="getCards",status="401"} 1');
    expect(body).toContain('wattle_http_requests_total{operation="unmatched",status="404"} 1');
    expect(body).toContain('wattle_http_request_duration_seconds_count{operation="getCards"} 2');
    expect(body).toContain('process_cpu_user_seconds_total');
    expect(body).not.toContain('4826');
    await app.close();
  });
});

describe('readyz', () => {
  it('says ready on a migrated database and 503 on one that lacks a migration', async () => {
    expect((await given.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    const [last] = await given.ctx.asOwner<{ name: string; sha256: string }>(
      'DELETE FROM migration WHERE name = (SELECT max(name) FROM migration) RETURNING name, sha256',
    );
    expect((await given.app.inject('/readyz')).statusCode).toBe(503);
    await given.ctx.asOwner('INSERT INTO migration (name, sha256) VALUES ($1, $2)', [last?.name, last?.sha256]);
  });
});
