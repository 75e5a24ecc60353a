import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '@wattle/contract/operation.ts';
import { done } from '@wattle/contract/wire.ts';
import { err, ok } from '@wattle/contract/errors.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, postForm } from '../../test-support/app.ts';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenBrand, givenCard, givenSession, givenWebAccount } from '../../test-support/factories.ts';
import { DatabaseUnavailable, openDatabase } from '../platform/database/database.ts';
import { buildApp } from './app.ts';
import { handle, handlePublic, handleRead, handleSigned, type Route } from './handle.ts';

let ctx: TestContext;
beforeAll(async () => {
  ctx = await givenContext();
});
afterAll(() => ctx.close());

const call = operation({
  name: 'tryIt',
  method: 'POST',
  path: 'try/it',
  auth: 'public',
  proof: 'none',
  summary: 'Try',
  response: done,
});
const owned = operation({
  name: 'tryOwned',
  method: 'POST',
  path: 'try/owned',
  auth: SIGNED_IN,
  ids: {},
  proof: 'session',
  summary: 'Try',
  response: done,
  errors: ['card_problem'],
});
const DONE = ok({ IsSuccessful: true as const });

function throwing(error: unknown): Route {
  return handlePublic(call, () => Promise.reject(error as Error));
}

async function answerOf(route: Route, context: TestContext = ctx) {
  const app = await buildApp(context, { routes: [route] });
  const response = await app.inject({ method: 'POST', url: '/api/try/it' });
  await app.close();
  return response;
}

/** Error as the driver throws it. */
function driverError(code: string): Error {
  return Object.assign(new Error('value "marked" is bad'), { severity: 'ERROR', code });
}

/** Error of the runtime for a name with several addresses: it has a code and no system call. */
function severalAddresses(): Error {
  const one = (code: string) => Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
  return Object.assign(new AggregateError([one('ECONNREFUSED'), one('ENETUNREACH')], 'none answers'), {
    code: 'ECONNREFUSED',
  });
}

describe('a call that fails', () => {
  it.each<[string, Error]>([
    ['no connection', new DatabaseUnavailable('no connection')],
    ['a shut down', driverError('57P01')],
    ['too many connections', driverError('53300')],
    ['a deadlock', driverError('40P01')],
    ['a lock that does not come', driverError('55P03')],
    ['a reset socket', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })],
    ['a host without a route', Object.assign(new Error('connect'), { code: 'EHOSTUNREACH', syscall: 'connect' })],
    ['a name that is not found now', Object.assign(new Error('dns'), { code: 'EAI_AGAIN', syscall: 'getaddrinfo' })],
    ['several addresses of which none answers', severalAddresses()],
    ['a fetch without a connection', new TypeError('fetch failed', { cause: severalAddresses() })],
    ['a socket that ended', new Error('Connection terminated unexpectedly')],
  ])('for %s is answered 503 with Retry-After', async (_, error) => {
    const response = await answerOf(throwing(error));
    expect(response.statusCode).toBe(503);
    expect(response.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(response.json()).toEqual({ error: ['503'], requestId: response.headers['x-request-id'] });
  });

  it.each([
    ['a bug', new TypeError('Cannot read properties of undefined (reading "pan")')],
    ['a file that is not there', Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'stat' })],
    ['a broken constraint', driverError('23505')],
    ['a thrown text', 'oops 4826'],
    ['nothing', undefined],
  ])('with %s is answered 99999 without the cause', async (_, error) => {
    const response = await answerOf(throwing(error));
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ error: ['99999'], requestId: response.headers['x-request-id'] });
  });

  it('with a response that violates the contract is answered 99999', async () => {
    const response = await answerOf(handlePublic(call, async () => ok({ IsSuccessful: 'yes' }) as never));
    expect(response.statusCode).toBe(500);
    expect(response.json()).toMatchObject({ error: ['99999'] });
  });

  it("is logged with its request and stack location, without the driver's values", async () => {
    const lines: unknown[] = [];
    const note = (fields: object, message: string) => lines.push({ ...fields, message });
    const log = { debug: note, info: note, warn: note, error: note };
    const response = await answerOf(throwing(driverError('23505')), { ...ctx, log });
    const line = lines.find((entry) => (entry as { message: string }).message === 'a call failed');
    expect(line).toMatchObject({
      requestId: response.headers['x-request-id'],
      operation: 'tryIt',
      bug: {
        kind: 'Error',
        code: '23505',
        at: expect.arrayContaining([expect.stringContaining('faults.test.ts')]) as string[],
      },
    });
    expect(JSON.stringify(lines)).not.toContain('marked');
  });

  it('returns no fields that the contract does not declare', async () => {
    const response = await answerOf(handlePublic(call, async () => ok({ ...DONE.value, pan: '9036000000000017' })));
    expect(response.json()).toEqual({ IsSuccessful: true });
  });
});

describe('an unavailable database', () => {
  it('is answered 503 by calls and readyz, while healthz still answers 200', async () => {
    const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/none' });
    const app = await buildApp({ ...ctx, database: away, reserved: away });
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    const ready = await app.inject('/readyz');
    expect(ready.statusCode).toBe(503);
    expect(ready.headers['retry-after']).toBeDefined();
    const brand = { id: 1, tenantId: 1, identifier: 'plain', name: 'Plain' };
    const token = await postForm(app, '/api/token', {
      grant_type: 'password',
      ...brandFields(brand),
      userName: 'amelia',
      password: 'secret',
    });
    expect(token.statusCode).toBe(503);
    expect(token.json()).toMatchObject({ error: ['503'] });
    await app.close();
    await away.close();
  });
});

describe('a refused call of a session', () => {
  async function givenCaller() {
    const card = await givenCard(ctx);
    return { card, headers: (await givenSession(ctx, { card })).headers };
  }

  async function run(route: Route, headers: { authorization: string }) {
    const app = await buildApp(ctx, { routes: [route] });
    const response = await app.inject({ method: 'POST', url: '/api/try/owned', headers });
    await app.close();
    return response;
  }

  const rename = (name: string, id: bigint) => ['UPDATE card SET card_name = $1 WHERE id = $2', [name, id]] as const;
  const nameOf = async (id: bigint) =>
    (await ctx.asOwner<{ card_name: string }>('SELECT card_name FROM card WHERE id = $1', [id]))[0]?.card_name;

  it('commits the writes of keep and nothing else', async () => {
    const { card, headers } = await givenCaller();
    const other = await givenCard(ctx, { account: card.account });
    const route = handle(owned, async ({ tx, keep }) => {
      await tx.run(...rename('undone', card.id));
      keep((later) => later.run(...rename('kept', other.id)));
      return err('card_problem');
    });
    const response = await run(route, headers);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['10001'] });
    expect(await nameOf(card.id)).not.toBe('undone');
    expect(await nameOf(other.id)).toBe('kept');
  });

  it('commits its other writes instead when it succeeds', async () => {
    const { card, headers } = await givenCaller();
    const other = await givenCard(ctx, { account: card.account });
    const route = handle(owned, async ({ tx, keep }) => {
      await tx.run(...rename('done', card.id));
      keep((later) => later.run(...rename('kept', other.id)));
      return DONE;
    });
    expect((await run(route, headers)).statusCode).toBe(200);
    expect(await nameOf(card.id)).toBe('done');
    expect(await nameOf(other.id)).not.toBe('kept');
  });

  it('commits nothing when it throws', async () => {
    const { card, headers } = await givenCaller();
    const route = handle(owned, async ({ tx, keep }) => {
      keep((later) => later.run(...rename('kept', card.id)));
      await tx.run(...rename('done', card.id));
      throw new Error('a bug');
    });
    expect((await run(route, headers)).statusCode).toBe(500);
    expect(await nameOf(card.id)).toBe(`Card ${card.pan.slice(-4)}`);
  });

  it('cannot write when it is read-only', async () => {
    const { card, headers } = await givenCaller();
    const route = handleRead(owned, async ({ tx }) => {
      await tx.run(...rename('written', card.id));
      return DONE;
    });
    expect((await run(route, headers)).statusCode).toBe(500);
    expect(await nameOf(card.id)).not.toBe('written');
  });

  it("sees only rows of the caller's tenant", async () => {
    const { headers } = await givenCaller();
    const foreign = await givenCard(ctx);
    const route = handle(owned, async ({ tx }) => {
      await tx.run(...rename('taken', foreign.id));
      return DONE;
    });
    await run(route, headers);
    expect(await nameOf(foreign.id)).not.toBe('taken');
  });
});

describe('a signed call', () => {
  const signed = operation({
    name: 'trySigned',
    method: 'POST',
    path: 'tries',
    auth: 'public',
    proof: 'none',
    summary: 'Try',
    body: z.object({ word: z.string() }),
    response: z.object({ word: z.string() }),
  });
  const echo = (isGood: (sent: { rawBody: Buffer; signature: unknown }) => boolean) =>
    handleSigned(
      signed,
      ({ rawBody, headers }) => isGood({ rawBody, signature: headers['wattle-signature'] }),
      async ({ body }) => ok({ word: body.word }),
    );

  async function send(route: Route, payload: string) {
    const app = await buildApp(ctx, { routes: [route] });
    const headers = { 'content-type': 'application/json', 'wattle-signature': 'abc' };
    const response = await app.inject({ method: 'POST', url: '/network/tries', headers, payload });
    await app.close();
    return response;
  }

  it('is verified over the raw bytes, before parsing', async () => {
    const payload = '{ "word" :\n "one" }';
    const seen: unknown[] = [];
    const route = echo((sent) => seen.push([sent.rawBody.toString(), sent.signature]) > 0);
    expect((await send(route, payload)).json()).toEqual({ word: 'one' });
    expect(seen).toEqual([[payload, 'abc']]);
  });

  it('with a bad signature is answered 401, whatever the body', async () => {
    const refused = await send(
      echo(() => false),
      'no json',
    );
    expect(refused.statusCode).toBe(401);
    expect(refused.json()).toMatchObject({ error: ['401'] });
  });
});

describe('sign-in attempts of one address', () => {
  it('are answered 429 with Retry-After above the rate, known or unknown, and refreshes are not counted', async () => {
    const limited = {
      ...ctx,
      config: { ...ctx.config, rates: { ...ctx.config.rates, signIn: [{ most: 3, windowMs: 60_000 }] } },
    };
    const app = await buildApp(limited);
    const user = await givenWebAccount(ctx);
    const brand = await givenBrand(ctx);
    const grant = (fields: Record<string, string>) => postForm(app, '/api/token', { ...brandFields(brand), ...fields });
    const signIn = (userName: string) => grant({ grant_type: 'password', userName, password: 'not it' });
    const statuses = [];
    for (const name of ['a@example.com', 'b@example.com', 'c@example.com'])
      statuses.push((await signIn(name)).statusCode);
    expect(statuses).toEqual([400, 400, 400]);
    const [known, unknown] = [await signIn(user.username), await signIn('d@example.com')];
    for (const response of [known, unknown]) {
      expect(response.statusCode).toBe(429);
      expect(response.headers['retry-after']).toMatch(/^[1-9]\d?$/);
      expect(response.json()).toMatchObject({ error: ['429'] });
    }
    expect((await grant({ grant_type: 'refresh_token', refresh_token: 'x' })).json()).toMatchObject({
      error: ['20245'],
    });
    await app.close();
  });
});

it('a database that takes no writes is said by readyz and a metric, and reads are answered', async () => {
  const at = async (setting: string) => {
    const options = `options=${encodeURIComponent(`-c default_transaction_read_only=${setting}`)}`;
    const database = openDatabase({ connectionString: `${ctx.url}${ctx.url.includes('?') ? '&' : '?'}${options}` });
    const app = await buildApp({ ...ctx, database, reserved: database });
    const brand = await givenBrand(ctx);
    const ready = await app.inject('/readyz');
    const metrics = await app.inject('/metrics');
    const read = await app.inject(`/api/brand/${brand.identifier}`);
    const signIn = { grant_type: 'password', ...brandFields(brand), userName: 'amelia', password: 'secret' };
    const written = await postForm(app, '/api/token', signIn);
    await app.close();
    await database.close();
    const metric = /^wattle_database_reads_only (\d)$/m.exec(metrics.body)?.[1];
    return [ready.statusCode, ready.json<{ status: string }>().status, metric, read.statusCode, written.statusCode];
  };
  expect(await at('on')).toEqual([200, 'reads only', '1', 200, 503]);
  expect(await at('off')).toEqual([200, 'ready', '0', 200, 400]);
});
