import { afterEach, beforeEach, expect, it } from 'vitest';
import { givenApp, type TestApp } from '../../../test-support/app.ts';
import { givenSession, givenWebAccount, type TestWebAccount } from '../../../test-support/factories.ts';
import { givenSubscription } from '../../../test-support/subscription.ts';
import { givenTransports } from '../../../test-support/outside/transports.ts';
import type { PushDelivery } from '../../outside/push/port.ts';
import { deliverDue } from './deliver-messages.due.ts';

const UUID = '6f1a2c3e-0d4b-4c5d-8e9f-a0b1c2d3e4f5';
const GONE: PushDelivery = { ok: false, isFinal: true, code: 'http_410', isGone: true };

let given: TestApp;
let user: TestWebAccount;
beforeEach(async () => {
  given = await givenApp();
  user = await givenWebAccount(given.ctx);
});
afterEach(() => given.close());

const device = (uuid: string, registrationId: string, fcmEnabled = true) => ({
  uuid,
  model: 'Pixel',
  version: '16',
  platform: 'Android',
  name: 'My phone',
  registrationId,
  fcmEnabled,
  enabled: true,
});

async function calls() {
  const { headers } = await givenSession(given.ctx, { webAccount: user });
  const post = (url: string, payload: object) => given.app.inject({ method: 'POST', url, headers, payload });
  return {
    register: (payload: object) => post('/api/devices/register', payload),
    setPasscode: () =>
      post('/api/onlineAccount/AddPasscode', { device: device('passcode-device', ''), pin: '4826', userAgent: 'x' }),
    check: async (uuid: string) =>
      (await given.app.inject({ url: `/api/devices/device/${uuid}`, headers })).json<object>(),
  };
}

it('notifies every device with notices of changed access, and no other', async () => {
  const { register, setPasscode } = await calls();
  const [phone, laptop] = [
    givenSubscription('https://fcm.googleapis.com/phone'),
    givenSubscription('https://updates.push.services.mozilla.com/laptop'),
  ];
  await register(device(UUID, JSON.stringify(phone)));
  await register(device(`${UUID}-2`, JSON.stringify(laptop)));
  await register(device(`${UUID}-3`, JSON.stringify(givenSubscription('https://fcm.googleapis.com/off')), false));
  await setPasscode();
  const { transports, notices } = givenTransports();
  await deliverDue(given.ctx, transports);
  expect(notices.map(({ to }) => to.endpoint).toSorted()).toEqual([phone.endpoint, laptop.endpoint]);
  expect(notices[0]?.payload).toMatchObject({ language: 'enAU', page: 'signInMethods' });
});

it('removes a browser that its push service no longer knows, and keeps the setting of its user', async () => {
  const { register, setPasscode, check } = await calls();
  const registrationId = JSON.stringify(givenSubscription('https://fcm.googleapis.com/gone'));
  await register(device(UUID, registrationId));
  await setPasscode();
  const { transports, notices } = givenTransports(() => GONE);
  await deliverDue(given.ctx, transports);
  expect(notices).toHaveLength(1);
  expect(await check(UUID)).toMatchObject({ device: { registrationId: '', fcmEnabled: true } });
  await setPasscode();
  await deliverDue(given.ctx, transports);
  expect(notices).toHaveLength(1);
});

it('keeps a browser whose push service fails', async () => {
  const { register, setPasscode, check } = await calls();
  const registrationId = JSON.stringify(givenSubscription('https://fcm.googleapis.com/busy'));
  await register(device(UUID, registrationId));
  await setPasscode();
  const { transports } = givenTransports(() => ({ ok: false, isFinal: false, code: 'http_503' }));
  await deliverDue(given.ctx, transports);
  expect(await check(UUID)).toMatchObject({ device: { registrationId } });
});

it('does not retry a message to an invalid registration', async () => {
  const { register, setPasscode } = await calls();
  await register(device(UUID, 'token-of-an-app'));
  await setPasscode();
  const { transports, notices } = givenTransports();
  await deliverDue(given.ctx, transports);
  expect(notices).toEqual([]);
  const rows = await given.ctx.asOwner<{ last_error: string | null }>(
    "SELECT last_error FROM outbox_message WHERE channel = 'push'",
  );
  expect(rows).toEqual([{ last_error: 'bad_subscription' }]);
});

it('never leaves the address of a browser readable in the outbox', async () => {
  const { register, setPasscode } = await calls();
  await register(device(UUID, JSON.stringify(givenSubscription('https://fcm.googleapis.com/secret-address'))));
  await setPasscode();
  const rows = await given.ctx.asOwner<object>("SELECT * FROM outbox_message WHERE channel = 'push'");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('secret-address');
});
