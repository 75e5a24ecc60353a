import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../test-support/app.ts';
import { givenStaff, type TestStaff } from '../../test-support/desk/desk.ts';
import { givenTenant } from '../../test-support/factories.ts';

const MINUTE = 60_000;
const PASSWORD = 'Correct-Horse-2026';
const PAGE = { 'wattle-desk': 'browser', 'sec-fetch-site': 'same-origin' };

let test: TestApp;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wattle-desk-'));
  mkdirSync(path.join(folder, 'assets/app'), { recursive: true });
  mkdirSync(path.join(folder, 'builds/abc'), { recursive: true });
  writeFileSync(path.join(folder, 'current'), 'abc\n');
  writeFileSync(path.join(folder, 'builds/abc/index.html'), '<!doctype html><title>Desk</title>');
  writeFileSync(path.join(folder, 'assets/app/desk-1.js'), 'export {};');
  test = await givenApp({ WATTLE_SIGN_IN_RATE: '10000' }, { deskFolder: folder });
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true });
});

let calls = 0;
const nextAddress = () => `127.8.${((calls += 1) >> 8) & 255}.${calls & 255}`;

type Headers = Readonly<Record<string, string>>;
const post = (url: string, headers: Headers, payload: object = {}, { app } = test) =>
  app.inject({ method: 'POST', url, headers, payload, remoteAddress: nextAddress() });
const look = (url: string, headers: Headers = {}, { app } = test) =>
  app.inject({ url, headers, remoteAddress: nextAddress() });

const givenMember = async ({ ctx } = test) =>
  givenStaff(ctx, (await givenTenant(ctx)).id, { password: PASSWORD, role: 'manager' });
const signIn = ({ tenantId, name }: TestStaff, headers: Headers = PAGE, app = test) =>
  post('/desk/sign-in', headers, { tenant: tenantId, name, password: PASSWORD }, app);
const cookieOf = (response: Awaited<ReturnType<typeof signIn>>) => {
  const [cookie] = response.cookies;
  if (!cookie) throw new Error(`no cookie: ${response.body}`);
  return `${cookie.name}=${cookie.value}`;
};
const give = (cookie: string, headers: Headers = PAGE) =>
  post('/desk/commands/staff', { ...headers, cookie, 'idempotency-key': 'a-key-of-the-page' }, { input: {} });

describe('the session of a page', () => {
  it('is a cookie that no script reads, and no token is answered', async () => {
    const member = await givenMember();
    const response = await signIn(member);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      name: member.name,
      fullName: expect.stringContaining('Member'),
      role: 'manager',
      tenant: member.tenantId,
      programme: expect.any(String),
      idleMs: 15 * MINUTE,
      endsAt: expect.any(String),
    });
    expect(response.cookies).toEqual([
      {
        name: 'wattle-desk',
        value: expect.stringMatching(/^desk\.\d+\.[0-9a-f-]{36}\.[\w-]{43}$/),
        httpOnly: true,
        sameSite: 'Strict',
        path: '/',
        maxAge: 8 * 60 * 60,
      },
    ]);
    expect((await give(cookieOf(response))).statusCode).toBe(200);
  });

  it('is bound to its host in production', async () => {
    const given = await givenApp({ WATTLE_MODE: 'production', WATTLE_DESK_HOST: 'desk.example' });
    const { raw } = { raw: await look('/desk/session', { host: 'desk.example', cookie: 'wattle-desk=x' }, given) };
    expect(raw.statusCode).toBe(401);
    await given.close();
  });

  it('answers who is signed in, and what is left of the session', async () => {
    const member = await givenMember();
    const cookie = cookieOf(await signIn(member));
    test.ctx.advance(5 * MINUTE);
    const response = await look('/desk/session', { ...PAGE, cookie });
    expect(response.json()).toMatchObject({ name: member.name, tenant: member.tenantId, idleMs: 15 * MINUTE });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'wattle-desk-left': String(15 * MINUTE) });
  });

  it('is asked for by a page without an error where no one is signed in, and refused to others', async () => {
    const [page, other] = [await look('/desk/session', PAGE), await look('/desk/session')];
    expect([page.statusCode, page.json()]).toEqual([200, {}]);
    expect([other.statusCode, other.json()]).toMatchObject([401, { error: 'not_signed_in' }]);
  });

  it('is prolonged by a person and not by what a page asks by itself', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    const alone = { ...PAGE, 'wattle-desk': 'unattended' };
    test.ctx.advance(10 * MINUTE);
    const asked = await give(cookie, alone);
    expect([asked.statusCode, asked.headers['wattle-desk-left']]).toEqual([200, String(5 * MINUTE)]);
    test.ctx.advance(5 * MINUTE - 1);
    expect((await give(cookie)).headers['wattle-desk-left']).toBe(String(15 * MINUTE));
    test.ctx.advance(15 * MINUTE);
    const ended = await give(cookie, alone);
    expect([ended.statusCode, ended.headers['wattle-desk-left']]).toEqual([401, '0']);
  });

  it('ends 8 hours after its sign-in, which the time left says before', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    for (let minutes = 10; minutes < 8 * 60; minutes += 10) {
      test.ctx.advance(10 * MINUTE);
      await give(cookie);
    }
    expect((await give(cookie)).headers['wattle-desk-left']).toBe(String(10 * MINUTE));
    test.ctx.advance(10 * MINUTE);
    expect((await give(cookie)).statusCode).toBe(401);
  });

  it('ends with a sign-out, which takes the cookie away', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    const out = await post('/desk/sign-out', { ...PAGE, cookie });
    expect(out.cookies).toMatchObject([{ name: 'wattle-desk', value: '', maxAge: 0 }]);
    expect((await give(cookie)).statusCode).toBe(401);
  });

  it('ends where the member is ended elsewhere', async () => {
    const member = await givenMember();
    const cookie = cookieOf(await signIn(member));
    await test.ctx.asOwner('UPDATE staff SET ended_at = created_at WHERE id = $1', [member.id]);
    expect([(await give(cookie)).statusCode, (await look('/desk/session', { ...PAGE, cookie })).json()]).toEqual([
      401,
      {},
    ]);
  });
});

describe('attacks on the session of a page', () => {
  it('a session that was left in the browser before is neither taken over nor kept', async () => {
    const attacker = cookieOf(await signIn(await givenMember()));
    const victim = await signIn(await givenMember(), { ...PAGE, cookie: attacker });
    expect(cookieOf(victim)).not.toBe(attacker);
    expect((await give(attacker)).statusCode).toBe(401);
    expect((await give(cookieOf(victim))).statusCode).toBe(200);
  });

  it('each sign-in has a session of its own', async () => {
    const member = await givenMember();
    const [first, second] = [cookieOf(await signIn(member)), cookieOf(await signIn(member))];
    expect(first).not.toBe(second);
  });

  it.each([
    ['without the header', {}, 401],
    ['of another site', { ...PAGE, 'sec-fetch-site': 'cross-site' }, 403],
    ['of a neighbour', { ...PAGE, 'sec-fetch-site': 'same-site' }, 403],
    ['typed as an address', { ...PAGE, 'sec-fetch-site': 'none' }, 403],
    ['of a browser that does not say', { 'wattle-desk': 'browser' }, 200],
  ])('a call %s', async (_what, headers: Headers, status) => {
    const cookie = cookieOf(await signIn(await givenMember()));
    expect((await give(cookie, headers)).statusCode).toBe(status);
    expect((await look('/desk/session', { ...headers, cookie })).statusCode).toBe(status);
  });

  it('a form of another site can send no call, whatever it says about itself', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    const form = (headers: Headers) =>
      test.app.inject({
        method: 'POST',
        url: '/desk/commands/staff',
        headers: { ...headers, cookie, 'idempotency-key': 'a-key-of-a-form' },
        payload: '{"input":{}}',
        remoteAddress: nextAddress(),
      });
    // The three types that a form may have; none of them can carry the header of a page.
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain']) {
      expect((await form({ 'content-type': type, origin: 'https://evil.example' })).statusCode).toBe(401);
      const named = await form({ ...PAGE, 'content-type': type });
      expect([named.statusCode, named.json()]).toEqual([400, expect.objectContaining({ error: 'input_invalid' })]);
    }
  });

  it('a body of 10 MB is refused, and the session goes on', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    const key = { 'idempotency-key': 'a-key-of-the-page' };
    const large = { input: {}, reason: 'x'.repeat(10 * 1024 * 1024) };
    const response = await post('/desk/commands/staff', { ...PAGE, ...key, cookie }, large);
    expect([response.statusCode, response.json()]).toEqual([400, expect.objectContaining({ error: 'input_invalid' })]);
    expect((await give(cookie)).statusCode).toBe(200);
  });

  it('a sign-in by a page of another site is none', async () => {
    const response = await signIn(await givenMember(), { ...PAGE, 'sec-fetch-site': 'cross-site' });
    expect([response.statusCode, response.json(), response.cookies]).toEqual([
      403,
      expect.objectContaining({ error: 'foreign_page' }),
      [],
    ]);
  });

  it('no other site may call', async () => {
    const response = await test.app.inject({
      method: 'OPTIONS',
      url: '/desk/commands/staff',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'wattle-desk' },
    });
    expect(response.statusCode).toBe(404);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('the cookie opens no call of a cardholder', async () => {
    const cookie = cookieOf(await signIn(await givenMember()));
    expect((await look('/api/card/cards', { ...PAGE, cookie })).statusCode).toBe(401);
  });

  it('words that look like a page are data of a type that no browser runs', async () => {
    const { id } = await givenTenant(test.ctx);
    const member = await givenStaff(test.ctx, id, { password: PASSWORD });
    const evil = '<script>alert(1)</script>';
    await test.ctx.asOwner('UPDATE staff SET full_name = $2 WHERE id = $1', [member.id, evil]);
    const response = await give(cookieOf(await signIn(member)));
    expect(response.json<{ rows: object[] }>().rows).toEqual([expect.objectContaining({ fullName: evil })]);
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
  });
});

describe('the definitions of commands', () => {
  it('are those of every command, with what the caller may give', async () => {
    const member = await givenStaff(test.ctx, (await givenTenant(test.ctx)).id, { role: 'agent' });
    const { commands } = (await look('/desk/commands', member.headers)).json<{ commands: { name: string }[] }>();
    expect(commands.find(({ name }) => name === 'requests')).toMatchObject({
      permission: 'look',
      needsApproval: false,
      mayGive: true,
      inputs: [
        { name: 'request', isRequired: false, isPositional: true, isSwitch: false, schema: { type: 'string' } },
        { name: 'all', isRequired: false, isSwitch: true, schema: { type: 'boolean' } },
        { name: 'today', isRequired: false, isSwitch: true, schema: { type: 'boolean' } },
        { name: 'state', isRequired: false, choices: ['Done', 'Failed', 'Refused', 'Expired'] },
        { name: 'mine', isRequired: false, choices: ['asked', 'decided'] },
        { name: 'page', isRequired: false, takes: 'a whole number from 1 to 1000' },
      ],
    });
    expect(commands.find(({ name }) => name === 'add-staff')).toMatchObject({
      needsApproval: true,
      mayGive: false,
      inputs: [
        { name: 'name', isRequired: true },
        { name: 'fullName' },
        { choices: ['viewer', 'agent', 'manager'] },
        { name: 'until', isRequired: false },
      ],
      columns: ['name', 'role', 'secondHalfOfCode', 'until'],
    });
  });

  it('are for staff alone', async () => {
    expect((await look('/desk/commands')).statusCode).toBe(401);
  });
});

describe('pages of the desk', () => {
  it.each(['/desk', '/desk/', '/desk/people/123', '/DESK/approvals'])(
    '%s is the page, under its policy',
    async (url) => {
      const response = await look(url, { accept: 'text/html' });
      expect([response.statusCode, response.body]).toEqual([200, '<!doctype html><title>Desk</title>']);
      const policy = String(response.headers['content-security-policy']);
      for (const part of ["default-src 'none'", "script-src 'self';", "worker-src 'none'", "frame-ancestors 'none'"]) {
        expect(policy).toContain(part);
      }
      expect(policy).not.toContain('unsafe');
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'x-frame-options': 'DENY' });
    },
  );

  it('its files are for ever, and what is none is no page', async () => {
    const file = await look('/desk/assets/app/desk-1.js');
    expect([file.statusCode, file.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    for (const url of ['/desk/assets/app/none.js', '/desk/assets/app/..%2f..%2fcurrent', '/desk/assets/x']) {
      expect((await look(url)).statusCode).toBe(404);
    }
  });

  it.each(['/desk', '/desk/people/1', '/%64esk/', '/desk/session', '/desk/assets/app/desk-1.js'])(
    '%s is not there for another network',
    async (url) => {
      const response = await test.app.inject({ url, remoteAddress: '192.0.2.7', headers: { accept: 'text/html' } });
      expect(response.statusCode).toBe(404);
    },
  );
});

describe('the host of the desk', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await givenApp({ WATTLE_DESK_HOST: 'Desk.Example' }, { deskFolder: folder });
  });
  afterAll(() => own.close());
  const at = async (host: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    (await own.app.inject({ method, url, headers: { host, accept: 'text/html' }, remoteAddress: nextAddress() }))
      .statusCode;

  it.each([
    ['GET', '/desk/', 200],
    ['GET', '/desk/session', 401],
    ['POST', '/desk/commands/staff', 401],
    ['POST', '/desk/sign-in', 400],
  ] as const)('has %s %s, and no other host has', async (method, url, status) => {
    expect(await at('desk.example', url, method)).toBe(status);
    expect(await at('DESK.example:8443', url, method)).toBe(status);
    for (const host of ['cards.example', 'localhost', 'desk.example.evil.example', '127.0.0.1:3000']) {
      expect(await at(host, url, method)).toBe(404);
    }
  });

  it.each([
    '/login',
    '/wattle/login',
    '/api/card/cards',
    '/api/openapi.json',
    '/metrics',
    '/assets/app/x.js',
    '/push-worker.js',
  ])('has nothing of the cardholder: %s', async (url) => {
    expect(await at('desk.example', url)).toBe(404);
  });

  it('leads from its root to the desk', async () => {
    expect(await at('desk.example', '/')).toBe(302);
  });

  it('is needed for pages in production, and not for calls', async () => {
    const production = await givenApp({ WATTLE_MODE: 'production' }, { deskFolder: folder });
    expect((await look('/desk/', {}, production)).statusCode).toBe(404);
    expect((await look('/desk/session', PAGE, production)).statusCode).toBe(404);
    expect((await post('/desk/sign-in', {}, {}, production)).statusCode).toBe(400);
    await production.close();
  });
});
