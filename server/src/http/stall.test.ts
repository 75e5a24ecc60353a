import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { brandFields, postForm } from '../../test-support/app.ts';
import { givenContext, type TestContext } from '../../test-support/processes/database.ts';
import { givenBrand, givenCard, givenSession, givenWebAccount, type TestCard } from '../../test-support/factories.ts';
import { postNetwork, purchaseOf } from '../../test-support/network.ts';
import { getApi, givenUser, postApi } from '../../test-support/signed-in.ts';
import type { AppContext } from '../compose/context.ts';
import { forgetBrands } from '../features/brands/find-brand.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { buildApp } from './app.ts';

/** Connections of the server in these tests: few enough to notice a call that holds one while it waits. */
const CONNECTIONS = 2;
const CALLS = 10;

type Answer = { readonly statusCode: number };
type User = Awaited<ReturnType<typeof givenUser>>;

let ctx: TestContext;
let narrow: AppContext;
let pool: Database;
let reserved: Database;
let app: FastifyInstance;
let bystander: User;
const locks: (() => Promise<void>)[] = [];
/** Hashes wait for this promise. */
let hashing: Promise<unknown>;

beforeAll(async () => {
  ctx = await givenContext({ WATTLE_SIGN_IN_RATE: '10000' });
  pool = openDatabase({ connectionString: ctx.url, size: CONNECTIONS });
  reserved = openDatabase({ connectionString: ctx.url, size: 1 });
  const { hashSecret, verifySecret } = ctx.secrets;
  const secrets = {
    ...ctx.secrets,
    hashSecret: async (plain: string) => (await hashing, hashSecret(plain)),
    verifySecret: async (hash: string | null, plain: string) => (await hashing, verifySecret(hash, plain)),
  };
  narrow = { ...ctx, database: pool, reserved, secrets };
  app = await buildApp(narrow);
  bystander = await givenUser(ctx);
});
beforeEach(() => {
  hashing = Promise.resolve();
});
afterEach(async () => {
  for (const unlock of locks.splice(0)) await unlock();
});
afterAll(async () => {
  await app.close();
  await Promise.all([pool.close(), reserved.close()]);
  await ctx.close();
});

/** Sends all calls at the same time and counts the answered ones. */
function sendAll(calls: readonly (() => Promise<Answer>)[]) {
  let answered = 0;
  const answers = calls.map(async (call) => {
    const { statusCode } = await call();
    answered += 1;
    return statusCode;
  });
  return { all: Promise.all(answers), countAnswered: () => answered };
}

const times = (call: () => Promise<Answer>) => Array<() => Promise<Answer>>(CALLS).fill(call);

/** Takes a lock with a statement of the owner, like a call of another server. */
async function givenLock(sql: string, values: readonly unknown[]) {
  const client = new pg.Client({ connectionString: ctx.ownerUrl });
  await client.connect();
  await client.query('BEGIN');
  await client.query(sql, [...values]);
  const unlock = () => client.end();
  locks.push(unlock);
  return unlock;
}

async function countWaiting(): Promise<number> {
  const [row] = await ctx.asOwner<{ waiting: string }>(
    `SELECT count(*) AS waiting FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return Number(row?.waiting);
}

const advisory = (hash: Buffer) => ['SELECT pg_advisory_xact_lock($1)', [hash.readBigInt64BE()]] as const;
const password = (user: User, name: string) =>
  postForm(app, '/api/token', {
    grant_type: 'password',
    ...brandFields(user.card.brand),
    userName: name,
    password: 'not it',
  });

type Case = {
  readonly lock: readonly [sql: string, values: readonly unknown[]];
  readonly calls: readonly (() => Promise<Answer>)[];
};

const guardOf = (card: TestCard, kind: string, name: string) =>
  advisory(ctx.secrets.identifierHash(`${card.brand.id}:${kind}`, name));

async function givenCardAccess(): Promise<Case> {
  const settings = { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: true };
  const card = await givenCard(ctx, { brand: await givenBrand(ctx, { settings }), pin: '4826' });
  forgetBrands(narrow);
  // Each call has its own token; they share only the number.
  const grant = () =>
    postForm(app, '/api/token', { grant_type: 'cardaccess', ...brandFields(card.brand), cardnumber: card.pan });
  const tokens = await Promise.all(Array.from({ length: CALLS }, grant));
  return {
    lock: guardOf(card, 'cardAccessPin', card.pan),
    calls: tokens.map((token) => {
      const headers = { authorization: `Bearer ${token.json<{ access_token: string }>().access_token}` };
      return () => postApi({ app, ctx }, 'cardaccess/details', headers, { PinNumber: '0000' });
    }),
  };
}

const CASES: readonly (readonly [what: string, given: () => Promise<Case>])[] = [
  [
    'password checks of one session',
    async () => {
      const { card, webAccount, headers } = await givenUser(ctx);
      const body = { currentpassword: 'not it' };
      return {
        lock: guardOf(card, 'currentPassword', String(webAccount.id)),
        calls: times(() => postApi({ app, ctx }, 'onlineAccount/CheckPassword', headers, body)),
      };
    },
  ],
  [
    'password checks of many sessions of one person',
    async () => {
      const { card, webAccount } = await givenUser(ctx);
      const body = { currentpassword: 'not it' };
      const sessions = await Promise.all(
        times(async () => ({ statusCode: 0 })).map(() => givenSession(ctx, { webAccount })),
      );
      return {
        lock: guardOf(card, 'currentPassword', String(webAccount.id)),
        calls: sessions.map(
          ({ headers }) =>
            () =>
              postApi({ app, ctx }, 'onlineAccount/CheckPassword', headers, body),
        ),
      };
    },
  ],
  [
    'sign-ins under one name',
    async () => {
      const user = await givenUser(ctx);
      const { username, id } = user.webAccount;
      return { lock: guardOf(user.card, 'account id', String(id)), calls: times(() => password(user, username)) };
    },
  ],
  [
    'sign-ins under one name that nobody has',
    async () => ({
      lock: guardOf(bystander.card, 'account', 'nobody'),
      calls: times(() => password(bystander, 'nobody')),
    }),
  ],
  [
    'sign-ins with one card',
    async () => {
      const card = await givenCard(ctx);
      const grant = { grant_type: 'card', ...brandFields(card.brand), cardnumber: card.pan, accesscode: '000000' };
      return {
        lock: guardOf(card, 'card id', String(card.id)),
        calls: times(() => postForm(app, '/api/token', grant)),
      };
    },
  ],
  ['look-ups of access details for one number', givenCardAccess],
  [
    'code requests for one card id',
    async () => {
      const card = await givenCard(ctx);
      const body = { Brand: card.brand.identifier, CardId: card.cardId };
      return {
        lock: guardOf(card, 'code', card.cardId),
        calls: times(() => postApi({ app, ctx }, 'card/requestAccessCode', { authorization: '' }, body)),
      };
    },
  ],
  [
    'refreshes of one session',
    async () => {
      const user = await givenWebAccount(ctx);
      forgetBrands(narrow);
      const signedIn = await postForm(app, '/api/token', {
        grant_type: 'password',
        ...brandFields(user.brand),
        userName: user.username,
        password: user.password,
      });
      const { refresh_token } = signedIn.json<{ refresh_token: string }>();
      const grant = { grant_type: 'refresh_token', ...brandFields(user.brand), refresh_token };
      return {
        lock: ['SELECT 1 FROM session WHERE web_account_id = $1 FOR UPDATE', [user.id]],
        calls: times(() => postForm(app, '/api/token', grant)),
      };
    },
  ],
  [
    'switches of one card',
    async () => {
      const { card, headers } = await givenUser(ctx);
      return {
        lock: ['SELECT 1 FROM card WHERE id = $1 FOR UPDATE', [card.id]],
        calls: times(() => postApi({ app, ctx }, 'card/turnCardOff', headers, { Card: card.reference })),
      };
    },
  ],
];

describe('many calls waiting for one lock', () => {
  it.each(CASES)('leave a connection for others: %s', async (_what, given) => {
    const { lock, calls } = await given();
    forgetBrands(narrow);
    const unlock = await givenLock(...lock);
    const sent = sendAll(calls);
    await vi.waitUntil(async () => (await countWaiting()) > 0, { timeout: 4_000, interval: 10 });
    expect((await getApi({ app, ctx }, 'card/cards', bystander.headers)).statusCode).toBe(200);
    // The others were answered while these still wait.
    expect(sent.countAnswered()).toBe(0);
    expect(await countWaiting()).toBe(1);
    await unlock();
    for (const status of await sent.all) expect(status).toBeLessThan(500);
  });

  it('are answered 429 with Retry-After beyond the longest queue, and do nothing', async () => {
    const { card, headers } = await givenUser(ctx);
    const unlock = await givenLock('SELECT 1 FROM card WHERE id = $1 FOR UPDATE', [card.id]);
    const turnOff = () => postApi({ app, ctx }, 'card/turnCardOff', headers, { Card: card.reference });
    // One running call and a full queue.
    const sent = sendAll(Array<() => Promise<Answer>>(1 + ctx.config.turns.waitingMost).fill(turnOff));
    await vi.waitUntil(async () => (await countWaiting()) === 1, { timeout: 4_000, interval: 10 });
    const refused = await turnOff();
    expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '2' } });
    expect(refused.json()).toMatchObject({ error: ['429'] });
    expect(sent.countAnswered()).toBe(0);
    await unlock();
    expect(new Set(await sent.all)).toEqual(new Set([200]));
  });
});

describe('calls waiting for a hash', () => {
  const HASHED: readonly (readonly [what: string, call: (user: User) => Promise<Answer>])[] = [
    ['a sign-in', (user) => password(user, user.webAccount.username)],
    [
      'a password check',
      ({ headers }) => postApi({ app, ctx }, 'onlineAccount/CheckPassword', headers, { currentpassword: 'not it' }),
    ],
    [
      'a new passcode',
      ({ headers }) => {
        const device = { uuid: 'stall-device', model: '', version: '', platform: 'web', name: '', registrationId: '' };
        const body = { pin: '4826', userAgent: '', device: { ...device, fcmEnabled: false, enabled: false } };
        return postApi({ app, ctx }, 'onlineAccount/AddPasscode', headers, body);
      },
    ],
    [
      'a code request',
      ({ card }) =>
        postApi(
          { app, ctx },
          'card/requestAccessCode',
          { authorization: '' },
          {
            Brand: card.brand.identifier,
            CardId: card.cardId,
          },
        ),
    ],
  ];

  it.each(HASHED)('hold no connection: %s', async (_what, call) => {
    const users = await Promise.all(Array.from({ length: CONNECTIONS + 1 }, () => givenUser(ctx)));
    forgetBrands(narrow);
    const gate = Promise.withResolvers<void>();
    hashing = gate.promise;
    const sent = sendAll(users.map((user) => () => call(user)));
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await getApi({ app, ctx }, 'card/cards', bystander.headers)).statusCode).toBe(200);
    }
    expect(sent.countAnswered()).toBe(0);
    gate.resolve();
    for (const status of await sent.all) expect(status).toBeLessThan(429);
  });
});

describe('a server without a free connection', () => {
  it('still answers the card network and reports ready', async () => {
    const gate = Promise.withResolvers<void>();
    const taken = Array.from({ length: CONNECTIONS }, () => pool.readShared(() => gate.promise));
    const cards = getApi({ app, ctx }, 'card/cards', bystander.headers);
    const answer = await postNetwork({ app, ctx }, 'authorisations', purchaseOf(bystander.card));
    expect(answer.json()).toMatchObject({ answer: '00' });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
    gate.resolve();
    await Promise.all(taken);
    expect((await cards).statusCode).toBe(200);
  });
});
