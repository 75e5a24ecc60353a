import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import webPush from 'web-push';
import { afterEach, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openWebPush } from './web-push.ts';

const VAPID = webPush.generateVAPIDKeys();
const SUBJECT = 'mailto:ops@wattle.example';

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

/** A browser's subscription after its user allowed notices. */
function givenBrowser(serverUrl: string) {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  const to = {
    endpoint: `${serverUrl}/push/abc`,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
  };
  return { to, read: (body: Buffer) => decrypt(body, ecdh, publicKey, auth) };
}

/** RFC 8188 (aes128gcm, one record) with the key of RFC 8291, section 3.4. */
function decrypt(body: Buffer, ecdh: ReturnType<typeof createECDH>, receiver: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver, sender]);
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12));
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with 0x02 and padding of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

async function given(status = 201) {
  const server = await givenHttpServer(() => ({ status }));
  servers.push(server);
  const push = openWebPush({ ...VAPID, subject: SUBJECT, hosts: [new URL(server.url).host] }, () => givenPolicy());
  return { server, push, browser: givenBrowser(server.url) };
}

const PAYLOAD = {
  id: '5f0c6a3e-0000-4000-8000-000000000001',
  title: '您的登录方式已更改',
  body: 'Call 1300 555 001',
  language: 'zhCN',
  page: 'signInMethods',
} as const;

it('sends a notice that only the browser can decrypt', async () => {
  const { server, push, browser } = await given();
  expect(await push.send({ payload: PAYLOAD, to: browser.to })).toEqual({ ok: true });
  expect(server.calls).toHaveLength(1);
  const [call] = server.calls;
  if (!call) throw new Error('nothing was sent');
  expect(call).toMatchObject({ method: 'POST', url: '/push/abc' });
  expect(call.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    topic: '5f0c6a3e000040008000000000000001',
  });
  expect(JSON.parse(browser.read(call.body))).toEqual(PAYLOAD);
});

it('identifies itself to the push service by its VAPID key', async () => {
  const { server, push, browser } = await given();
  await push.send({ payload: PAYLOAD, to: browser.to });
  const match = /^vapid t=([^,]+), ?k=(.+)$/.exec(server.calls[0]?.headers.authorization ?? '');
  expect(match?.[2]).toBe(VAPID.publicKey);
  const point = Buffer.from(VAPID.publicKey, 'base64url');
  const key = await importJWK(
    {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    'ES256',
  );
  const { payload } = await jwtVerify(match?.[1] ?? '', key, { audience: server.url, subject: SUBJECT });
  // RFC 8292: valid for at most a day.
  expect((payload.exp ?? Infinity) - Date.now() / 1000).toBeLessThanOrEqual(86_400);
});

it.each([404, 410])('takes status %i to mean that a browser is gone', async (status) => {
  const { push, browser } = await given(status);
  const delivery = await push.send({ payload: PAYLOAD, to: browser.to });
  expect(delivery).toEqual({ ok: false, isFinal: true, code: `http_${status}`, isGone: true });
});

it.each([
  [413, true],
  [429, false],
  [503, false],
])('counts status %i as final and keeps the browser: %s', async (status, isFinal) => {
  const { push, browser } = await given(status);
  expect(await push.send({ payload: PAYLOAD, to: browser.to })).toEqual({ ok: false, isFinal, code: `http_${status}` });
});

it.each([
  'http://169.254.169.254/latest',
  'https://localhost/push',
  'https://fcm.googleapis.com.evil.example/push',
  'https://user@fcm.googleapis.com/push',
  'http://fcm.googleapis.com/push',
  'https://push.apple.com/push',
  'file:///etc/passwd',
  'nothing',
])('calls no address except those of push services: %s', async (endpoint) => {
  const push = openWebPush({ ...VAPID, subject: SUBJECT, hosts: ['fcm.googleapis.com', '*.push.apple.com'] }, () =>
    givenPolicy(),
  );
  const { to } = givenBrowser('http://127.0.0.1:9');
  expect(await push.send({ payload: PAYLOAD, to: { ...to, endpoint } })).toEqual({
    ok: false,
    isFinal: true,
    code: 'no_push_service',
    isGone: true,
  });
});

it('gives up on an invalid browser key', async () => {
  const { server, push, browser } = await given();
  const to = { ...browser.to, keys: { ...browser.to.keys, p256dh: 'AAAA' } };
  const delivery = await push.send({ payload: PAYLOAD, to });
  expect(delivery).toEqual({ ok: false, isFinal: true, code: 'bad_subscription', isGone: true });
  expect(server.calls).toEqual([]);
});
