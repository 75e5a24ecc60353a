import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { codeOf } from '../../../test-support/cookies.ts';
import { givenSession, givenWebAccount, type TestWebAccount } from '../../../test-support/factories.ts';

const UUID = '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5';
const DEVICE = {
  uuid: UUID,
  model: 'Pixel',
  version: '16',
  platform: 'Android',
  name: 'My phone',
  registrationId: 'registration-1',
  fcmEnabled: true,
  enabled: true,
};

let given: TestApp;
beforeAll(async () => {
  given = await givenApp();
});
afterAll(() => given.close());

/** The calls as one signed-in user. */
async function as(webAccount: TestWebAccount) {
  const { headers } = await givenSession(given.ctx, { webAccount });
  const post = (url: string, payload: object) => given.app.inject({ method: 'POST', url, headers, payload });
  return {
    register: (device: object) => post('/api/devices/register', device),
    check: async (uuid: string, registrationId?: string) => {
      const query = registrationId === undefined ? '' : `?registrationId=${registrationId}`;
      return (await given.app.inject({ url: `/api/devices/device/${uuid}${query}`, headers })).json<object>();
    },
    list: (account: string) => given.app.inject({ url: `/api/devices/account/${account}`, headers }),
    save: (accountNumber: string, devices: object[]) => post('/api/devices/account', { accountNumber, devices }),
    decline: (deviceuuid: string) => post('/api/devices/disablepasscodealert', { deviceuuid }),
  };
}

const UNKNOWN = {
  isAccountCheckOpen: false,
  isRegistered: false,
  device: null,
  passcodeIsSet: false,
  passcodeAlertDisabled: false,
  noticesAnswered: false,
  // A point of P-256, uncompressed: what a browser takes as its applicationServerKey.
  noticesKey: expect.stringMatching(/^B[\w-]{86}$/) as string,
};

describe('POST devices/register', () => {
  it('registers a device, and once more brings it up to date', async () => {
    const calls = await as(await givenWebAccount(given.ctx));
    expect((await calls.register(DEVICE)).json()).toEqual({ IsSuccessful: true });
    expect(await calls.check(UUID)).toEqual({
      ...UNKNOWN,
      isRegistered: true,
      device: DEVICE,
      noticesAnswered: true,
    });
    const changed = { ...DEVICE, fcmEnabled: false, version: '17', registrationId: 'registration-2' };
    await calls.register(changed);
    expect(await calls.check(UUID)).toMatchObject({ device: changed });
  });

  it.each([
    [{ uuid: 'short' }, 'uuid'],
    [{ uuid: 'x'.repeat(101) }, 'uuid'],
    [{ uuid: `${UUID}'; --` }, 'uuid'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ registrationId: 'x'.repeat(1001) }, 'registrationId'],
    [{ fcmEnabled: 'yes' }, 'fcmEnabled'],
    [{ enabled: undefined }, 'enabled'],
  ])('refuses %j', async (wrong, field) => {
    const calls = await as(await givenWebAccount(given.ctx));
    expect((await calls.register({ ...DEVICE, ...wrong })).json()).toMatchObject({ error: ['20010'], field });
  });

  it('gives the notices of a browser to whoever turned them on last', async () => {
    const first = await givenWebAccount(given.ctx);
    const second = await givenWebAccount(given.ctx, { brand: first.brand });
    await (await as(first)).register(DEVICE);
    await (await as(second)).register(DEVICE);
    expect(await (await as(first)).check(UUID)).toMatchObject({ device: { registrationId: '', fcmEnabled: false } });
    expect(await (await as(second)).check(UUID)).toMatchObject({ device: DEVICE });
  });

  it('keeps the 20 devices seen last', async () => {
    const user = await givenWebAccount(given.ctx);
    const calls = await as(user);
    for (let number = 10; number < 32; number += 1) {
      given.ctx.advance(1_000);
      await calls.register({ ...DEVICE, uuid: `device-${number}` });
    }
    const { devices } = (await calls.list(user.account.accountNumber)).json<{ devices: { uuid: string }[] }>();
    expect(devices.map(({ uuid }) => uuid)).toEqual(Array.from({ length: 20 }, (_, index) => `device-${31 - index}`));
  });
});

describe('GET devices/device/{uuid}', () => {
  it('compares the registration where one is sent', async () => {
    const calls = await as(await givenWebAccount(given.ctx));
    await calls.register(DEVICE);
    expect(await calls.check(UUID, 'registration-1')).toMatchObject({ isRegistered: true });
    expect(await calls.check(UUID, 'registration-9')).toMatchObject({ isRegistered: false, device: DEVICE });
  });

  it("knows nothing of another user's device of the same uuid", async () => {
    const user = await givenWebAccount(given.ctx);
    await (await as(user)).register(DEVICE);
    expect(await (await as(await givenWebAccount(given.ctx, { brand: user.brand }))).check(UUID)).toEqual(UNKNOWN);
    expect(await (await as(await givenWebAccount(given.ctx))).check(UUID)).toEqual(UNKNOWN);
  });

  it('says that a passcode is set on this device, not on another', async () => {
    const user = await givenWebAccount(given.ctx);
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    const payload = { device: DEVICE, pin: '4826', userAgent: 'Example' };
    await given.app.inject({ method: 'POST', url: '/api/onlineAccount/AddPasscode', headers, payload });
    const calls = await as(user);
    expect(await calls.check(UUID)).toMatchObject({ isRegistered: true, passcodeIsSet: true });
    expect(await calls.check(`${UUID}-2`)).toMatchObject({ isRegistered: false, passcodeIsSet: false });
  });

  it('counts a device that a passcode was set on as not asked about notices', async () => {
    const user = await givenWebAccount(given.ctx);
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    const payload = { device: DEVICE, pin: '4826', userAgent: 'Example' };
    await given.app.inject({ method: 'POST', url: '/api/onlineAccount/AddPasscode', headers, payload });
    expect(await (await as(user)).check(UUID)).toMatchObject({
      device: { ...DEVICE, registrationId: '', fcmEnabled: false },
      noticesAnswered: false,
    });
  });

  it('keeps the notices of a device that gets a passcode', async () => {
    const user = await givenWebAccount(given.ctx);
    await (await as(user)).register(DEVICE);
    const { headers } = await givenSession(given.ctx, { webAccount: user });
    const device = { ...DEVICE, registrationId: '', fcmEnabled: false };
    const payload = { device, pin: '4826', userAgent: 'Example' };
    await given.app.inject({ method: 'POST', url: '/api/onlineAccount/AddPasscode', headers, payload });
    expect(await (await as(user)).check(UUID)).toMatchObject({ device: DEVICE, passcodeIsSet: true });
  });
});

describe('POST devices/disablepasscodealert', () => {
  it('declines the offer for good, on a device that is registered or not', async () => {
    const calls = await as(await givenWebAccount(given.ctx));
    expect((await calls.decline(UUID)).json()).toEqual({ IsSuccessful: true });
    expect(await calls.check(UUID)).toEqual({ ...UNKNOWN, passcodeAlertDisabled: true });
    await calls.register(DEVICE);
    expect(await calls.check(UUID)).toMatchObject({ isRegistered: true, passcodeAlertDisabled: true });
  });
});

describe('devices/account', () => {
  it("lists the caller's registered devices", async () => {
    const user = await givenWebAccount(given.ctx);
    const calls = await as(user);
    await calls.register(DEVICE);
    await calls.decline(`${UUID}-2`);
    expect((await calls.list(user.account.accountNumber)).json()).toEqual({ devices: [DEVICE] });
  });

  it("does not find another account, and shows a nominee none of the primary holder's devices", async () => {
    const user = await givenWebAccount(given.ctx);
    const other = await givenWebAccount(given.ctx, { brand: user.brand });
    const nominee = await givenWebAccount(given.ctx, { account: user.account, extension: '01' });
    await (await as(user)).register(DEVICE);
    const { accountNumber } = user.account;
    expect(codeOf(await (await as(other)).list(accountNumber))).toBe('404');
    expect((await (await as(nominee)).list(accountNumber)).json()).toEqual({ devices: [] });
  });

  it('saves name and switches', async () => {
    const user = await givenWebAccount(given.ctx);
    const calls = await as(user);
    await calls.register(DEVICE);
    const change = { uuid: UUID, name: 'Old phone', fcmEnabled: false, enabled: false };
    expect((await calls.save(user.account.accountNumber, [change])).json()).toEqual({ IsSuccessful: true });
    expect(await calls.check(UUID)).toMatchObject({ device: { ...DEVICE, ...change } });
  });

  it('changes nothing where one device is unknown or the account is not the own', async () => {
    const user = await givenWebAccount(given.ctx);
    const other = await givenWebAccount(given.ctx, { brand: user.brand });
    const calls = await as(user);
    await calls.register(DEVICE);
    const change = { uuid: UUID, name: 'Old phone', fcmEnabled: false, enabled: false };
    const unknown = { ...change, uuid: `${UUID}-2` };
    expect(codeOf(await calls.save(user.account.accountNumber, [change, unknown]))).toBe('404');
    expect(codeOf(await calls.save(other.account.accountNumber, [change]))).toBe('404');
    expect(codeOf(await (await as(other)).save(other.account.accountNumber, [change]))).toBe('404');
    expect(await calls.check(UUID)).toMatchObject({ device: DEVICE });
  });
});
