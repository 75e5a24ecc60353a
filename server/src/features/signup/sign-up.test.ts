import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, signInWithPassword, type TestApp } from '../../../test-support/app.ts';
import {
  givenAccount,
  givenBrand,
  givenHolder,
  givenWebAccount,
  type TestBrand,
} from '../../../test-support/factories.ts';
import { sweep } from '../../../test-support/due-work.ts';
import { codeIn, sent } from '../../../test-support/resets.ts';
import { tidySignUps } from './tidy-sign-ups.due.ts';

const PASSWORD = 'Golden-Banksia-2026';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '10000', WATTLE_SIGN_UP_QUESTIONS: '10000' });
});
beforeEach(() => sent(given));
afterAll(() => given.close());

async function post(url: string, payload: object, remoteAddress = '127.0.0.1') {
  const response = await given.app.inject({ method: 'POST', url: `/api/${url}`, payload, remoteAddress });
  const body = response.json<Record<string, unknown>>();
  return { status: response.statusCode, headers: response.headers, body, code: codeOf(body) };
}
const codeOf = (body: Record<string, unknown>) => (body['error'] as string[] | undefined)?.[0] ?? 'ok';
const validate = ({ identifier }: TestBrand, accountId: string, userName = 'robin.vale', from?: string) =>
  post('brand/ValidateMemberAccountDetail', { accountId, brandIdentifier: identifier, userName }, from);
const send = ({ identifier }: TestBrand, accountId: string) =>
  post('brand/SendSignUpCode', { accountId, brandIdentifier: identifier });
const enter = ({ identifier }: TestBrand, token: string, code: string) =>
  post('brand/VerifySignUpCode', { token, code, brandIdentifier: identifier });
const setUp = ({ identifier }: TestBrand, accountId: string, more: object = {}) =>
  post('brand/SetupWebAccount', {
    accountId,
    brandIdentifier: identifier,
    username: 'robin.vale',
    password: PASSWORD,
    acceptedPDS: true,
    ...more,
  });
const resultOf = async (brand: TestBrand, accountId: string, userName?: string) =>
  ((await validate(brand, accountId, userName)).body as { data: { ValidationResult: string } }).data.ValidationResult;
const succeeded = ({ body }: { body: Record<string, unknown> }) => {
  const { userCreated } = body['data'] as { userCreated: string };
  return (JSON.parse(userCreated) as { Succeeded: boolean }).Succeeded;
};
const loginsOf = (account: { readonly holder: { readonly id: bigint } }) =>
  given.ctx.asOwner<{ reset_at: string | null }>(
    'SELECT password_reset_at AS reset_at FROM web_account WHERE holder_id = $1',
    [account.holder.id],
  );

/** A brand that signs in by account numbers and offers sign-up, and an account without a login. */
async function givenMember(contacts: { email?: string; mobile?: string } = {}) {
  const brand = await givenBrand(given.ctx, { settings: { ShowSignupLink: true, LoginMethodId: 2 } });
  const holder = await givenHolder(given.ctx, { brand, mobile: '0400 000 002', ...contacts });
  const account = await givenAccount(given.ctx, { holder });
  return { brand, account, number: account.accountNumber };
}
type Member = Awaited<ReturnType<typeof givenMember>>;

/** Begins a sign-up: its token and the code that was sent, if any. */
async function begin({ brand, number }: Pick<Member, 'brand' | 'number'>) {
  await sent(given);
  const { body } = await send(brand, number);
  const { texts, mails } = await sent(given);
  const message = [...texts, ...mails][0];
  return { token: String(body['token']), code: codeIn(message?.text), to: message?.to };
}

/** The token of a sign-up whose code was entered. */
async function proved(member: Member): Promise<string> {
  const { token, code } = await begin(member);
  expect((await enter(member.brand, token, code)).body).toEqual({ result: true });
  return token;
}
const another = (code: string) => (code === '111111' ? '222222' : '111111');

describe('POST brand/ValidateMemberAccountDetail', () => {
  it('reads 010 for a current account without a login and a free name', async () => {
    const { brand, number } = await givenMember();
    expect(await resultOf(brand, number)).toBe('010');
  });

  it('reads 999 alike for an unknown account, one without a holder and one of another brand', async () => {
    const { brand, number } = await givenMember();
    const nobodys = await givenAccount(given.ctx, { brand, hasNoHolder: true });
    expect(await resultOf(brand, '999999999')).toBe('999');
    expect(await resultOf(brand, nobodys.accountNumber)).toBe('999');
    expect(await resultOf((await givenMember()).brand, number)).toBe('999');
  });

  it('reads 1.. for a closed account, .0. for a taken name, ..1 for an account with a login', async () => {
    const { brand, account, number } = await givenMember();
    await givenWebAccount(given.ctx, {
      account,
      username: 'robin.vale',
      names: [{ name: 'robin.vale', kind: 'username' }],
    });
    expect(await resultOf(brand, number)).toBe('001');
    await given.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(await resultOf(brand, number, 'another.name')).toBe('111');
  });

  it.each([
    ['0000', 'robin.vale', 'accountId'],
    ['12345678901', 'robin.vale', 'accountId'],
    ['200200015', ' ', 'userName'],
    ['200200015', '200200015', 'userName'],
  ])('refuses account %s with name %s at its field', async (accountId, userName, field) => {
    const { brand } = await givenMember();
    expect((await validate(brand, accountId, userName)).body).toMatchObject({ error: ['20010'], field });
  });

  it('answers 404 for a brand without sign-up, like every other call', async () => {
    const brand = await givenBrand(given.ctx, { settings: { ShowSignupLink: false } });
    expect((await validate(brand, '200200015')).code).toBe('404');
    expect((await send(brand, '200200015')).code).toBe('404');
    expect((await enter(brand, 'token', '123456')).code).toBe('404');
    expect((await setUp(brand, '200200015')).code).toBe('404');
  });

  it('slows answers to an address that has asked 10 times in the hour', async () => {
    const { brand } = await givenMember();
    const { config, turns } = given.ctx;
    const slowed: string[] = [];
    const noted: typeof turns = {
      ...turns,
      take(key, work) {
        if (key.startsWith('sign-up question:')) slowed.push(key);
        return turns.take(key, work);
      },
    };
    const rates = { ...config.rates, signUpQuestion: [{ most: 10, windowMs: HOUR }] };
    Object.assign(given.ctx, {
      turns: noted,
      config: { ...config, rates, signUps: { ...config.signUps, slowMs: 300 } },
    });
    try {
      const timed = async (from: string) => {
        const from0 = performance.now();
        expect((await validate(brand, '999999999', 'robin.vale', from)).status).toBe(200);
        return performance.now() - from0;
      };
      for (let count = 0; count < 10; count += 1) await timed('203.0.113.7');
      expect(slowed).toEqual([]);
      expect(await timed('203.0.113.7')).toBeGreaterThanOrEqual(295);
      expect(slowed).toHaveLength(1);
      const together = performance.now();
      await Promise.all([timed('203.0.113.7'), timed('203.0.113.7')]);
      expect(performance.now() - together).toBeGreaterThanOrEqual(595);
      expect(slowed).toHaveLength(3);
      await timed('203.0.113.8');
      given.ctx.advance(HOUR);
      await timed('203.0.113.7');
      expect(slowed).toHaveLength(3);
    } finally {
      Object.assign(given.ctx, { config, turns });
    }
  });
});

describe('the code of a sign-up', () => {
  it('goes to the mobile number on record, else to the email address', async () => {
    const both = await begin(await givenMember());
    expect(both).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      code: expect.stringMatching(/^\d{6}$/),
      to: '+61400000002',
    });
    expect((await begin(await givenMember({ mobile: '', email: 'robin@example.com' }))).to).toBe('robin@example.com');
  });

  it('is not sent to a contact that is younger than 48 hours', async () => {
    const member = await givenMember({ email: 'robin@example.com' });
    const changed = (column: string) =>
      given.ctx.asOwner(`UPDATE holder SET ${column} = $2 WHERE id = $1`, [
        member.account.holder.id,
        new Date(given.ctx.clocks.security.now() - 47 * HOUR),
      ]);
    await changed('mobile_changed_at');
    expect((await begin(member)).to).toBe('robin@example.com');
    await changed('email_changed_at');
    expect((await begin(member)).to).toBeUndefined();
  });

  it('is stored as a hash, and a new one leaves the previous one valid', async () => {
    const member = await givenMember();
    const first = await begin(member);
    const second = await begin(member);
    const rows = await given.ctx.asOwner<{ code_hash: string }>('SELECT code_hash FROM sign_up WHERE brand_id = $1', [
      member.brand.id,
    ]);
    expect(rows.map((row) => row.code_hash.startsWith('$argon2id$'))).toEqual([true, true]);
    if (first.code !== second.code) expect((await enter(member.brand, first.token, second.code)).code).toBe('20052');
    expect((await enter(member.brand, first.token, first.code)).code).toBe('ok');
    expect((await enter(member.brand, first.token, first.code)).code).toBe('ok');
  });

  it('is answered alike for known and unknown numbers, at each call', async () => {
    const { brand, number } = await givenMember();
    const closed = await givenAccount(given.ctx, { brand });
    await given.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [closed.id]);
    const taken = await givenAccount(given.ctx, { brand });
    await givenWebAccount(given.ctx, { account: taken });
    const holder = await givenHolder(given.ctx, { brand, email: '', mobile: '' });
    const mute = await givenAccount(given.ctx, { holder });
    const steps = async (accountNumber: string) => {
      const begun = await send(brand, accountNumber);
      const token = String(begun.body['token']);
      const code = codeIn((await sent(given)).texts[0]?.text);
      const answers = [begun.status, Object.keys(begun.body), (await enter(brand, token, another(code))).code];
      answers.push((await setUp(brand, accountNumber, { token })).code);
      for (const _ of [2, 3]) answers.push((await send(brand, accountNumber)).status);
      const fourth = await send(brand, accountNumber);
      return [...answers, fourth.status, fourth.headers['retry-after']];
    };
    const known = await steps(number);
    expect(known).toEqual([200, ['token'], '20052', '20060', 200, 200, 429, '86400']);
    const others = ['999999998', closed.accountNumber, taken.accountNumber, mute.accountNumber];
    for (const other of others) expect([other, await steps(other)]).toEqual([other, known]);
  });

  it('is never right for a number to which none was sent', async () => {
    const { brand } = await givenMember();
    const { token } = await begin({ brand, number: '999999997' });
    const hash = await given.ctx.secrets.hashSecret('123456');
    await given.ctx.asOwner('UPDATE sign_up SET code_hash = $2 WHERE brand_id = $1', [brand.id, hash]);
    expect((await enter(brand, token, '123456')).code).toBe('20052');
  });

  it('is refused after 5 wrong ones, and 10 minutes after it was sent', async () => {
    const member = await givenMember();
    const tried = await begin(member);
    for (let count = 0; count < 5; count += 1) {
      expect((await enter(member.brand, tried.token, another(tried.code))).code).toBe('20052');
    }
    expect((await enter(member.brand, tried.token, tried.code)).code).toBe('20052');
    const late = await begin(member);
    given.ctx.advance(10 * MINUTE);
    expect((await enter(member.brand, late.token, late.code)).code).toBe('20052');
  });

  it('counts 5 of many concurrent guesses', async () => {
    const member = await givenMember();
    const { token, code } = await begin(member);
    await Promise.all(Array.from({ length: 20 }, () => enter(member.brand, token, another(code))));
    expect((await enter(member.brand, token, code)).code).toBe('20052');
    expect(await given.ctx.asOwner('SELECT wrong_codes FROM sign_up WHERE brand_id = $1', [member.brand.id])).toEqual([
      { wrong_codes: 5 },
    ]);
  });

  it('is sent 3 times a day, also on ten concurrent requests', async () => {
    const { brand, number } = await givenMember();
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(brand, number)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    given.ctx.advance(24 * HOUR);
    expect((await send(brand, number)).status).toBe(200);
  });

  it('expires with its sign-up after 30 minutes, and is invalid at another brand', async () => {
    const member = await givenMember();
    const token = await proved(member);
    expect((await enter((await givenMember()).brand, token, '123456')).code).toBe('20060');
    given.ctx.advance(30 * MINUTE);
    expect((await enter(member.brand, token, '123456')).code).toBe('20062');
    expect((await setUp(member.brand, member.number, { token })).code).toBe('20062');
    expect(await loginsOf(member.account)).toEqual([]);
  });
});

describe('POST brand/SetupWebAccount', () => {
  it('makes no login without a code', async () => {
    const member = await givenMember();
    const { brand, number } = member;
    expect(succeeded(await setUp(brand, number))).toBe(false);
    const { token } = await begin(member);
    expect((await setUp(brand, number, { token })).code).toBe('20060');
    expect((await setUp(brand, number, { token: 'made-up' })).code).toBe('20060');
    const other = await givenAccount(given.ctx, { brand });
    const provedToken = await proved(member);
    expect((await setUp(brand, other.accountNumber, { token: provedToken })).code).toBe('20060');
    expect(await loginsOf(member.account)).toEqual([]);
    expect(await loginsOf(other)).toEqual([]);
  });

  it('makes a login that signs in by name and number, with a password that counts as just reset', async () => {
    const member = await givenMember({ email: 'robin@example.com' });
    const { brand, account, number } = member;
    const token = await proved(member);
    expect(succeeded(await setUp(brand, number, { token }))).toBe(true);
    const user = { brand, username: 'robin.vale', password: PASSWORD };
    const session = await signInWithPassword(given.app, user as Parameters<typeof signInWithPassword>[1]);
    const byNumber = { ...user, username: number };
    await signInWithPassword(given.app, byNumber as Parameters<typeof signInWithPassword>[1]);
    const [login] = await loginsOf(account);
    const now = given.ctx.clocks.security.now();
    expect(Date.parse(login?.reset_at ?? '')).toBe(now);
    const profile = await given.app.inject({
      url: '/api/onlineAccount/GetCurrentEntityPersonalDetails',
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    // The rules of the day after a reset apply.
    expect(profile.json()).toMatchObject({ ContactsHeldUntil: new Date(now + 24 * HOUR).toISOString() });
  });

  it('notifies every contact on record, and makes one login on ten concurrent requests', async () => {
    const member = await givenMember({ email: 'robin@example.com' });
    const { brand, account, number } = member;
    const token = await proved(member);
    const answers = await Promise.all(Array.from({ length: 10 }, () => setUp(brand, number, { token })));
    // A repeated call with the token finds the login made.
    expect(answers.map(succeeded)).toEqual(Array(10).fill(true));
    expect(await loginsOf(account)).toHaveLength(1);
    const { texts, mails } = await sent(given);
    expect([...texts, ...mails].map(({ to }) => to)).toEqual(['+61400000002', 'robin@example.com']);
    expect(mails[0]?.text).toContain('your sign-in details were set');
  });

  it('makes none for an account that got one meanwhile or was closed, nor with a taken name', async () => {
    const member = await givenMember();
    const { brand } = member;
    expect(succeeded(await setUp(brand, member.number, { token: await proved(member) }))).toBe(true);
    const holder = await givenHolder(given.ctx, { brand, mobile: '0400 000 003' });
    const account = await givenAccount(given.ctx, { holder });
    const other = { brand, account, number: account.accountNumber };
    const token = await proved(other);
    expect(succeeded(await setUp(brand, other.number, { token }))).toBe(false);
    await given.ctx.asOwner('UPDATE member_account SET is_closed = true WHERE id = $1', [account.id]);
    expect(succeeded(await setUp(brand, other.number, { token, username: 'another' }))).toBe(false);
    await given.ctx.asOwner('UPDATE member_account SET is_closed = false WHERE id = $1', [account.id]);
    expect(succeeded(await setUp(brand, other.number, { token, username: 'another' }))).toBe(true);
  });

  it('never gives a second login to a holder who has one for another account', async () => {
    const member = await givenMember();
    const { brand, account, number } = member;
    const token = await proved(member);
    const second = await givenAccount(given.ctx, { holder: account.holder });
    await givenWebAccount(given.ctx, { account: second });
    expect(await resultOf(brand, number)).toBe('011');
    expect((await begin(member)).to).toBeUndefined();
    expect(succeeded(await setUp(brand, number, { token }))).toBe(false);
    expect(await loginsOf(account)).toHaveLength(1);
  });

  it('makes one login for a holder whose two accounts sign up at the same time', async () => {
    const member = await givenMember();
    const { brand, account } = member;
    const second = { ...member, number: (await givenAccount(given.ctx, { holder: account.holder })).accountNumber };
    const asked = [];
    for (const [each, username] of [
      [member, 'robin.vale'],
      [second, 'robin.two'],
    ] as const) {
      const token = await proved(each);
      asked.push(() => setUp(brand, each.number, { token, username }));
    }
    const answers = await Promise.all(asked.map((ask) => ask()));
    expect(answers.map(succeeded).toSorted()).toEqual([false, true]);
    expect(await loginsOf(account)).toHaveLength(1);
  });

  it.each([
    ['a common password', { password: 'Password-2026!' }, 'password'],
    ['a short password', { password: 'Short-2026' }, 'password'],
    ['a disclosure statement that was not accepted', { acceptedPDS: false }, 'acceptedPDS'],
    ['an account number as its name', { username: '300000001' }, 'username'],
  ])('refuses %s', async (_what, more, field) => {
    const { brand, number } = await givenMember();
    const response = await setUp(brand, number, more);
    expect(response.code).toBe('20010');
    expect(response.body).toMatchObject({ field });
  });
});

it('deletes sign-ups two days after they have ended', async () => {
  const member = await givenMember();
  await begin(member);
  const tidy = () => sweep(given.ctx, tidySignUps);
  const left = () => given.ctx.asOwner('SELECT FROM sign_up WHERE brand_id = $1', [member.brand.id]);
  await tidy();
  expect(await left()).toHaveLength(1);
  given.ctx.advance(48 * HOUR + 31 * MINUTE);
  await tidy();
  expect(await left()).toEqual([]);
});
