import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brandFields, givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenBrand, givenPan, givenWebAccount } from '../../../test-support/factories.ts';
import { buildApp } from '../../http/app.ts';
import { countCallOf } from './address-rate.ts';

let given: TestApp;
beforeAll(async () => {
  given = await givenApp({ WATTLE_SIGN_IN_RATE: '6' });
});
afterAll(() => given.close());

describe('the rate of sign-in attempts of an address', () => {
  it('is shared by all servers on the database', async () => {
    const { brand, username } = await givenWebAccount(given.ctx);
    const second = await buildApp(given.ctx);
    const attempt = async (app: TestApp['app']) => {
      const fields = { grant_type: 'password', ...brandFields(brand), userName: username, password: 'not it' };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const payload = new URLSearchParams(fields).toString();
      const remoteAddress = '192.0.2.7';
      return app.inject({ method: 'POST', url: '/api/token', headers, payload, remoteAddress });
    };
    const statuses = [];
    for (const app of [given.app, second, given.app, second, given.app, second]) {
      statuses.push((await attempt(app)).statusCode);
    }
    expect(statuses).toEqual(Array(6).fill(400));
    given.ctx.advance(20_000);
    for (const app of [given.app, second]) {
      const response = await attempt(app);
      expect(response).toMatchObject({ statusCode: 429, headers: { 'retry-after': '40' } });
    }
    await second.close();
  });

  it('counts every grant that names a user', async () => {
    const brand = await givenBrand(given.ctx, {
      settings: { UseCardIdForCardholderAccess: true, AllowGetCardAccessDetails: true },
    });
    const attempt = async (fields: Readonly<Record<string, string>>) =>
      (
        await given.app.inject({
          method: 'POST',
          url: '/api/token',
          remoteAddress: '192.0.2.8',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...brandFields(brand), ...fields }).toString(),
        })
      ).statusCode;
    const grants: Readonly<Record<string, string>>[] = [
      { grant_type: 'cardaccess', cardnumber: givenPan() },
      { grant_type: 'accountnumber', accountNumber: '123456789' },
      { grant_type: 'passcode', passcode: '4826', userAgent: '', deviceId: 'device-1' },
      { grant_type: 'card', cardnumber: givenPan(), accesscode: '123456' },
      { grant_type: 'password', userName: 'nobody', password: 'not it' },
      { grant_type: 'cardaccess', cardnumber: givenPan() },
    ];
    for (const fields of grants) expect(await attempt(fields)).not.toBe(429);
    for (const fields of grants) expect(await attempt(fields)).toBe(429);
  });

  it('is separate for each address, and permits attempts again after a minute', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1)
      expect(await countCallOf(given.ctx, 'signIn', '192.0.2.9')).toBe(0);
    expect(await countCallOf(given.ctx, 'signIn', '192.0.2.9')).toBe(60);
    expect(await countCallOf(given.ctx, 'signIn', '192.0.2.10')).toBe(0);
    given.ctx.advance(60_000);
    expect(await countCallOf(given.ctx, 'signIn', '192.0.2.9')).toBe(0);
  });

  it('counts all concurrent attempts', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, () => countCallOf(given.ctx, 'signIn', '2001:db8::7')));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(6);
  });

  it('is stored without the address itself', async () => {
    await countCallOf(given.ctx, 'signIn', '198.51.100.23');
    const rows = await given.ctx.asOwner<{ row: string }>('SELECT a::text AS row FROM address_attempt a');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some(({ row }) => row.includes('198.51'))).toBe(false);
  });

  it.each([
    ['an IPv4 address', ['203.0.113.9:4711', '203.0.113.9:4712', '"203.0.113.9"']],
    ['the /64 of an IPv6 address', ['[2001:db8::1]:4711', '[2001:db8::2]:4711', '2001:db8::3']],
    ['what is no address', ['unknown', '_hidden:1', 'nobody']],
  ])('counts %s once, whatever port a proxy adds', async (_what, callers) => {
    const behind = await givenApp({ WATTLE_SIGN_IN_RATE: '2', WATTLE_TRUSTED_PROXIES: '127.0.0.1' });
    const { brand } = await givenWebAccount(behind.ctx);
    const grant = { grant_type: 'password', ...brandFields(brand), userName: 'nobody', password: 'not it' };
    const statuses = [];
    for (const caller of callers) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': caller };
      const payload = new URLSearchParams(grant).toString();
      statuses.push((await behind.app.inject({ method: 'POST', url: '/api/token', headers, payload })).statusCode);
    }
    expect(statuses).toEqual([400, 400, 429]);
    await behind.close();
  });

  it.each([
    ['the caller that a trusted proxy names', { WATTLE_TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' }, 400],
    ['whoever connects, where no proxy is trusted', {}, 429],
  ])('counts %s', async (_what, settings, status) => {
    const behind = await givenApp({ WATTLE_SIGN_IN_RATE: '2', ...settings });
    const { brand } = await givenWebAccount(behind.ctx);
    const attempt = (forwarded: string) =>
      behind.app.inject({
        method: 'POST',
        url: '/api/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': forwarded },
        payload: new URLSearchParams({
          grant_type: 'password',
          ...brandFields(brand),
          userName: 'nobody',
          password: 'not it',
        }).toString(),
      });
    for (const visitor of ['192.0.2.1', '192.0.2.2']) expect((await attempt(visitor)).statusCode).toBe(400);
    expect((await attempt('192.0.2.3')).statusCode).toBe(status);
    await behind.close();
  });
});
