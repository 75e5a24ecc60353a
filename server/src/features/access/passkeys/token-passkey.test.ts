import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, type TestApp } from '../../../../test-support/app.ts';
import { openAuthenticator, type Deviations } from '../../../../test-support/authenticator.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { givenBrand, givenSession, givenTenant, type TestWebAccount } from '../../../../test-support/factories.ts';
import {
  challengeAt,
  givenPasskey,
  sendSigned,
  signInWithPasskey,
  startPasskeyOf,
} from '../../../../test-support/passkeys.ts';
import { getApi } from '../../../../test-support/signed-in.ts';
import { findBrandById } from '../../brands/public.ts';

const MINUTE = 60_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

/** Reason of the last refusal, which is only in the audit log. */
async function reasonOfLastRefusal(): Promise<string | undefined> {
  const [row] = await given.ctx.asOwner<{ because: string }>(
    "SELECT details->>'because' AS because FROM audit_log WHERE action = 'sign_in.refused' ORDER BY id DESC LIMIT 1",
  );
  return row?.because;
}

async function lock({ brand, username }: TestWebAccount): Promise<void> {
  const wrong = { grant_type: 'password', ...brandFields(brand), userName: username, password: 'not it' };
  for (let attempt = 0; attempt < 5; attempt += 1) await postForm(given.app, '/api/token', wrong);
}

describe('POST onlineAccount/PasskeyChallenge', () => {
  it('returns a challenge for this host without naming a user', async () => {
    const { identifier } = await givenBrand(given.ctx);
    const response = await given.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/PasskeyChallenge',
      headers: { 'content-type': 'application/json', host: 'cards.example:8443' },
      payload: { brand: identifier },
    });
    expect(response.json()).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rpId: 'cards.example',
      timeout: 300_000,
      userVerification: 'required',
    });
  });

  it('refuses a brand that does not exist with 20010', async () => {
    const response = await given.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/PasskeyChallenge',
      headers: { 'content-type': 'application/json' },
      payload: { brand: 'nobody' },
    });
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'brand' });
  });

  it('counts as an attempt of its address', async () => {
    const strict = await givenApp({ WATTLE_SIGN_IN_RATE: '2' });
    const brand = await givenBrand(strict.ctx);
    await challengeAt(strict, brand);
    await challengeAt(strict, brand);
    const third = await sendSigned(strict, brand, openAuthenticator().sign('any'));
    expect(third.statusCode).toBe(429);
    await strict.close();
  });
});

describe('POST token, grant passkey', () => {
  it('signs its user in like a password, and records when', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    given.ctx.advance(2 * MINUTE);
    const response = await signInWithPasskey(given, user.brand, authenticator);
    expect(response.json()).toMatchObject({ token_type: 'bearer', expires_in: 300 });
    const { access_token: token } = response.json<{ access_token: string }>();
    const account = await getApi(given, 'onlineAccount/', { authorization: `Bearer ${token}` });
    expect(account.json()).toMatchObject({ FirstName: user.holder.firstName });
    const [session] = await given.ctx.asOwner<object>(
      'SELECT scope, web_account_id, holder_id, card_id FROM session WHERE web_account_id = $1 ORDER BY created_at DESC LIMIT 1',
      [user.id],
    );
    expect(session).toMatchObject({ scope: 'password', card_id: null });
    const listed = (await getApi(given, 'onlineAccount/Passkeys', headers)).json<{
      Passkeys: { AddedAt: string; LastUsedAt: string }[];
    }>();
    const [passkey] = listed.Passkeys;
    expect(Date.parse(passkey?.LastUsedAt ?? '') - Date.parse(passkey?.AddedAt ?? '')).toBe(2 * MINUTE);
  });

  it('refuses a passkey at another host, even with a valid signature for that host', async () => {
    const { user, authenticator } = await givenPasskey(given);
    const at = { host: 'evil.example' };
    const deviations = { rpId: 'evil.example', origin: 'http://evil.example' };
    const challenge = await challengeAt(given, user.brand, at);
    expect(codeOf(await sendSigned(given, user.brand, authenticator.sign(challenge, deviations), at))).toBe('20040');
    expect(await reasonOfLastRefusal()).toBe('unknown');
  });

  it('accepts in production only the configured origins and those of the brand, whatever the Host header', async () => {
    const production = await givenApp({
      WATTLE_MODE: 'production',
      WATTLE_SIGN_IN_RATE: '10000',
      WATTLE_ORIGINS: 'https://localhost, https://cards.example:8443',
    });
    const deviations = { origin: 'https://localhost' };
    const { user, authenticator } = await givenPasskey(production, undefined, deviations);
    expect((await signInWithPasskey(production, user.brand, authenticator, deviations)).statusCode).toBe(200);
    // Another origin of the same host, and a host that is not configured.
    for (const origin of ['http://localhost', 'https://localhost:8443', 'https://evil.example']) {
      expect(codeOf(await signInWithPasskey(production, user.brand, authenticator, { origin }))).toBe('421');
    }
    const challenge = await production.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/PasskeyChallenge',
      headers: { host: 'evil.example' },
      payload: { brand: user.brand.identifier },
    });
    expect(codeOf(challenge)).toBe('421');
    const { headers } = await givenSession(production.ctx, { webAccount: user });
    const started = await production.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/StartPasskey',
      headers: { ...headers, host: 'evil.example' },
      payload: { currentpassword: user.password },
    });
    expect(codeOf(started)).toBe('421');
    const site = new URL((await findBrandById(production.ctx, user.brand.id))?.settings.BrandUrl ?? '');
    expect(await challengeAt(production, user.brand, { host: site.hostname })).toMatch(/^[\w-]{43}$/);
    await production.close();
  });

  it('trusts host and scheme from a trusted proxy only', async () => {
    const behind = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1' });
    const at = { 'x-forwarded-host': 'cards.example', 'x-forwarded-proto': 'https' };
    const deviations = { rpId: 'cards.example', origin: 'https://cards.example' };
    const { user, authenticator } = await givenPasskey(behind, undefined, deviations, at);
    const signed = authenticator.sign(await challengeAt(behind, user.brand, at), deviations);
    expect((await sendSigned(behind, user.brand, signed, at)).statusCode).toBe(200);
    await behind.close();
    const brand = await givenBrand(given.ctx);
    const response = await given.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/PasskeyChallenge',
      headers: { 'content-type': 'application/json', ...at },
      payload: { brand: brand.identifier },
    });
    expect(response.json()).toMatchObject({ rpId: 'localhost' });
  });

  it.each<[string, string, Deviations, string]>([
    ['421', 'of another origin', { origin: 'https://evil.example' }, 'origin'],
    ['421', 'of another port', { origin: 'http://localhost:8080' }, 'origin'],
    ['20040', 'for another host', { rpId: 'evil.example' }, 'proof'],
    ['20040', 'without its user being verified', { isUserVerified: false }, 'proof'],
    ['20040', 'that was made, not signed with', { type: 'webauthn.create' }, 'proof'],
    ['20040', 'of another user', { userHandle: 'c29tZWJvZHkgZWxzZQ' }, 'unknown'],
  ])('answers %s to one %s', async (code, _, deviations, because) => {
    const { user, authenticator } = await givenPasskey(given);
    expect(codeOf(await signInWithPasskey(given, user.brand, authenticator, deviations))).toBe(code);
    expect(await reasonOfLastRefusal()).toBe(because);
    expect((await signInWithPasskey(given, user.brand, authenticator)).statusCode).toBe(200);
  });

  it('answers 20040 to an unknown passkey, and to a signature by another passkey', async () => {
    const { user, authenticator } = await givenPasskey(given);
    const unknown = openAuthenticator();
    expect(codeOf(await signInWithPasskey(given, user.brand, unknown, { userHandle: 'bm9ib2R5' }))).toBe('20040');
    expect(await reasonOfLastRefusal()).toBe('unknown');
    const challenge = await challengeAt(given, user.brand);
    const { response } = unknown.sign(challenge);
    const own = authenticator.sign(challenge);
    const forged = { ...own, response: { ...own.response, signature: response.signature } };
    expect(codeOf(await sendSigned(given, user.brand, forged))).toBe('20040');
    expect(await reasonOfLastRefusal()).toBe('proof');
  });

  it('answers 20040 to a passkey of another brand, of the same tenant or another', async () => {
    const tenant = await givenTenant(given.ctx);
    const brand = await givenBrand(given.ctx, { tenant });
    const { authenticator } = await givenPasskey(given, brand);
    for (const other of [await givenBrand(given.ctx, { tenant }), await givenBrand(given.ctx)]) {
      expect(codeOf(await signInWithPasskey(given, other, authenticator))).toBe('20040');
      expect(await reasonOfLastRefusal()).toBe('unknown');
    }
    expect((await signInWithPasskey(given, brand, authenticator)).statusCode).toBe(200);
  });

  it('accepts an answer once, also of concurrent copies', async () => {
    const { user, authenticator } = await givenPasskey(given);
    const signed = authenticator.sign(await challengeAt(given, user.brand));
    const answers = await Promise.all(Array.from({ length: 6 }, () => sendSigned(given, user.brand, signed)));
    expect(answers.map(codeOf).toSorted()).toEqual([...Array(5).fill('20040'), undefined]);
    expect(codeOf(await sendSigned(given, user.brand, signed))).toBe('20040');
    expect(await reasonOfLastRefusal()).toBe('challenge');
  });

  it('accepts a challenge for five minutes at its brand, and uses it up with a wrong answer', async () => {
    const { user, authenticator } = await givenPasskey(given);
    const { brand } = user;
    const challenge = await challengeAt(given, brand);
    expect(codeOf(await sendSigned(given, brand, authenticator.sign(challenge, { isUserVerified: false })))).toBe(
      '20040',
    );
    expect(codeOf(await sendSigned(given, brand, authenticator.sign(challenge)))).toBe('20040');
    const ofAnother = await challengeAt(given, await givenBrand(given.ctx));
    expect(codeOf(await sendSigned(given, brand, authenticator.sign(ofAnother)))).toBe('20040');
    const early = await challengeAt(given, brand);
    const late = await challengeAt(given, brand);
    given.ctx.advance(5 * MINUTE - 1);
    expect((await sendSigned(given, brand, authenticator.sign(early))).statusCode).toBe(200);
    given.ctx.advance(1);
    expect(codeOf(await sendSigned(given, brand, authenticator.sign(late)))).toBe('20040');
    expect(await reasonOfLastRefusal()).toBe('challenge');
  });

  it('refuses a challenge that was issued for adding a passkey', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const { challenge } = await startPasskeyOf(given, headers);
    expect(codeOf(await sendSigned(given, user.brand, authenticator.sign(challenge)))).toBe('20040');
  });

  it('refuses a passkey whose counter did not increase, which may be a copy', async () => {
    const { user, authenticator } = await givenPasskey(given, undefined, { counter: 4 });
    const signIn = (counter: number) => signInWithPasskey(given, user.brand, authenticator, { counter });
    expect((await signIn(5)).statusCode).toBe(200);
    for (const counter of [5, 4, 0]) {
      expect(codeOf(await signIn(counter))).toBe('20040');
      expect(await reasonOfLastRefusal()).toBe('counter');
    }
    expect((await signIn(6)).statusCode).toBe(200);
  });

  it('refuses a locked account, and answers 20043 to its owner alone', async () => {
    const { user, authenticator } = await givenPasskey(given);
    await lock(user);
    expect(codeOf(await signInWithPasskey(given, user.brand, authenticator))).toBe('20043');
    const stranger = openAuthenticator();
    expect(codeOf(await signInWithPasskey(given, user.brand, stranger, { userHandle: 'bm9ib2R5' }))).toBe('20040');
    given.ctx.advance(30 * MINUTE);
    expect((await signInWithPasskey(given, user.brand, authenticator)).statusCode).toBe(200);
  });

  it.each(['not json', '{}', '[]', 'null'])('refuses %j with 20010', async (credential) => {
    const brand = await givenBrand(given.ctx);
    const response = await postForm(given.app, '/api/token', {
      grant_type: 'passkey',
      ...brandFields(brand),
      credential,
    });
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'credential' });
  });
});
