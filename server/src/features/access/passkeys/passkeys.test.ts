import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { openAuthenticator, type Deviations } from '../../../../test-support/authenticator.ts';
import { codeOf } from '../../../../test-support/cookies.ts';
import { givenCard, givenSession, givenWebAccount } from '../../../../test-support/factories.ts';
import {
  addPasskeyOf,
  givenPasskey,
  signInWithPasskey,
  type StartedPasskey,
  startPasskeyOf,
} from '../../../../test-support/passkeys.ts';
import { getApi, type Headers, postApi } from '../../../../test-support/signed-in.ts';
import { signAccessToken } from '../../../http/auth.ts';
import { forgetBrands } from '../../brands/find-brand.ts';

const MINUTE = 60_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

type Listed = { Passkeys: { Id: string; Name: string; AddedAt: string; LastUsedAt: string | null }[] };

const listOf = async (headers: Headers) =>
  (await getApi(given, 'onlineAccount/Passkeys', headers)).json<Listed & { MaximumPasskeys: number }>();

async function givenSignedIn() {
  const user = await givenWebAccount(given.ctx);
  return { user, ...(await givenSession(given.ctx, { webAccount: user })) };
}

const messagesTo = (holderId: bigint) =>
  given.ctx.asOwner("SELECT template FROM outbox_message WHERE holder_id = $1 AND channel = 'email'", [holderId]);

const auditOf = async (webAccountId: bigint) =>
  (
    await given.ctx.asOwner<{ line: string }>(
      "SELECT action || ' ' || outcome AS line FROM audit_log WHERE actor = $1 ORDER BY id",
      [`web:${webAccountId}`],
    )
  ).map(({ line }) => line);

describe('a brand that has switched passkeys off', () => {
  it('adds no more passkeys, while existing ones sign in, are listed and can be removed', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const asked = openAuthenticator();
    const made = asked.make(await startPasskeyOf(given, headers));
    await given.ctx.asOwner(
      "UPDATE brand SET settings = jsonb_set(settings, '{Features,passkeys}', 'false') WHERE id = $1",
      [user.brand.id],
    );
    forgetBrands(given.ctx);
    const refused = { error: ['404'] };
    expect((await postApi(given, 'onlineAccount/StartPasskey', headers, {})).json()).toMatchObject(refused);
    const add = { Name: 'My phone', credential: made };
    expect((await postApi(given, 'onlineAccount/AddPasskey', headers, add)).json()).toMatchObject(refused);
    const { Passkeys: kept } = await listOf(headers);
    expect(kept).toHaveLength(1);
    expect((await signInWithPasskey(given, user.brand, authenticator)).statusCode).toBe(200);
    const remove = { Id: kept[0]?.Id };
    expect((await postApi(given, 'onlineAccount/RemovePasskey', headers, remove)).statusCode).toBe(200);
  });
});

describe('POST onlineAccount/StartPasskey', () => {
  it('requests a discoverable passkey with user verification for this host', async () => {
    const { user, headers } = await givenSignedIn();
    const started = await startPasskeyOf(given, headers);
    expect(started).toEqual({
      challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      rp: { id: 'localhost', name: user.brand.name },
      user: {
        id: expect.stringMatching(/^[\w-]{43}$/) as string,
        name: `${user.username} (${user.brand.name})`,
        displayName: user.holder.firstName,
      },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
      timeout: 300_000,
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    } satisfies StartedPasskey);
  });

  it('identifies a web account by one random handle, and excludes its existing passkeys', async () => {
    const { headers, authenticator } = await givenPasskey(given);
    const first = await startPasskeyOf(given, headers);
    const second = await startPasskeyOf(given, headers);
    expect(second.user.id).toBe(first.user.id);
    expect(second.challenge).not.toBe(first.challenge);
    expect(second.excludeCredentials).toEqual([{ type: 'public-key', id: authenticator.credentialId }]);
    const other = await givenSignedIn();
    expect((await startPasskeyOf(given, other.headers)).user.id).not.toBe(first.user.id);
  });

  it('needs a fresh proof in addition to the access token', async () => {
    const { user } = await givenSignedIn();
    const { headers } = await givenSession(given.ctx, { webAccount: user }, 'passcode');
    const refused = await postApi(given, 'onlineAccount/StartPasskey', headers, { currentpassword: user.password });
    expect([refused.statusCode, codeOf(refused)]).toEqual([428, '428']);
    const proof = { Purpose: 'account', Method: 'password', currentpassword: user.password };
    expect((await postApi(given, 'stepUp/Give', headers, proof)).statusCode).toBe(200);
    expect((await postApi(given, 'onlineAccount/StartPasskey', headers, {})).statusCode).toBe(200);
  });

  it('refuses an eleventh passkey', async () => {
    const { headers } = await givenSignedIn();
    for (let count = 0; count < 10; count += 1) {
      const started = await startPasskeyOf(given, headers);
      expect((await addPasskeyOf(given, headers, openAuthenticator().make(started))).statusCode).toBe(200);
    }
    const response = await postApi(given, 'onlineAccount/StartPasskey', headers, {});
    expect(codeOf(response)).toBe('20010');
    expect(await listOf(headers)).toMatchObject({ MaximumPasskeys: 10 });
  });

  it('refuses the eleventh of several that were begun at the same time', async () => {
    const { headers } = await givenSignedIn();
    const begun = [];
    for (let count = 0; count < 12; count += 1) begun.push(await startPasskeyOf(given, headers));
    const sessions = await Promise.all(
      begun.map((started) => addPasskeyOf(given, headers, openAuthenticator().make(started))),
    );
    expect(sessions.map(codeOf).filter((code) => code === '20010')).toHaveLength(2);
    expect((await listOf(headers)).Passkeys).toHaveLength(10);
  });

  it('refuses a card-only user', async () => {
    const { headers } = await givenSession(given.ctx, { card: await givenCard(given.ctx) });
    const response = await postApi(given, 'onlineAccount/StartPasskey', headers, {});
    expect(response.statusCode).toBe(403);
  });
});

describe('POST onlineAccount/AddPasskey', () => {
  it('stores the passkey, notifies the user and is audited, while other sessions continue', async () => {
    const { user, headers } = await givenSignedIn();
    const other = await givenSession(given.ctx, { webAccount: user });
    const started = await startPasskeyOf(given, headers);
    const authenticator = openAuthenticator();
    const response = await addPasskeyOf(given, headers, authenticator.make(started), '  My phone ');
    expect(response.json()).toEqual({ IsSuccessful: true });
    expect(await listOf(headers)).toEqual({
      Passkeys: [
        {
          Id: expect.any(String) as string,
          Name: 'My phone',
          AddedAt: '2026-11-20T02:00:00.000Z',
          LastUsedAt: null,
        },
      ],
      MaximumPasskeys: 10,
      // What the authenticator was given when it made the passkey.
      User: {
        rpId: 'localhost',
        userId: started.user.id,
        credentialIds: [authenticator.credentialId],
        name: started.user.name,
        displayName: started.user.displayName,
      },
    });
    expect(await messagesTo(user.holder.id)).toEqual([{ template: 'credentialChanged' }]);
    expect(await auditOf(user.id)).toEqual(['passkey.added ok']);
    expect((await getApi(given, 'onlineAccount/Passkeys', other.headers)).statusCode).toBe(200);
  });

  it.each<[string, string, Deviations]>([
    ['421', 'of another origin', { origin: 'https://localhost' }],
    ['421', 'of an origin that only begins like this one', { origin: 'http://localhost.example' }],
    ['20010', 'for another host', { rpId: 'other.example' }],
    ['20010', 'without its user being verified', { isUserVerified: false }],
    ['20010', 'that was signed with, not made', { type: 'webauthn.get' }],
  ])('answers %s to one %s, notifies nobody, and its challenge is used up', async (code, _, deviations) => {
    const { user, headers } = await givenSignedIn();
    const started = await startPasskeyOf(given, headers);
    const authenticator = openAuthenticator();
    const response = await addPasskeyOf(given, headers, authenticator.make(started, deviations));
    expect(response.json()).toMatchObject({ error: [code], field: 'credential' });
    expect(codeOf(await addPasskeyOf(given, headers, authenticator.make(started)))).toBe('20010');
    expect(await listOf(headers)).toMatchObject({ Passkeys: [] });
    expect(await messagesTo(user.holder.id)).toEqual([]);
    const outcome = code === '421' ? 'wrong_origin' : 'required_field';
    expect(await auditOf(user.id)).toEqual([`passkey.refused ${outcome}`]);
  });

  it('accepts an answer once, within five minutes, and in the session that asked', async () => {
    const { user, headers, id: sessionId } = await givenSignedIn();
    const started = await startPasskeyOf(given, headers);
    const credential = openAuthenticator().make(started);
    const other = await givenSession(given.ctx, { webAccount: user });
    expect(codeOf(await addPasskeyOf(given, other.headers, credential))).toBe('20010');
    expect((await addPasskeyOf(given, headers, credential)).statusCode).toBe(200);
    expect(codeOf(await addPasskeyOf(given, headers, openAuthenticator().make(started)))).toBe('20010');
    const late = await startPasskeyOf(given, headers);
    given.ctx.advance(5 * MINUTE);
    const { id: brandId, tenantId } = user.brand;
    const renewed = await signAccessToken(given.ctx, { sessionId, tenantId, brandId, scope: 'password' });
    const sameSession = { authorization: `Bearer ${renewed}` };
    expect(codeOf(await addPasskeyOf(given, sameSession, openAuthenticator().make(late)))).toBe('20010');
    expect((await listOf(sameSession)).Passkeys).toHaveLength(1);
  });

  it('refuses a challenge that was issued for sign-in', async () => {
    const { user, headers } = await givenSignedIn();
    const started = await startPasskeyOf(given, headers);
    const asked = await given.app.inject({
      method: 'POST',
      url: '/api/onlineAccount/PasskeyChallenge',
      headers: { 'content-type': 'application/json' },
      payload: { brand: user.brand.identifier },
    });
    const { challenge } = asked.json<{ challenge: string }>();
    const response = await addPasskeyOf(given, headers, openAuthenticator().make({ ...started, challenge }));
    expect(codeOf(response)).toBe('20010');
  });

  it('refuses a passkey that exists already, and a malformed answer', async () => {
    const { headers, authenticator } = await givenPasskey(given);
    const again = authenticator.make(await startPasskeyOf(given, headers));
    expect(codeOf(await addPasskeyOf(given, headers, again))).toBe('20010');
    const nonsense = { ...again, response: { ...again.response, clientDataJSON: 'bm9uc2Vuc2U' } };
    expect(codeOf(await addPasskeyOf(given, headers, nonsense))).toBe('20010');
    const none = { Name: 'Key', credential: { id: 'x' } };
    expect(codeOf(await postApi(given, 'onlineAccount/AddPasskey', headers, none))).toBe('20010');
  });

  it.each(['', '   ', 'x'.repeat(61)])('refuses the name %j', async (name) => {
    const { headers } = await givenSignedIn();
    const started = await startPasskeyOf(given, headers);
    const response = await addPasskeyOf(given, headers, openAuthenticator().make(started), name);
    expect(response.json()).toMatchObject({ error: ['20010'], field: 'Name' });
  });
});

describe('POST onlineAccount/RenamePasskey', () => {
  const rename = (headers: Headers, Id: string, Name: string) =>
    postApi(given, 'onlineAccount/RenamePasskey', headers, { Id, Name });

  it('renames the passkey', async () => {
    const { headers } = await givenPasskey(given);
    const [passkey] = (await listOf(headers)).Passkeys;
    expect((await rename(headers, passkey?.Id ?? '', '小明的手机')).json()).toEqual({ IsSuccessful: true });
    expect((await listOf(headers)).Passkeys).toEqual([{ ...passkey, Name: '小明的手机' }]);
  });

  it('answers 404 for another user of the same brand, and changes nothing', async () => {
    const { user, headers } = await givenPasskey(given);
    const [passkey] = (await listOf(headers)).Passkeys;
    const stranger = await givenWebAccount(given.ctx, { brand: user.brand });
    const { headers: theirs } = await givenSession(given.ctx, { webAccount: stranger });
    expect(codeOf(await rename(theirs, passkey?.Id ?? '', 'Mine'))).toBe('404');
    expect((await listOf(headers)).Passkeys).toEqual([passkey]);
    expect((await listOf(theirs)).Passkeys).toEqual([]);
  });
});

describe('POST onlineAccount/RemovePasskey', () => {
  const remove = (headers: Headers, Id: string) => postApi(given, 'onlineAccount/RemovePasskey', headers, { Id });

  it('ends sign-in with the passkey and the other sessions, notifies the user and is audited', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const opened = await signInWithPasskey(given, user.brand, authenticator);
    const other = { authorization: `Bearer ${opened.json<{ access_token: string }>().access_token}` };
    expect((await getApi(given, 'onlineAccount/Passkeys', other)).statusCode).toBe(200);
    const [passkey] = (await listOf(headers)).Passkeys;
    expect((await remove(headers, passkey?.Id ?? '')).json()).toEqual({ IsSuccessful: true });
    expect((await getApi(given, 'onlineAccount/Passkeys', other)).statusCode).toBe(401);
    expect((await listOf(headers)).Passkeys).toEqual([]);
    expect(codeOf(await signInWithPasskey(given, user.brand, authenticator))).toBe('20040');
    expect(await messagesTo(user.holder.id)).toHaveLength(2);
    expect(await auditOf(user.id)).toEqual([
      'passkey.added ok',
      'passkey.used ok',
      'session.opened ok',
      'passkey.removed ok',
    ]);
  });

  it('needs a fresh proof', async () => {
    const { user, headers } = await givenPasskey(given);
    const [passkey] = (await listOf(headers)).Passkeys;
    const stale = await givenSession(given.ctx, { webAccount: user }, 'passcode');
    const refused = await remove(stale.headers, passkey?.Id ?? '');
    expect([refused.statusCode, codeOf(refused)]).toEqual([428, '428']);
    expect((await listOf(headers)).Passkeys).toEqual([passkey]);
  });

  it('answers 404 for another user, and ends no session', async () => {
    const { user, headers, authenticator } = await givenPasskey(given);
    const [passkey] = (await listOf(headers)).Passkeys;
    const stranger = await givenWebAccount(given.ctx, { brand: user.brand });
    const { headers: theirs } = await givenSession(given.ctx, { webAccount: stranger });
    const { headers: alsoTheirs } = await givenSession(given.ctx, { webAccount: stranger });
    expect(codeOf(await remove(theirs, passkey?.Id ?? ''))).toBe('404');
    expect((await signInWithPasskey(given, user.brand, authenticator)).statusCode).toBe(200);
    expect((await getApi(given, 'onlineAccount/Passkeys', alsoTheirs)).statusCode).toBe(200);
  });
});
