import { createHmac } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { openSmsGateway } from './http-gateway.ts';

const KEY = Buffer.from('6b'.repeat(32), 'hex');
/** 2026-11-20T02:00:00Z */
const CLOCK = { now: () => 1_795_140_000_000 };
const SMS = {
  messageId: '5f0c6a3e-0000-4000-8000-000000000001',
  to: '+61400000001',
  text: '代码 042137',
  expiresAt: CLOCK.now() + 600_000,
};

/** Ten minutes after that. */
const BODY = '{"to":"+61400000001","text":"代码 042137","expiresAt":"2026-11-20T02:10:00.000Z"}';

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(answer: Parameters<typeof givenHttpServer>[0]) {
  const server = await givenHttpServer(answer);
  servers.push(server);
  return { server, gateway: openSmsGateway({ url: `${server.url}/messages`, key: KEY }, CLOCK, givenPolicy()) };
}

it('posts number and text, with a signature over time, idempotency key and body', async () => {
  const { server, gateway } = await given(() => ({ status: 202 }));
  expect(await gateway.send(SMS)).toEqual({ ok: true });
  expect(server.calls).toHaveLength(1);
  const [call] = server.calls;
  expect(call).toMatchObject({ method: 'POST', url: '/messages' });
  expect(call?.body.toString('utf8')).toBe(BODY);
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': SMS.messageId,
    'wattle-timestamp': '1795140000',
    'wattle-signature': createHmac('sha256', KEY)
      .update(`1795140000.5f0c6a3e-0000-4000-8000-000000000001.${BODY}`)
      .digest('hex'),
  });
});

it('sends the same idempotency key on retry', async () => {
  const { server, gateway } = await given(() => ({ status: 503 }));
  await gateway.send(SMS);
  await gateway.send(SMS);
  expect(server.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([SMS.messageId, SMS.messageId]);
});

it.each([401, 402, 403, 429])('counts status %i as about our account', async (status) => {
  const { gateway } = await given(() => ({ status }));
  expect(await gateway.send(SMS)).toEqual({ ok: false, isFinal: false, isOurs: true, code: `http_${status}` });
});

it.each([
  [400, true],
  [422, true],
  [408, false],
  [500, false],
  [503, false],
])('counts status %i as final: %s', async (status, isFinal) => {
  const { gateway } = await given(() => ({ status }));
  expect(await gateway.send(SMS)).toEqual({ ok: false, isFinal, code: `http_${status}` });
});

it('sends nothing whose end has come', async () => {
  const { server, gateway } = await given(() => ({ status: 202 }));
  const ended = { ok: false, isFinal: true, code: 'expired' };
  expect(await gateway.send({ ...SMS, expiresAt: CLOCK.now() })).toEqual(ended);
  expect(await gateway.send({ ...SMS, expiresAt: CLOCK.now() + 1 })).toEqual({ ok: true });
  expect(server.calls).toHaveLength(1);
});

it('follows no redirect with a signed message', async () => {
  const { server: other } = await given(() => ({ status: 200 }));
  const { gateway } = await given(() => ({ status: 307, headers: { location: other.url } }));
  expect(await gateway.send(SMS)).toMatchObject({ ok: false, isFinal: false });
  expect(other.calls).toEqual([]);
});

it('retries after a timeout', async () => {
  const { server } = await given(() => 'silence');
  const gateway = openSmsGateway({ url: server.url, key: KEY }, CLOCK, givenPolicy({ limitMs: 50 }));
  expect(await gateway.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'timeout' });
  expect(server.calls).toHaveLength(1);
});

it('retries when the connection breaks or fails', async () => {
  const { server, gateway } = await given(() => 'hang up');
  expect(await gateway.send(SMS)).toMatchObject({ ok: false, isFinal: false });
  await server.close();
  expect(await gateway.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'ECONNREFUSED' });
});
