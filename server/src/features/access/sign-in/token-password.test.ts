import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, postForm, signInWithPassword, type TestApp } from '../../../../test-support/app.ts';
import { buildApp } from '../../../http/app.ts';
import {
  givenAccount,
  givenBrand,
  givenHolder,
  givenWebAccount,
  type TestBrand,
} from '../../../../test-support/factories.ts';

const MINUTE = 60_000;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => given.close());

function post(brand: TestBrand, userName: string, password: string, more: Readonly<Record<string, string>> = {}) {
  return postForm(given.app, '/api/token', {
    grant_type: 'password',
    ...brandFields(brand),
    userName,
    password,
    ...more,
  });
}

async function codeOf(response: ReturnType<typeof post>): Promise<string | undefined> {
  const { statusCode, body } = await response;
  return statusCode === 200 ? undefined : (JSON.parse(body) as { error: string[] }).error[0];
}

describe('POST token, grant password', () => {
  it('signs in with a name in any case', async () => {
    const user = await givenWebAccount(given.ctx);
    expect(await codeOf(post(user.brand, ` ${user.username.toUpperCase()} `, user.password))).toBeUndefined();
  });

  it('answers 20040 and never 401, alike to a wrong password and an unknown user', async () => {
    const user = await givenWebAccount(given.ctx);
    const wrong = await post(user.brand, user.username, 'not it');
    const unknown = await post(user.brand, 'nobody@example.com', user.password);
    const words = (body: string) => body.replace(/"requestId":"[^"]+"/, '');
    expect([wrong.statusCode, unknown.statusCode]).toEqual([400, 400]);
    expect(wrong.json()).toMatchObject({ error: ['20040'] });
    expect(words(wrong.body)).toBe(words(unknown.body));
  });

  it.each([
    [1, { email: true, account: false, mobile: false }],
    [2, { email: false, account: true, mobile: false }],
    [3, { email: true, account: true, mobile: false }],
    [4, { email: true, account: false, mobile: true }],
  ] as const)('accepts the names of login method %i: %j', async (method, taken) => {
    const brand = await givenBrand(given.ctx, { settings: { LoginMethodId: method } });
    const holder = await givenHolder(given.ctx, { brand });
    const account = await givenAccount(given.ctx, { holder });
    const names = { email: holder.email, account: account.accountNumber, mobile: '0400000008' };
    const user = await givenWebAccount(given.ctx, {
      holder,
      account,
      names: (['email', 'account', 'mobile'] as const).map((kind) => ({ kind, name: names[kind] })),
    });
    for (const kind of ['email', 'account', 'mobile'] as const) {
      expect(await codeOf(post(brand, names[kind], user.password))).toBe(taken[kind] ? undefined : '20040');
    }
  });

  it('accepts a nominee as account-NN in a brand of any login method', async () => {
    const brand = await givenBrand(given.ctx, { settings: { LoginMethodId: 1 } });
    const account = await givenAccount(given.ctx, { brand });
    const nominee = await givenWebAccount(given.ctx, { account, extension: '01' });
    expect(nominee.username).toBe(`${account.accountNumber}-01`);
    expect(await codeOf(post(brand, nominee.username, nominee.password))).toBeUndefined();
  });

  it("does not know another brand's user", async () => {
    const user = await givenWebAccount(given.ctx);
    expect(await codeOf(post(await givenBrand(given.ctx), user.username, user.password))).toBe('20040');
  });

  it('returns the time of the previous sign-in', async () => {
    const user = await givenWebAccount(given.ctx);
    const previous = async () => {
      const { access_token } = await signInWithPassword(given.app, user);
      const answer = await given.app.inject({
        url: '/api/onlineAccount/',
        headers: { authorization: `Bearer ${access_token}` },
      });
      return answer.json<{ PreviousLogin: string | null }>().PreviousLogin;
    };
    expect(await previous()).toBeNull();
    const first = new Date(given.ctx.clocks.business.now()).toISOString();
    given.ctx.advance(60 * MINUTE);
    expect(new Date((await previous()) ?? 0).toISOString()).toBe(first);
  });

  it.each([
    ['brand', { brand: 'nosuchbrand' }],
    ['tenantId', { tenantId: '999' }],
    ['brandId', { brandId: '999' }],
  ])('answers 20010 when %s does not belong to the brand', async (field, changed) => {
    const user = await givenWebAccount(given.ctx);
    const response = await post(user.brand, user.username, user.password, changed);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ error: ['20010'], field });
  });

  it('checks exactly one secret for known, unknown and locked names', async () => {
    const user = await givenWebAccount(given.ctx);
    let verified = 0;
    const { secrets } = given.ctx;
    const verifySecret: typeof secrets.verifySecret = (hash, plain) => {
      verified += 1;
      return secrets.verifySecret(hash, plain);
    };
    const counting = await buildApp({ ...given.ctx, secrets: { ...secrets, verifySecret } });
    const fields = { grant_type: 'password', ...brandFields(user.brand), password: 'not it' };
    const once = async (userName: string) => {
      verified = 0;
      await postForm(counting, '/api/token', { ...fields, userName });
      return verified;
    };
    expect(await once(user.username)).toBe(1);
    expect(await once('nobody@example.com')).toBe(1);
    for (let attempt = 0; attempt < 5; attempt += 1) await once(user.username);
    expect(await codeOf(post(user.brand, user.username, user.password))).toBe('20043');
    expect(await once(user.username)).toBe(1);
    await counting.close();
  });
});

describe('the lock of POST token, grant password', () => {
  it.each(['known', 'unknown'])(
    'answers 20043 for a user who is %s from the 5th failure, for 30 minutes and then 60',
    async (which) => {
      const user = await givenWebAccount(given.ctx);
      const name = which === 'known' ? user.username : `nobody-${user.id}@example.com`;
      const fail = () => codeOf(post(user.brand, name, 'not it'));
      const five = async () => [await fail(), await fail(), await fail(), await fail(), await fail()];
      expect(await five()).toEqual(['20040', '20040', '20040', '20040', '20043']);
      given.ctx.advance(30 * MINUTE - 1);
      expect(await fail()).toBe('20043');
      given.ctx.advance(1);
      expect(await five()).toEqual(['20040', '20040', '20040', '20040', '20043']);
      given.ctx.advance(60 * MINUTE - 1);
      expect(await fail()).toBe('20043');
      given.ctx.advance(1);
      expect(await fail()).toBe('20040');
    },
  );

  it('is shared by all names of a web account, and separate for names without an owner', async () => {
    const brand = await givenBrand(given.ctx, { settings: { LoginMethodId: 3 } });
    const holder = await givenHolder(given.ctx, { brand });
    const account = await givenAccount(given.ctx, { holder });
    const names = [
      { kind: 'email', name: holder.email },
      { kind: 'account', name: account.accountNumber },
    ] as const;
    const user = await givenWebAccount(given.ctx, { holder, account, names: [...names] });
    for (let attempt = 0; attempt < 4; attempt += 1) await post(brand, holder.email, 'not it');
    expect(await codeOf(post(brand, account.accountNumber, 'not it'))).toBe('20043');
    for (const { name } of names) expect(await codeOf(post(brand, name, user.password))).toBe('20043');
    // A name that equals the id of the counter does not lock the account.
    const other = await givenWebAccount(given.ctx, { holder: await givenHolder(given.ctx, { brand }) });
    for (let attempt = 0; attempt < 5; attempt += 1) await post(brand, String(other.id), 'not it');
    expect(await codeOf(post(brand, other.username, other.password))).toBeUndefined();
  });

  it('checks concurrent guesses under several names one after the other', async () => {
    const brand = await givenBrand(given.ctx, { settings: { LoginMethodId: 3 } });
    const holder = await givenHolder(given.ctx, { brand });
    const account = await givenAccount(given.ctx, { holder });
    const names = [
      { kind: 'email', name: holder.email },
      { kind: 'account', name: account.accountNumber },
    ] as const;
    await givenWebAccount(given.ctx, { holder, account, names: [...names] });
    const guesses = Array.from({ length: 12 }, (_, index) =>
      codeOf(post(brand, names[index % 2]?.name ?? '', 'not it')),
    );
    expect((await Promise.all(guesses)).filter((code) => code === '20040')).toHaveLength(4);
  });

  it('uses the numbers of the settings', async () => {
    const own = await givenApp({ WATTLE_LOCKOUTS: 'account=2/10/20' });
    const user = await givenWebAccount(own.ctx);
    const attempt = async (password: string) => {
      const fields = { grant_type: 'password', ...brandFields(user.brand), userName: user.username, password };
      return (await postForm(own.app, '/api/token', fields)).json<{ error?: string[] }>().error?.[0];
    };
    expect([await attempt('not it'), await attempt('not it'), await attempt(user.password)]).toEqual([
      '20040',
      '20043',
      '20043',
    ]);
    own.ctx.advance(10 * MINUTE);
    expect(await attempt(user.password)).toBeUndefined();
    await own.close();
  });

  it('refuses the right password and leaves open sessions alone', async () => {
    const user = await givenWebAccount(given.ctx);
    const { access_token } = await signInWithPassword(given.app, user);
    for (let attempt = 0; attempt < 5; attempt += 1) await post(user.brand, user.username, 'not it');
    expect(await codeOf(post(user.brand, user.username, user.password))).toBe('20043');
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await given.app.inject({ url: '/api/onlineAccount/', headers })).statusCode).toBe(200);
  });
});

describe('the audit of POST token', () => {
  it('has a line for each refusal, the lock and the sign-in', async () => {
    const user = await givenWebAccount(given.ctx);
    await signInWithPassword(given.app, user);
    for (let attempt = 0; attempt < 5; attempt += 1) await post(user.brand, user.username, 'not it');
    const lines = await given.ctx.asOwner<{ actor: string; action: string; object: string; outcome: string }>(
      'SELECT actor, action, object, outcome FROM audit_log WHERE tenant_id = $1 ORDER BY id',
      [user.brand.tenantId],
    );
    const object = `web:${user.id}`;
    expect(lines).toEqual([
      { actor: object, action: 'session.opened', object: expect.stringMatching(/^session:/) as string, outcome: 'ok' },
      ...Array(4).fill({ actor: 'visitor', action: 'sign_in.refused', object, outcome: 'login_failed' }),
      { actor: 'visitor', action: 'sign_in.locked', object, outcome: 'account_locked' },
    ]);
  });
});
