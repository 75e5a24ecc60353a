import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { brandFields, postForm, signInWithCard, type TestApp } from '../../test-support/app.ts';
import {
  databaseAt,
  givenContext,
  givenDatabase,
  type TestContext,
  type TestDatabase,
} from '../../test-support/processes/database.ts';
import { give, givenStaff } from '../../test-support/desk/desk.ts';
import { givenLocked } from '../../test-support/desk/desk-samples.ts';
import type { TestBrand } from '../../test-support/factories.ts';
import { givenPostgresProxy, type PostgresProxy } from '../../test-support/processes/postgres-proxy.ts';
import { getApi, postApi } from '../../test-support/signed-in.ts';
import { givenPayer, givenTransferProduct, postMoney, transferBody } from '../../test-support/transfers.ts';
import { openReplica, withStandby } from '../platform/database/replica.ts';
import { buildApp } from './app.ts';

let behind: TestDatabase;
let toPrimary: PostgresProxy;
let toStandby: PostgresProxy;
let ctx: TestContext;
let app: FastifyInstance;
let brand: TestBrand;
let reading: Payer;
let paid: Payer;
type Payer = Awaited<ReturnType<typeof givenPayer>>;
beforeAll(async () => {
  behind = await givenDatabase();
  [toPrimary, toStandby] = [await givenPostgresProxy(behind.url), await givenPostgresProxy(behind.url)];
  const primary = databaseAt(behind.ownerUrl, toPrimary.url, { size: 4 });
  const standby = databaseAt(behind.ownerUrl, toStandby.url, { size: 4 });
  const replica = openReplica(standby.database);
  const given = await givenContext({}, { ...primary, database: withStandby(primary.database, replica) });
  ctx = {
    ...given,
    replica,
    close: async () => {
      await given.close();
      await standby.close();
    },
  };
  app = await buildApp(ctx);
  const product = await givenTransferProduct(ctx);
  [reading, paid] = [await givenPayer(ctx, product, 100_000n), await givenPayer(ctx, product, 0n)];
  brand = product.brand;
});
afterAll(async () => {
  await app.close();
  await ctx.close();
  await toPrimary.close();
  await toStandby.close();
  await behind.close();
});
beforeEach(async () => {
  await toPrimary.resume();
  await toStandby.resume();
});

/** Cookie set by the response to a payment: the position of the log at that time. */
async function afterPaying(): Promise<{ readonly cookie: string }> {
  const body = transferBody(reading.card.account, paid.card.account);
  const answer = await postMoney({ app }, 'transfer/internal', reading.headers, body);
  expect(answer.statusCode).toBe(200);
  const [cookie = ''] = [answer.headers['set-cookie']].flat();
  expect(cookie).toMatch(/^wattle-seen=\d+; .*HttpOnly/);
  return { cookie: cookie.split(';')[0] ?? '' };
}

const home = (headers: object) => getApi({ app, ctx }, 'card/cards', { ...reading.headers, ...headers });
const rows = (headers: object) =>
  getApi({ app, ctx }, `transaction?accountNumber=${reading.card.account.accountNumber}&count=10&skip=0`, {
    ...reading.headers,
    ...headers,
  });
const search = (headers: object) =>
  postApi(
    { app, ctx },
    'transaction/search',
    { ...reading.headers, ...headers },
    {
      accountNumber: reading.card.account.accountNumber,
      count: 10,
    },
  );
const FAR_AHEAD = { cookie: `wattle-seen=${'9'.repeat(18)}` };

describe('while no primary answers', () => {
  it("a standby answers reads when it has the caller's last write, and writes are answered 503", async () => {
    const seen = await afterPaying();
    const before = await home(seen);
    await toPrimary.refuse();
    const during = await home(seen);
    expect([during.statusCode, during.body]).toEqual([200, before.body]);
    const body = transferBody(reading.card.account, paid.card.account);
    const write = await postMoney({ app }, 'transfer/internal', reading.headers, body);
    expect([write.statusCode, write.headers['retry-after']]).toEqual([503, '2']);
  });

  it('a token refresh is answered 503, and so is a read whose last write is unknown or newer than the standby', async () => {
    const { refresh_token } = await signInWithCard(app, reading.card);
    await toPrimary.refuse();
    for (const headers of [{}, FAR_AHEAD]) expect((await home(headers)).statusCode).toBe(503);
    const fields = { grant_type: 'refresh_token', ...brandFields(brand), refresh_token, active: 'true' };
    expect((await postForm(app, '/api/token', fields)).statusCode).toBe(503);
  });

  it('pages are served with their brand', async () => {
    await toPrimary.refuse();
    expect((await app.inject(`/api/brand/${brand.identifier}`)).statusCode).toBe(200);
  });
});

describe('reads that may be stale', () => {
  it('go to the standby and not to the primary', async () => {
    const seen = await afterPaying();
    const before = [toPrimary.count(), toStandby.count()] as const;
    expect((await rows(seen)).json<{ Transactions: unknown[] }>().Transactions.length).toBeGreaterThan(0);
    expect(toPrimary.count()).toBe(before[0]);
    expect(toStandby.count()).toBeGreaterThan(before[1]);
  });

  it("go to the primary when the caller's last write is unknown or newer than the standby", async () => {
    for (const headers of [{}, FAR_AHEAD]) {
      const before = toPrimary.count();
      const answer = await rows(headers);
      expect(answer.statusCode).toBe(200);
      expect(toPrimary.count()).toBeGreaterThan(before);
    }
  });

  it('go to the primary while no standby answers', async () => {
    const seen = await afterPaying();
    await toStandby.refuse();
    expect((await rows(seen)).statusCode).toBe(200);
    expect((await search(seen)).statusCode).toBe(200);
  });

  it('include searches', async () => {
    const seen = await afterPaying();
    const before = toPrimary.count();
    expect((await search(seen)).statusCode).toBe(200);
    expect(toPrimary.count()).toBe(before);
  });

  it('include the lists of the desk, while a single record is read from the primary', async () => {
    const staff = await givenStaff(ctx, brand.tenantId);
    const before = toStandby.count();
    const { status, body } = await give({ app }, staff, 'staff');
    expect([status, body.rows?.length]).toEqual([200, 1]);
    expect(toStandby.count()).toBeGreaterThan(before);
    const [line] = await behind.asOwner<{ outcome: string }>(
      "SELECT outcome FROM audit_log WHERE action = 'desk.staff' ORDER BY id DESC LIMIT 1",
    );
    expect(line).toEqual({ outcome: 'ok' });
  });

  it('include the requests of the desk, where an overdue one is listed as expired before it is updated', async () => {
    const staff = await givenStaff(ctx, brand.tenantId);
    const { signIn } = await givenLocked({ app, ctx } as TestApp, brand);
    const asked = await give({ app }, staff, 'unlock', { input: { signIn }, reason: 'called us' });
    const request = asked.body.request?.id ?? '';
    ctx.advance(ctx.config.desk.requestMs);
    const later = await givenStaff(ctx, brand.tenantId);
    const before = toStandby.count();
    expect(await give({ app }, later, 'requests')).toMatchObject({ status: 200, body: { rows: [] } });
    const { body } = await give({ app }, later, 'requests', { input: { request } });
    expect(body.rows).toEqual([expect.objectContaining({ request, state: 'Expired' })]);
    expect(toStandby.count()).toBeGreaterThan(before);
  });
});
