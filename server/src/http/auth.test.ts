import { SignJWT } from 'jose';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenBrand, givenCard, givenSession, givenWebAccount } from '../../test-support/factories.ts';
import type { TestCard, TestWebAccount } from '../../test-support/given-types.ts';
import { routes } from '../compose/routes.ts';
import { addressOf } from './bind.ts';

const MINUTE = 60_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

const sessionRoutes = routes.filter(({ kind }) => kind === 'session');
const table = sessionRoutes.map((route) => [`${route.operation.method} ${route.operation.path}`, route] as const);

type Headers = Readonly<Record<string, string>>;

async function call(route: (typeof routes)[number], headers: Headers) {
  const { method } = route.operation;
  const response = await given.app.inject({ method, url: addressOf(route), headers, payloadAsStream: true });
  // An accepted stream stays open until the client disconnects.
  const isEndless = route.isStream && response.statusCode === 200;
  const text = isEndless ? '{}' : await textOf(response.stream());
  if (isEndless) response.stream().destroy();
  return { status: response.statusCode, body: JSON.parse(text) as { error?: string[] }, headers: response.headers };
}

/** Test people per route, so that what a call does to them does not affect other routes. */
const people = new Map<object, Promise<readonly [TestCard, TestWebAccount]>>();
function personOf(route: object): Promise<readonly [TestCard, TestWebAccount]> {
  const known = people.get(route) ?? givenPerson();
  people.set(route, known);
  return known;
}
async function givenPerson() {
  const card = await givenCard(given.ctx);
  return [card, await givenWebAccount(given.ctx, { account: card.account })] as const;
}

/** A caller with a permitted scope and their own session. */
async function callerOf(route: (typeof routes)[number]) {
  const [card, webAccount] = await personOf(route);
  const scope = (['card', 'cardaccess', 'verifyactivation'] as const).find((each) =>
    route.operation.auth.includes(each),
  );
  if (scope) return { brand: card.brand, session: await givenSession(given.ctx, { card }, scope) };
  const own = route.operation.auth.includes('password') ? 'password' : 'accountnumber';
  return { brand: card.brand, session: await givenSession(given.ctx, { webAccount }, own) };
}

it('the list of operations with a session is complete', () => {
  expect(sessionRoutes.length).toBeGreaterThan(10);
});

describe.each(table)('%s', (_, route) => {
  it('answers 401 without a token', async () => {
    const answer = await call(route, {});
    expect(answer).toMatchObject({ status: 401, body: { error: ['401'] } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('answers 401 to a tampered token', async () => {
    const { session } = await callerOf(route);
    const [head, , signature] = session.token.split('.');
    const claims = JSON.parse(Buffer.from(session.token.split('.')[1] ?? '', 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...claims, scope: 'password', tid: 1 })).toString('base64url');
    expect((await call(route, { authorization: `Bearer ${head}.${changed}.${signature}` })).status).toBe(401);
  });

  it('answers 401 to an expired token', async () => {
    const { session } = await callerOf(route);
    given.ctx.advance(5 * MINUTE);
    expect((await call(route, session.headers)).status).toBe(401);
  });

  it('answers 401 once the session was revoked', async () => {
    const { session } = await callerOf(route);
    await given.ctx.asOwner('UPDATE session SET revoked_at = last_active_at WHERE id = $1', [session.id]);
    expect((await call(route, session.headers)).status).toBe(401);
  });

  it("answers 401 to a page of another brand, but not of the session's own", async () => {
    const { session, brand } = await callerOf(route);
    const other = await givenBrand(given.ctx);
    expect((await call(route, { ...session.headers, 'wattle-brand': other.identifier })).status).toBe(401);
    expect((await call(route, { ...session.headers, 'wattle-brand': brand.identifier })).status).not.toBe(401);
  });

  it('answers 403 to a session without a permitted scope', async () => {
    const scopes = route.operation.auth as readonly string[];
    const { session } = await callerOf(route);
    if (!scopes.includes('card')) {
      const [card] = await personOf(route);
      const cardOnly = await givenSession(given.ctx, { card });
      const answer = await call(route, cardOnly.headers);
      expect(answer).toMatchObject({ status: 403, body: { error: ['403'] } });
    }
    expect((await call(route, session.headers)).status).not.toBe(403);
  });
});

describe('a bearer token', () => {
  const use = (token: string) =>
    given.app.inject({ url: '/api/card/cards', headers: { authorization: `Bearer ${token}` } });
  const at = () => Math.floor(given.ctx.clocks.security.now() / 1000);

  /** Signs any claims with any key. */
  function sign(claims: Record<string, unknown>, key: Uint8Array, alg = 'HS256') {
    return new SignJWT({ iss: 'wattle', iat: at(), exp: at() + 300, ...claims }).setProtectedHeader({ alg }).sign(key);
  }

  async function claimsOf() {
    const card = await givenCard(given.ctx);
    const { id } = await givenSession(given.ctx, { card });
    return { sid: id, tid: card.brand.tenantId, bid: card.brand.id, scope: 'card' };
  }

  it('works when its claims are those of the session', async () => {
    expect((await use(await sign(await claimsOf(), given.ctx.secrets.tokenKey))).statusCode).toBe(200);
  });

  it('expires after five minutes, regardless of use', async () => {
    const card = await givenCard(given.ctx);
    const { token } = await givenSession(given.ctx, { card });
    expect((await use(token)).statusCode).toBe(200);
    given.ctx.advance(5 * MINUTE - 1_000);
    expect((await use(token)).statusCode).toBe(200);
    given.ctx.advance(1_000);
    expect((await use(token)).statusCode).toBe(401);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another tenant', { tid: 999 }],
    ['another brand', { bid: 999 }],
    ['a wider scope', { scope: 'password' }],
    ['an unknown session', { sid: '00000000-0000-4000-8000-000000000000' }],
    ['a session that is no id', { sid: "' OR 1=1 --" }],
    ['a tenant that is no number', { tid: '1; DROP TABLE session' }],
    ['another issuer', { iss: 'somebody' }],
    ['no end', { exp: undefined }],
  ])('that names %s is none', async (_, changed) => {
    const token = await sign({ ...(await claimsOf()), ...changed }, given.ctx.secrets.tokenKey);
    expect((await use(token)).statusCode).toBe(401);
  });

  it('is invalid if signed by another key or unsigned', async () => {
    const claims = await claimsOf();
    expect((await use(await sign(claims, Buffer.alloc(32, 1)))).statusCode).toBe(401);
    const body = Buffer.from(JSON.stringify({ iss: 'wattle', iat: at(), exp: at() + 300, ...claims }));
    const head = Buffer.from('{"alg":"none"}').toString('base64url');
    expect((await use(`${head}.${body.toString('base64url')}.`)).statusCode).toBe(401);
  });

  it.each(['', 'Bearer', 'Bearer  ', 'Basic YTpi', 'Bearer a.b.c', `Bearer ${'x'.repeat(5000)}`, 'Bearer é.é.é'])(
    'is invalid when it is written as %j',
    async (authorization) => {
      const response = await given.app.inject({ url: '/api/card/cards', headers: { authorization } });
      expect(response.statusCode).toBe(401);
    },
  );

  it('ends with its session, after 15 idle minutes or at its latest end', async () => {
    const card = await givenCard(given.ctx);
    const { id } = await givenSession(given.ctx, { card });
    const iso = (ms: number) => new Date(given.ctx.clocks.security.now() + ms).toISOString();
    const token = await sign(
      { sid: id, tid: card.brand.tenantId, bid: card.brand.id, scope: 'card' },
      given.ctx.secrets.tokenKey,
    );
    await given.ctx.asOwner('UPDATE session SET last_active_at = $2 WHERE id = $1', [id, iso(-15 * MINUTE + 1)]);
    expect((await use(token)).statusCode).toBe(200);
    await given.ctx.asOwner('UPDATE session SET last_active_at = $2 WHERE id = $1', [id, iso(-15 * MINUTE)]);
    expect((await use(token)).statusCode).toBe(401);
    await given.ctx.asOwner('UPDATE session SET last_active_at = $2, ends_at = $2 WHERE id = $1', [id, iso(0)]);
    expect((await use(token)).statusCode).toBe(401);
  });
});
