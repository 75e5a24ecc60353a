import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { openAuthenticator } from '../../../../test-support/authenticator.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';
import { hotp, stepAt } from './totp.ts';

const MINUTE = 60_000;
const PASSWORD = 'Correct-Horse-2026';
const HOST = 'desk.example';
const ORIGIN = { origin: `https://${HOST}`, rpId: HOST };

let test: TestApp;
let tenantId: number;
let member: TestStaff;
/** As in production, where a second factor is demanded. */
beforeAll(async () => {
  test = await givenApp({
    WATTLE_MODE: 'production',
    WATTLE_DESK_HOST: HOST,
    WATTLE_SIGN_IN_RATE: '10000',
  });
});
beforeEach(async () => {
  tenantId = (await givenTenant(test.ctx)).id;
  member = await givenStaff(test.ctx, tenantId, { password: PASSWORD });
});
afterAll(() => test.close());

let calls = 0;
type Answer = {
  readonly error?: string;
  readonly factors?: string[];
  readonly token?: string;
  readonly enrolment: string;
  readonly needsPassword: boolean;
  readonly totp: { readonly secret: string; readonly uri: string; readonly qr: string[] };
  readonly passkey: { readonly challenge: string; readonly user: { readonly id: string }; readonly rp: { id: string } };
  readonly challenge: string;
};
async function post(path: string, payload: object, headers: Record<string, string> = {}) {
  calls += 1;
  const response = await test.app.inject({
    method: 'POST',
    url: `/desk/${path}`,
    payload,
    headers: { host: HOST, ...headers },
    remoteAddress: `127.9.${(calls >> 8) & 255}.${calls & 255}`,
  });
  return { response, status: response.statusCode, body: response.json<Answer>() };
}
const outcomeOf = async (asked: ReturnType<typeof post>) => (await asked).body.error ?? 'ok';

const who = (of = member) => ({ tenant: of.tenantId, name: of.name });
const signIn = (code?: string, password = PASSWORD, of = member) =>
  post('sign-in', { ...who(of), password, ...(code !== undefined && { code }) });
const begin = async (proof = PASSWORD, code?: string, of = member) =>
  post('enrolment', { ...who(of), proof, ...(code !== undefined && { code }) });

/** RFC 4648, as an authenticator app reads it. */
function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
/** Code that the member's app shows now, or some steps of 30 seconds later. */
const codeOf = (secret: string, later = 0) => hotp(fromBase32(secret), stepAt(test.ctx.clocks.security.now()) + later);

/** A member whose app shares a secret. The clock is past the code that proved it. */
async function enrolled(of = member): Promise<string> {
  const { body } = await begin(PASSWORD, undefined, of);
  const { secret } = body.totp;
  expect(await outcomeOf(post('enrolment/finish', { enrolment: body.enrolment, code: codeOf(secret) }))).toBe('ok');
  test.ctx.advance(MINUTE);
  return secret;
}

async function withPasskey() {
  const authenticator = openAuthenticator();
  const { body } = await begin();
  const passkey = authenticator.make(body.passkey, ORIGIN);
  const finished = await post('enrolment/finish', { enrolment: body.enrolment, passkey, passkeyName: 'Key' });
  expect(finished.body).toEqual({});
  return authenticator;
}
const challengeOf = async () => (await post('passkey', {})).body.challenge;

describe('password and code', () => {
  it('sign a member in, by a cookie that is bound to the host', async () => {
    const secret = await enrolled();
    const proofs = { ...who(), password: PASSWORD, code: codeOf(secret) };
    const { response } = await post('sign-in', proofs, { 'wattle-desk': 'browser' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).not.toHaveProperty('token');
    expect(response.cookies).toMatchObject([
      { name: '__Host-wattle-desk', httpOnly: true, secure: true, sameSite: 'Strict', path: '/' },
    ]);
  });

  it('the password alone says which factor is missing, and a wrong one says nothing', async () => {
    await enrolled();
    expect((await signIn()).body).toMatchObject({ error: 'second_factor_needed', factors: ['totp'] });
    expect((await signIn(undefined, 'not it')).body).toMatchObject({ error: 'sign_in_failed' });
    expect((await signIn()).body).not.toHaveProperty('token');
  });

  it('without a second factor nobody is signed in where one is demanded', async () => {
    expect((await signIn()).body).toMatchObject({ error: 'second_factor_missing' });
    const changed = post('password', { ...who(), proof: PASSWORD, newPassword: 'Battery-Staple-2027' });
    expect(await outcomeOf(changed)).toBe('second_factor_missing');
  });

  it('a code counts once, also when it is sent twice at once', async () => {
    const secret = await enrolled();
    const code = codeOf(secret);
    const both = await Promise.all([outcomeOf(signIn(code)), outcomeOf(signIn(code))]);
    expect(both.toSorted()).toEqual(['code_wrong', 'ok']);
    expect(await outcomeOf(signIn(code))).toBe('code_wrong');
    // Not even the code of the step before, which no one has used.
    expect(await outcomeOf(signIn(codeOf(secret, -1)))).toBe('code_wrong');
    expect(await outcomeOf(signIn(codeOf(secret, 1)))).toBe('ok');
  });

  it('the code that set the app up counts no second time', async () => {
    const { body } = await begin();
    const code = codeOf(body.totp.secret);
    await post('enrolment/finish', { enrolment: body.enrolment, code });
    expect(await outcomeOf(signIn(code))).toBe('code_wrong');
  });

  it.each([
    [-2, 'code_wrong'],
    [-1, 'ok'],
    [0, 'ok'],
    [1, 'ok'],
    [2, 'code_wrong'],
  ])('a clock that is off by %i steps: %s', async (steps, outcome) => {
    expect(await outcomeOf(signIn(codeOf(await enrolled(), steps)))).toBe(outcome);
  });

  it('wrong codes lock as wrong passwords do, and a right password between them forgives none', async () => {
    const secret = await enrolled();
    for (let failure = 1; failure < 5; failure += 1) {
      expect(await outcomeOf(signIn('000000'))).toBe('code_wrong');
      expect(await outcomeOf(signIn())).toBe('second_factor_needed');
    }
    expect(await outcomeOf(signIn('000000'))).toBe('sign_in_locked');
    expect(await outcomeOf(signIn(codeOf(secret)))).toBe('sign_in_locked');
    expect(await outcomeOf(signIn())).toBe('sign_in_locked');
    test.ctx.advance(30 * MINUTE);
    expect(await outcomeOf(signIn(codeOf(secret)))).toBe('ok');
  });

  it('a change of the password needs the code too', async () => {
    const secret = await enrolled();
    const body = { ...who(), proof: PASSWORD, newPassword: 'Battery-Staple-2027' };
    expect(await outcomeOf(post('password', body))).toBe('second_factor_needed');
    expect(await outcomeOf(post('password', { ...body, code: codeOf(secret) }))).toBe('ok');
  });

  it('the secret is kept sealed, and is no use to another member', async () => {
    const secret = await enrolled();
    const rows = await test.ctx.asOwner<{ row: string }>('SELECT t::text AS row FROM staff_totp t');
    const hex = fromBase32(secret).toString('hex');
    expect(rows.filter(({ row }) => row.includes(secret) || row.includes(hex))).toEqual([]);
    const other = await givenStaff(test.ctx, tenantId, { password: PASSWORD });
    await test.ctx.asOwner('UPDATE staff_totp SET staff_id = $2 WHERE staff_id = $1', [member.id, other.id]);
    expect((await signIn(codeOf(secret), PASSWORD, other)).status).toBe(500);
  });
});

describe('setting a second factor up', () => {
  it('shows the secret as text, as an address and as a QR code', async () => {
    const { body } = await begin();
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.totp.uri).toContain(`:${member.name}?secret=${body.totp.secret}&issuer=`);
    expect(body.totp.qr.every((row) => row.length === body.totp.qr.length && /^[01]+$/.test(row))).toBe(true);
    // The finder pattern of ISO/IEC 18004 in the corner.
    expect(body.totp.qr.slice(0, 7).map((row) => row.slice(0, 7))).toEqual([
      '1111111',
      '1000001',
      '1011101',
      '1011101',
      '1011101',
      '1000001',
      '1111111',
    ]);
    expect(body).toMatchObject({ needsPassword: false, passkey: { rp: { id: HOST } } });
  });

  it('by the set-up code also sets the password, which the code alone does not', async () => {
    const [asker, manager] = [await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId)];
    const code = await renewed(asker, manager);
    const newPassword = 'Battery-Staple-2027';
    expect(await outcomeOf(post('password', { ...who(), proof: code, newPassword }))).toBe('second_factor_missing');
    const { body } = await begin(code);
    expect(body.needsPassword).toBe(true);
    const end = { enrolment: body.enrolment, code: codeOf(body.totp.secret) };
    expect(await outcomeOf(post('enrolment/finish', end))).toBe('password_weak');
    expect(await outcomeOf(post('enrolment/finish', { ...end, newPassword: `Abc-${member.name}-123` }))).toBe(
      'password_weak',
    );
    expect(await outcomeOf(post('enrolment/finish', { ...end, newPassword }))).toBe('ok');
    test.ctx.advance(MINUTE);
    expect(await outcomeOf(signIn(codeOf(body.totp.secret), newPassword))).toBe('ok');
    expect(await outcomeOf(begin(code))).toBe('sign_in_failed');
    expect(await auditOfStaff(test.ctx, member)).toContain(`desk.enrol staff:${member.id} ok`);
  });

  it('ends after 10 minutes, after 5 wrong codes, once, and with what comes after it', async () => {
    const finish = (enrolment: string, code: string) => outcomeOf(post('enrolment/finish', { enrolment, code }));
    const late = (await begin()).body;
    test.ctx.advance(10 * MINUTE);
    expect(await finish(late.enrolment, codeOf(late.totp.secret))).toBe('enrolment_over');
    const guessed = (await begin()).body;
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await finish(guessed.enrolment, '000000')).toBe('code_wrong');
    expect(await finish(guessed.enrolment, codeOf(guessed.totp.secret))).toBe('enrolment_over');
    const [first, second] = [(await begin()).body, (await begin()).body];
    expect(await finish(first.enrolment, codeOf(first.totp.secret))).toBe('enrolment_over');
    expect(await finish(second.enrolment, codeOf(second.totp.secret))).toBe('ok');
    expect(await finish(second.enrolment, codeOf(second.totp.secret, 1))).toBe('enrolment_over');
    expect(await finish('enrol.1.x', '000000')).toBe('enrolment_over');
  });

  it('anew needs the factor of before, and ends the sessions', async () => {
    const secret = await enrolled();
    const { token = '' } = (await signIn(codeOf(secret))).body;
    test.ctx.advance(MINUTE);
    expect(await outcomeOf(begin())).toBe('second_factor_needed');
    const { body } = await begin(PASSWORD, codeOf(secret));
    expect(
      await outcomeOf(post('enrolment/finish', { enrolment: body.enrolment, code: codeOf(body.totp.secret) })),
    ).toBe('ok');
    const used = await post(
      'commands/staff',
      { input: {} },
      { authorization: `Bearer ${token}`, 'idempotency-key': 'a-key-of-it' },
    );
    expect(used.status).toBe(401);
    test.ctx.advance(MINUTE);
    expect(await outcomeOf(signIn(codeOf(secret)))).toBe('code_wrong');
    expect(await outcomeOf(signIn(codeOf(body.totp.secret)))).toBe('ok');
  });

  it('is not begun by the token of a session, nor is a session by that of an enrolment', async () => {
    const { body } = await begin();
    const headers = { authorization: `Bearer ${body.enrolment}`, 'idempotency-key': 'a-key-of-it' };
    expect((await post('commands/staff', { input: {} }, headers)).status).toBe(401);
  });
});

/** A new set-up code, asked for by one manager and approved by the other: each has half of it. */
async function renewed(asker: TestStaff, manager: TestStaff): Promise<string> {
  const at = (by: TestStaff) => ({ headers: { ...by.headers, host: HOST } });
  const asked = await give(test, at(asker), 'renew-staff', { input: { name: member.name }, reason: 'lost the phone' });
  const input = { request: asked.body.request?.id ?? '' };
  const second = await give(test, at(manager), 'approve', { input });
  const first = await give(test, at(asker), 'request-outcome', { input });
  const halves = [first.body.rows?.[0]?.['firstHalfOfCode'], second.body.rows?.[0]?.['secondHalfOfCode']];
  return halves.map(String).join('-');
}

it('who has lost a factor is renewed by two managers, which ends what was there', async () => {
  const secret = await enrolled();
  await renewed(await givenStaff(test.ctx, tenantId), await givenStaff(test.ctx, tenantId));
  expect(await outcomeOf(signIn(codeOf(secret)))).toBe('sign_in_failed');
  const left = await test.ctx.asOwner('SELECT FROM staff_totp WHERE staff_id = $1', [member.id]);
  expect(left).toEqual([]);
});

describe('a passkey', () => {
  it('signs a member in by itself', async () => {
    const authenticator = await withPasskey();
    const signed = authenticator.sign(await challengeOf(), ORIGIN);
    const { body } = await post('sign-in', { passkey: signed });
    expect(body).toMatchObject({ name: member.name, role: 'manager', token: expect.any(String) });
    expect((await signIn()).body).toMatchObject({ error: 'second_factor_needed', factors: ['passkey'] });
    expect((await signIn('000000')).body).toMatchObject({ error: 'second_factor_needed' });
  });

  it('answers a challenge once, within 5 minutes', async () => {
    const authenticator = await withPasskey();
    const signed = authenticator.sign(await challengeOf(), ORIGIN);
    const send = () => outcomeOf(post('sign-in', { passkey: signed }));
    expect(await send()).toBe('ok');
    expect(await send()).toBe('passkey_refused');
    const late = authenticator.sign(await challengeOf(), ORIGIN);
    test.ctx.advance(5 * MINUTE);
    expect(await outcomeOf(post('sign-in', { passkey: late }))).toBe('passkey_refused');
  });

  it.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['of another host', { rpId: 'cards.example' }],
    ['without user verification', { isUserVerified: false }],
    ['of another user', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['that was made for another purpose', { type: 'webauthn.create' }],
  ])('is refused %s', async (_what, deviations) => {
    const authenticator = await withPasskey();
    const signed = authenticator.sign(await challengeOf(), { ...ORIGIN, ...deviations });
    expect(await outcomeOf(post('sign-in', { passkey: signed }))).toBe('passkey_refused');
  });

  it('that was copied is refused by its counter', async () => {
    const authenticator = await withPasskey();
    const send = async (counter: number) =>
      outcomeOf(post('sign-in', { passkey: authenticator.sign(await challengeOf(), { ...ORIGIN, counter }) }));
    expect(await send(5)).toBe('ok');
    expect(await send(5)).toBe('passkey_refused');
    expect(await send(6)).toBe('ok');
  });

  it('opens no other programme, and nothing for a member who has left or is locked', async () => {
    const authenticator = await withPasskey();
    const handle = Buffer.alloc(32, 7);
    for (const tenant of [(await givenTenant(test.ctx)).id, 987_654, -1]) {
      handle.writeInt32BE(tenant);
      const deviations = { ...ORIGIN, userHandle: handle.toString('base64url') };
      const elsewhere = authenticator.sign(await challengeOf(), deviations);
      expect(await outcomeOf(post('sign-in', { passkey: elsewhere }))).toBe('passkey_refused');
    }
    for (let failure = 0; failure < 5; failure += 1) await signIn(undefined, 'not it');
    const send = async () => outcomeOf(post('sign-in', { passkey: authenticator.sign(await challengeOf(), ORIGIN) }));
    expect(await send()).toBe('sign_in_locked');
    test.ctx.advance(30 * MINUTE);
    expect(await send()).toBe('ok');
    await test.ctx.asOwner('UPDATE staff SET ended_at = created_at WHERE id = $1', [member.id]);
    expect(await send()).toBe('passkey_refused');
  });

  it('is not made for another challenge or host', async () => {
    const { body } = await begin();
    const authenticator = openAuthenticator();
    const finish = (passkey: object) =>
      outcomeOf(post('enrolment/finish', { enrolment: body.enrolment, passkey, passkeyName: 'Key' }));
    expect(await finish(authenticator.make({ ...body.passkey, challenge: 'AAAA' }, ORIGIN))).toBe('passkey_refused');
    expect(await finish(authenticator.make(body.passkey, { ...ORIGIN, rpId: 'x.example' }))).toBe('passkey_refused');
    expect(await finish(authenticator.make(body.passkey, ORIGIN))).toBe('ok');
  });

  it('answers no challenge but ours, for this host', async () => {
    const authenticator = await withPasskey();
    const bytes = Buffer.from(await challengeOf(), 'base64url');
    bytes[20] = (bytes[20] ?? 0) ^ 1;
    for (const challenge of [bytes.toString('base64url'), 'AAAA']) {
      const signed = authenticator.sign(challenge, ORIGIN);
      expect(await outcomeOf(post('sign-in', { passkey: signed }))).toBe('passkey_refused');
    }
  });

  describe('of a member who has no app', () => {
    const newPassword = 'Battery-Staple-2027';
    const change = (more: object) => outcomeOf(post('password', { ...who(), proof: PASSWORD, newPassword, ...more }));
    const beginBy = (passkey: object) => post('enrolment', { ...who(), proof: PASSWORD, passkey });

    it('changes the password beside the present one, once', async () => {
      const authenticator = await withPasskey();
      const sign = async () => authenticator.sign(await challengeOf(), ORIGIN);
      const passkey = await sign();
      expect(await change({})).toBe('second_factor_needed');
      expect(await change({ proof: 'not it', passkey })).toBe('sign_in_failed');
      expect(await change({ passkey })).toBe('ok');
      expect(await change({ proof: newPassword, newPassword: PASSWORD, passkey })).toBe('passkey_refused');
      expect(await outcomeOf(signIn())).toBe('sign_in_failed');
      expect(await outcomeOf(post('sign-in', { passkey: await sign() }))).toBe('ok');
    });

    it('adds an app, by whose code the member signs in, and a further passkey', async () => {
      const authenticator = await withPasskey();
      const { body } = await beginBy(authenticator.sign(await challengeOf(), ORIGIN));
      await post('enrolment/finish', { enrolment: body.enrolment, code: codeOf(body.totp.secret) });
      test.ctx.advance(MINUTE);
      expect(await outcomeOf(signIn(codeOf(body.totp.secret)))).toBe('ok');
      // Either of the two factors is accepted.
      const again = (await beginBy(authenticator.sign(await challengeOf(), ORIGIN))).body;
      const second = openAuthenticator();
      const passkey = second.make(again.passkey, ORIGIN);
      await post('enrolment/finish', { enrolment: again.enrolment, passkey, passkeyName: 'Phone' });
      expect(await outcomeOf(post('sign-in', { passkey: second.sign(await challengeOf(), ORIGIN) }))).toBe('ok');
    });

    it('changes nothing without user verification', async () => {
      const passkey = (await withPasskey()).sign(await challengeOf(), { ...ORIGIN, isUserVerified: false });
      expect(await change({ passkey })).toBe('passkey_refused');
      expect(await outcomeOf(beginBy(passkey))).toBe('passkey_refused');
    });

    it('changes nothing of a colleague, whose password its holder knows', async () => {
      const colleague = member;
      await withPasskey();
      member = await givenStaff(test.ctx, tenantId, { password: PASSWORD });
      const passkey = (await withPasskey()).sign(await challengeOf(), ORIGIN);
      expect(await change({ ...who(colleague), passkey })).toBe('passkey_refused');
      // Nor does a passkey stand in for a factor that a member does not have.
      const bare = await givenStaff(test.ctx, tenantId, { password: PASSWORD });
      expect(await change({ ...who(bare), passkey })).toBe('second_factor_missing');
    });
  });
});
