import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../../test-support/app.ts';
import { auditOfStaff, give, givenStaff, type TestStaff } from '../../../../test-support/desk/desk.ts';
import { givenTenant } from '../../../../test-support/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASSWORD = 'Correct-Horse-2026';

let test: TestApp;
beforeAll(async () => {
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' });
});
afterAll(() => test.close());

const givenMember = async () => givenStaff(test.ctx, (await givenTenant(test.ctx)).id, { password: PASSWORD });

const signIn = (body: object, remoteAddress = '127.0.0.1') =>
  test.app.inject({ method: 'POST', url: '/desk/sign-in', payload: body, remoteAddress });
const attempt = async ({ tenantId, name }: TestStaff, password: string, tenant = tenantId) => {
  const response = await signIn({ tenant, name, password });
  return response.json<{ error?: string; token?: string }>().error ?? 'in';
};
const tokenOf = async ({ tenantId, name }: TestStaff) =>
  (await signIn({ tenant: tenantId, name, password: PASSWORD })).json<{ token: string }>().token;
const asBearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const use = async (by: Pick<TestStaff, 'headers'>) => (await give(test, by, 'staff')).status;

describe('sign-in of staff', () => {
  it('opens a session that the commands take', async () => {
    const member = await givenMember();
    const response = await signIn({ tenant: member.tenantId, name: member.name.toUpperCase(), password: PASSWORD });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ name: member.name, role: 'manager', idleMs: 15 * MINUTE });
    expect(response.headers['cache-control']).toBe('no-store');
    expect(await use(asBearer(response.json<{ token: string }>().token))).toBe(200);
    expect(await auditOfStaff(test.ctx, member)).toEqual([`desk.sign-in staff:${member.id} ok`, 'desk.staff ok']);
  });

  it('gives one answer for a wrong password, an unknown name and a name of another tenant', async () => {
    const member = await givenMember();
    const other = await givenMember();
    expect(await attempt(member, 'not it')).toBe('sign_in_failed');
    expect(await attempt({ ...member, name: 'nobody' }, PASSWORD)).toBe('sign_in_failed');
    expect(await attempt(member, PASSWORD, other.tenantId)).toBe('sign_in_failed');
    expect(await attempt(member, PASSWORD, 999_999)).toBe('sign_in_failed');
  });

  it('locks a name, known or not, with its 5th failure for 30 minutes, then for an hour', async () => {
    const member = await givenMember();
    for (const who of [member, { ...member, name: 'nobody' }]) {
      for (let failure = 1; failure < 5; failure += 1) expect(await attempt(who, 'not it')).toBe('sign_in_failed');
      expect(await attempt(who, 'not it')).toBe('sign_in_locked');
      expect(await attempt(who, PASSWORD)).toBe('sign_in_locked');
    }
    test.ctx.advance(30 * MINUTE);
    for (let failure = 1; failure < 5; failure += 1) expect(await attempt(member, 'not it')).toBe('sign_in_failed');
    expect(await attempt(member, 'not it')).toBe('sign_in_locked');
    test.ctx.advance(HOUR - 1);
    expect(await attempt(member, PASSWORD)).toBe('sign_in_locked');
    test.ctx.advance(1);
    expect(await attempt(member, PASSWORD)).toBe('in');
  });

  it('judges no more attempts than the lock allows when they come at once', async () => {
    const member = await givenMember();
    const wrong = await Promise.all(Array.from({ length: 8 }, () => attempt(member, 'not it')));
    expect(wrong.filter((answer) => answer === 'sign_in_failed')).toHaveLength(4);
    expect(await attempt(member, PASSWORD)).toBe('sign_in_locked');
  });

  it('audits the refused attempts of a tenant with whom they named', async () => {
    const member = await givenMember();
    await attempt(member, 'not it');
    await attempt({ ...member, name: 'nobody' }, 'not it');
    const lines = await test.ctx.asOwner(
      `SELECT actor, object, outcome FROM audit_log WHERE tenant_id = $1 AND action = 'desk.sign-in' ORDER BY id`,
      [member.tenantId],
    );
    expect(lines).toEqual([
      { actor: 'visitor', object: `staff:${member.id}`, outcome: 'sign_in_failed' },
      { actor: 'visitor', object: null, outcome: 'sign_in_failed' },
    ]);
  });

  it('counts as a sign-in attempt of its address', async () => {
    const slow = await givenApp({ WATTLE_SIGN_IN_RATE: '2' });
    const post = () =>
      slow.app.inject({
        method: 'POST',
        url: '/desk/sign-in',
        payload: { tenant: 1, name: 'nobody', password: 'not it' },
      });
    for (const status of [400, 400, 429]) expect((await post()).statusCode).toBe(status);
    await slow.close();
  });

  it.each([
    ['no tenant', { name: 'kate', password: PASSWORD }, 'tenant'],
    ['no name', { tenant: 1, password: PASSWORD }, 'name'],
    ['no password', { tenant: 1, name: 'kate' }, 'password'],
  ])('refuses %s', async (_what, body, field) => {
    const response = await signIn(body);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'input_invalid', field }),
    ]);
  });
});

describe('a session of staff', () => {
  it('ends after 15 minutes without a command, each of which prolongs it', async () => {
    const member = asBearer(await tokenOf(await givenMember()));
    test.ctx.advance(15 * MINUTE - 1);
    expect(await use(member)).toBe(200);
    test.ctx.advance(15 * MINUTE - 1);
    expect(await use(member)).toBe(200);
    test.ctx.advance(15 * MINUTE);
    expect(await use(member)).toBe(401);
  });

  it('ends 8 hours after its sign-in, however much it is used', async () => {
    const member = asBearer(await tokenOf(await givenMember()));
    for (let minutes = 0; minutes < 8 * 60 - 10; minutes += 10) {
      test.ctx.advance(10 * MINUTE);
      expect(await use(member)).toBe(200);
    }
    test.ctx.advance(10 * MINUTE);
    expect(await use(member)).toBe(401);
  });

  it('ends with a sign-out, at once and alone', async () => {
    const member = await givenMember();
    const [first, second] = [asBearer(await tokenOf(member)), asBearer(await tokenOf(member))];
    const signOut = await test.app.inject({ method: 'POST', url: '/desk/sign-out', headers: first.headers });
    expect(signOut.statusCode).toBe(200);
    expect([await use(first), await use(second)]).toEqual([401, 200]);
    expect(await auditOfStaff(test.ctx, member)).toContain(`desk.sign-out staff:${member.id} ok`);
  });

  it('ends when its owner is no longer a member of staff', async () => {
    const member = await givenMember();
    await test.ctx.asOwner('UPDATE staff SET ended_at = created_at WHERE id = $1', [member.id]);
    expect(await use(member)).toBe(401);
    expect(await attempt(member, PASSWORD)).toBe('sign_in_failed');
  });

  it('is kept as a hash of its token', async () => {
    const token = await tokenOf(await givenMember());
    const [, , , secret = ''] = token.split('.');
    const rows = await test.ctx.asOwner<{ row: string }>('SELECT s::text AS row FROM staff_session s');
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
  });

  it.each([
    ['a token of a cardholder', 'eyJhbGciOiJIUzI1NiJ9.e30.x'],
    ['a token with another secret', undefined],
    ['nothing', ''],
  ])('is not opened by %s', async (_what, given) => {
    const token = await tokenOf(await givenMember());
    expect(await use(asBearer(given ?? `${token.slice(0, -8)}AAAAAAAA`))).toBe(401);
  });

  it('opens no call of a cardholder', async () => {
    const { headers } = await givenMember();
    expect((await test.app.inject({ url: '/api/card/cards', headers })).statusCode).toBe(401);
  });
});

describe('the address of the desk', () => {
  it.each([
    ['127.0.0.1', 400],
    ['::1', 400],
    ['::ffff:127.0.0.1', 400],
    ['192.0.2.7', 404],
    ['2001:db8::7', 404],
  ])('answers %s with %i unless another network is set', async (address, status) => {
    expect((await signIn({}, address)).statusCode).toBe(status);
  });

  it('answers the networks of the setting', async () => {
    const given = await givenApp({ WATTLE_DESK_NETWORKS: '192.0.2.0/24, 2001:db8::/32' });
    const statusFor = async (remoteAddress: string) =>
      (await given.app.inject({ method: 'POST', url: '/desk/sign-in', payload: {}, remoteAddress })).statusCode;
    expect(await statusFor('192.0.2.99')).toBe(400);
    expect(await statusFor('2001:db8::7')).toBe(400);
    expect(await statusFor('127.0.0.1')).toBe(404);
    await given.close();
  });

  it.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['forwarded', 'for=127.0.0.1'],
    ['via', '1.1 proxy'],
    ['x-real-ip', '127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['x-forwarded-host', 'desk.example'],
  ])('answers no call of a proxy that is not trusted, which says so by %s', async (name, value) => {
    // Everybody behind it has its address.
    const headers = { [name]: value };
    expect((await test.app.inject({ method: 'POST', url: '/desk/sign-in', payload: {}, headers })).statusCode).toBe(
      404,
    );
  });

  it('answers a call of a trusted proxy that says who calls', async () => {
    const behind = await givenApp({ WATTLE_TRUSTED_PROXIES: '127.0.0.1' });
    const post = async (headers: Record<string, string>) =>
      (await behind.app.inject({ method: 'POST', url: '/desk/sign-in', payload: {}, headers })).statusCode;
    expect(await post({ 'x-forwarded-for': '127.0.0.1' })).toBe(400);
    expect(await post({ 'x-forwarded-for': '127.0.0.1:4711', via: '1.1 proxy' })).toBe(400);
    // A caller elsewhere, one that it does not name, and one that it names by no address.
    const elsewhere: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-real-ip': '127.0.0.1' },
      { 'x-forwarded-for': 'unknown' },
      { 'x-forwarded-for': '' },
    ];
    for (const headers of elsewhere) expect(await post(headers)).toBe(404);
    await behind.close();
  });

  it('answers 3,600 calls of one address in a minute', async () => {
    const given = await givenApp();
    const statuses = [];
    for (let call = 0; call < 3_601; call += 1) {
      statuses.push((await given.app.inject({ method: 'POST', url: '/desk/sign-out' })).statusCode);
    }
    expect(statuses.slice(-2)).toEqual([401, 429]);
    await given.close();
  });

  it('is in no description of the API', async () => {
    const openapi = await test.app.inject({ url: '/api/openapi.json' });
    expect(openapi.body).not.toContain('/desk');
  });
});
