import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import {
  brandFields,
  givenApp,
  postForm,
  signInWithCard,
  signInWithPassword,
  type TestApp,
} from '../../../../test-support/app.ts';
import { givenBrand, givenCard, givenWebAccount, type TestBrand } from '../../../../test-support/factories.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

function refresh(brand: TestBrand, refresh_token: string, active?: 'true' | 'false') {
  const fields = { grant_type: 'refresh_token', ...brandFields(brand), refresh_token, ...(active && { active }) };
  return postForm(given.app, '/api/token', fields);
}

async function renewed(brand: TestBrand, refreshToken: string, active?: 'true' | 'false'): Promise<TokenResponse> {
  const response = await refresh(brand, refreshToken, active);
  expect(response).toMatchObject({ statusCode: 200 });
  return response.json();
}

const use = (token: string) =>
  given.app.inject({ url: '/api/card/cards', headers: { authorization: `Bearer ${token}` } });

describe('POST token, grant refresh_token', () => {
  it('returns new tokens, and the old access token works until it expires', async () => {
    const user = await givenWebAccount(given.ctx);
    const first = await signInWithPassword(given.app, user);
    given.ctx.advance(SECOND);
    const second = await renewed(user.brand, first.refresh_token);
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await use(second.access_token)).statusCode).toBe(200);
    expect((await use(first.access_token)).statusCode).toBe(200);
  });

  it('returns the same successor again for a token that was replaced within the last 30 seconds', async () => {
    const user = await givenWebAccount(given.ctx);
    const first = await signInWithPassword(given.app, user);
    const second = await renewed(user.brand, first.refresh_token);
    given.ctx.advance(30 * SECOND);
    const again = await renewed(user.brand, first.refresh_token);
    expect(again.refresh_token).toBe(second.refresh_token);
    expect((await renewed(user.brand, second.refresh_token)).refresh_token).not.toBe(second.refresh_token);
  });

  it('returns one successor to two concurrent refreshes', async () => {
    const user = await givenWebAccount(given.ctx);
    const first = await signInWithPassword(given.app, user);
    const both = await Promise.all([
      renewed(user.brand, first.refresh_token),
      renewed(user.brand, first.refresh_token),
    ]);
    expect(both[0].refresh_token).toBe(both[1].refresh_token);
  });

  it('ends the whole session when a replaced token is used later, and audits it', async () => {
    const user = await givenWebAccount(given.ctx);
    const first = await signInWithPassword(given.app, user);
    const second = await renewed(user.brand, first.refresh_token);
    given.ctx.advance(30 * SECOND + 1);
    const replay = await refresh(user.brand, first.refresh_token);
    expect(replay.statusCode).toBe(400);
    expect(replay.json()).toMatchObject({ error: ['20245'] });
    expect((await use(second.access_token)).statusCode).toBe(401);
    expect((await refresh(user.brand, second.refresh_token)).json()).toMatchObject({ error: ['20245'] });
    const [line] = await given.ctx.asOwner<{ actor: string; outcome: string }>(
      "SELECT actor, outcome FROM audit_log WHERE action = 'session.refresh_replayed' AND tenant_id = $1",
      [user.brand.tenantId],
    );
    expect(line).toEqual({ actor: `web:${user.id}`, outcome: 'revoked' });
  });

  it('ends only the replayed session of a user', async () => {
    const user = await givenWebAccount(given.ctx);
    const other = await signInWithPassword(given.app, user);
    const first = await signInWithPassword(given.app, user);
    await renewed(user.brand, first.refresh_token);
    given.ctx.advance(31 * SECOND);
    await refresh(user.brand, first.refresh_token);
    expect((await use(other.access_token)).statusCode).toBe(200);
  });

  it('ends a session after 15 minutes without a person, however often it is refreshed', async () => {
    const user = await givenWebAccount(given.ctx);
    let token = (await signInWithPassword(given.app, user)).refresh_token;
    for (let minute = 4; minute <= 12; minute += 4) {
      given.ctx.advance(4 * MINUTE);
      token = (await renewed(user.brand, token, 'false')).refresh_token;
    }
    given.ctx.advance(3 * MINUTE);
    expect((await refresh(user.brand, token, 'true')).json()).toMatchObject({ error: ['20245'] });
  });

  it('keeps a session alive while a person uses it', async () => {
    const user = await givenWebAccount(given.ctx);
    let last = await signInWithPassword(given.app, user);
    for (let turn = 0; turn < 5; turn += 1) {
      given.ctx.advance(14 * MINUTE);
      last = await renewed(user.brand, last.refresh_token, 'true');
    }
    expect((await use(last.access_token)).statusCode).toBe(200);
  });

  it.each([
    ['card-only user', 30 * MINUTE],
    ['web-account user', 12 * 60 * MINUTE],
  ])('ends the session of a %s after its fixed life, active or not', async (who, lifeMs) => {
    const card = await givenCard(given.ctx);
    const user = await givenWebAccount(given.ctx, { account: card.account });
    let token =
      who === 'card-only user'
        ? (await signInWithCard(given.app, card)).refresh_token
        : (await signInWithPassword(given.app, user)).refresh_token;
    const step = 10 * MINUTE;
    for (let age = step; age < lifeMs; age += step) {
      given.ctx.advance(step);
      token = (await renewed(card.brand, token, 'true')).refresh_token;
    }
    given.ctx.advance(step);
    expect((await refresh(card.brand, token, 'true')).json()).toMatchObject({ error: ['20245'] });
  });

  it('refuses a token of another brand and does not end its session', async () => {
    const user = await givenWebAccount(given.ctx);
    const { refresh_token, access_token } = await signInWithPassword(given.app, user);
    const response = await refresh(await givenBrand(given.ctx), refresh_token);
    expect(response.json()).toMatchObject({ error: ['20245'] });
    expect((await use(access_token)).statusCode).toBe(200);
  });

  it.each([
    ['no token of ours', () => 'something'],
    ['a later generation', (token: string) => token.replace('.1.', '.2.')],
    ['another session', (token: string) => token.replace(/^[0-9a-f]{8}/, '00000000')],
    ['a changed tag', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))],
  ])('refuses %s with 20245', async (_, change) => {
    const user = await givenWebAccount(given.ctx);
    const { refresh_token } = await signInWithPassword(given.app, user);
    const response = await refresh(user.brand, change(refresh_token));
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20245'] });
    expect((await refresh(user.brand, refresh_token)).statusCode).toBe(200);
  });
});

describe('POST token/revoke', () => {
  it('makes every token of the session invalid immediately', async () => {
    const user = await givenWebAccount(given.ctx);
    const { access_token, refresh_token } = await signInWithPassword(given.app, user);
    const response = await given.app.inject({
      method: 'POST',
      url: '/api/token/revoke',
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ IsSuccessful: true });
    expect(response.headers['clear-site-data']).toBe('"cache"');
    expect((await use(access_token)).statusCode).toBe(401);
    expect((await refresh(user.brand, refresh_token)).json()).toMatchObject({ error: ['20245'] });
    const lines = await given.ctx.asOwner<{ action: string }>(
      "SELECT action FROM audit_log WHERE actor = $1 AND action = 'session.closed'",
      [`web:${user.id}`],
    );
    expect(lines).toHaveLength(1);
  });
});

describe('POST token/end', () => {
  const end = (brand: TestBrand, refresh_token: string) =>
    given.app.inject({ method: 'POST', url: '/api/token/end', payload: { brand: brand.identifier, refresh_token } });
  const closings = async (user: { readonly id: bigint }) =>
    given.ctx.asOwner("SELECT 1 FROM audit_log WHERE actor = $1 AND action = 'session.closed'", [`web:${user.id}`]);

  it.each([0, 5, 14, 16, 60])(
    'ends a session whose tokens are %i minutes old, with all its tokens',
    async (minutes) => {
      const user = await givenWebAccount(given.ctx);
      const first = await signInWithPassword(given.app, user);
      const second = await renewed(user.brand, first.refresh_token);
      given.ctx.advance(minutes * MINUTE);
      const response = await end(user.brand, second.refresh_token);
      expect([response.statusCode, response.json()]).toEqual([200, { IsSuccessful: true }]);
      expect(response.headers['clear-site-data']).toBe('"cache"');
      given.ctx.advance(-minutes * MINUTE);
      for (const { access_token } of [first, second]) expect((await use(access_token)).statusCode).toBe(401);
      expect((await refresh(user.brand, second.refresh_token)).json()).toMatchObject({ error: ['20245'] });
      expect(await closings(user)).toHaveLength(1);
    },
  );

  it('ends the session by a token that was replaced long ago, as during a renewal', async () => {
    const user = await givenWebAccount(given.ctx);
    const first = await signInWithPassword(given.app, user);
    const second = await renewed(user.brand, first.refresh_token);
    const third = await renewed(user.brand, second.refresh_token);
    given.ctx.advance(MINUTE);
    expect((await end(user.brand, first.refresh_token)).statusCode).toBe(200);
    expect((await use(third.access_token)).statusCode).toBe(401);
    expect((await refresh(user.brand, third.refresh_token)).json()).toMatchObject({ error: ['20245'] });
  });

  it('ends the session for good when it is renewed at the same time', async () => {
    const user = await givenWebAccount(given.ctx);
    const { refresh_token } = await signInWithPassword(given.app, user);
    const [ended, late] = await Promise.all([end(user.brand, refresh_token), refresh(user.brand, refresh_token)]);
    expect(ended.statusCode).toBe(200);
    if (late.statusCode === 200) expect((await use(late.json<TokenResponse>().access_token)).statusCode).toBe(401);
    expect((await refresh(user.brand, refresh_token)).statusCode).toBe(400);
  });

  it('refuses a brand that does not exist', async () => {
    const payload = { brand: 'nobrand', refresh_token: 'something' };
    const response = await given.app.inject({ method: 'POST', url: '/api/token/end', payload });
    expect([response.statusCode, response.json()]).toMatchObject([400, { error: ['20010'], field: 'brand' }]);
  });

  it('answers alike for a token that ends nothing, and leaves other sessions alone', async () => {
    const user = await givenWebAccount(given.ctx);
    const other = await signInWithPassword(given.app, user);
    const ended = await signInWithPassword(given.app, user);
    await end(user.brand, ended.refresh_token);
    const forged = other.refresh_token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'));
    for (const token of [ended.refresh_token, forged, 'something'])
      expect((await end(user.brand, token)).json()).toEqual({ IsSuccessful: true });
    expect((await end(await givenBrand(given.ctx), other.refresh_token)).json()).toEqual({ IsSuccessful: true });
    expect((await use(other.access_token)).statusCode).toBe(200);
    expect(await closings(user)).toHaveLength(1);
  });
});
