import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { signWebhook } from '../standard-webhooks.ts';
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

it('names the sender of a brand, and where receipts go', async () => {
  const { server, gateway } = await given(() => ({ status: 202 }));
  const receiptsUrl = 'https://cards.example/network/sms-receipts/1';
  await gateway.send({ ...SMS, from: 'HARBOUR', receiptsUrl });
  expect(JSON.parse(server.calls[0]?.body.toString('utf8') ?? '')).toMatchObject({ from: 'HARBOUR', receiptsUrl });
});

describe('receipts of the gateway', () => {
  const DELIVERED = { messageId: SMS.messageId, state: 'delivered' };
  const URL = 'https://cards.example/network/sms-receipts/1';

  async function read(receipt: object, { key = KEY, signedAt = CLOCK.now() } = {}) {
    const { gateway } = await given(() => ({ status: 202 }));
    const rawBody = Buffer.from(JSON.stringify(receipt));
    const headers = { ...signWebhook(key, 'receipt-1', signedAt, rawBody) };
    return gateway.readReceipts?.({ headers, rawBody, url: URL, nowMs: CLOCK.now() });
  }

  it('are believed where the shared key has signed them', async () => {
    expect(await read(DELIVERED)).toEqual([{ id: 'receipt-1', ...DELIVERED, isForGood: false }]);
    const landline = { messageId: SMS.messageId, state: 'undelivered', reason: 'badAddress', isForGood: true };
    expect(await read(landline)).toEqual([{ id: 'receipt-1', ...landline }]);
  });

  it('say for good that a number opted out', async () => {
    const optedOut = { messageId: SMS.messageId, state: 'undelivered', reason: 'optedOut' };
    expect(await read(optedOut)).toEqual([{ id: 'receipt-1', ...optedOut, isForGood: true }]);
  });

  it('are not believed by another key, nor more than five minutes later', async () => {
    expect(await read(DELIVERED, { key: Buffer.alloc(32) })).toBeUndefined();
    expect(await read(DELIVERED, { signedAt: CLOCK.now() - 301_000 })).toBeUndefined();
  });

  it('say nothing in words that are not known', async () => {
    expect(await read({ ...DELIVERED, state: 'lost' })).toEqual([]);
    expect(await read({ ...DELIVERED, messageId: '7' })).toEqual([]);
  });
});
