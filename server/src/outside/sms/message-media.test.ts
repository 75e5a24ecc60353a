import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { HttpServer } from '../../../test-support/outside/http-server.ts';
import {
  givenMessageMedia,
  PROOF_KEY,
  reportOf,
  signatureOf,
} from '../../../test-support/outside/sms/message-media-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import { type MessageMediaSettings, openMessageMedia } from './message-media.ts';
import { publicKeyOf } from './message-media-receipts.ts';

/** 2026-11-20T02:00:00Z */
const NOW = 1_795_140_000_000;
const CLOCK = { now: () => NOW };
const URL = 'https://cards.example/network/sms-receipts/2';
const SMS = {
  messageId: '5f0c6a3e-0000-4000-8000-000000000001',
  to: '+61400000001',
  text: 'Code 042137',
  expiresAt: NOW + 600_000,
  receiptsUrl: URL,
};

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function given(settings: Partial<MessageMediaSettings> = {}, fault?: Parameters<typeof givenMessageMedia>[0]) {
  const server = await givenMessageMedia(fault);
  servers.push(server);
  const messageMedia = openMessageMedia({ ...server.settings, ...settings }, CLOCK, givenPolicy());
  const sent = async () => {
    await messageMedia.send(SMS);
    const [first] = server.accepted;
    if (!first) throw new Error('it was not accepted');
    return first;
  };
  const read = (body: string, headers: Readonly<Record<string, string>> = {}, url = URL) =>
    messageMedia.readReceipts?.({ headers, rawBody: Buffer.from(body), url, nowMs: NOW });
  return { server, messageMedia, sent, read };
}

describe('a text by Sinch MessageMedia', () => {
  it('is one message of a batch, with its end and a proof for its receipts', async () => {
    const { server, messageMedia } = await given();
    const outcome = await messageMedia.send(SMS);
    const [{ message_id: providerId, ...message } = { message_id: '' }] = server.accepted;
    expect(outcome).toEqual({ ok: true, providerId });
    expect(message).toEqual({
      content: 'Code 042137',
      destination_number: '+61400000001',
      format: 'SMS',
      source_number: 'HARBOUR',
      source_number_type: 'ALPHANUMERIC',
      message_expiry_timestamp: '2026-11-20T02:10:00.000Z',
      delivery_report: true,
      callback_url: URL,
      metadata: { message: SMS.messageId, proof: expect.stringMatching(/^[\w-]{43}$/) as string },
      status: 'queued',
    });
    expect(server.faults).toEqual([]);
  });

  it('asks for no receipts where we cannot be reached, and comes from a number too', async () => {
    const { server, messageMedia } = await given({}, () => ({ status: 202, body: '{}' }));
    await messageMedia.send({ ...SMS, from: '+61400000555', receiptsUrl: undefined });
    const { messages } = JSON.parse(server.calls[0]?.body.toString('utf8') ?? '') as { messages: [object] };
    expect(messages[0]).toMatchObject({ source_number_type: 'INTERNATIONAL', delivery_report: false });
    expect(messages[0]).not.toHaveProperty('callback_url');
    expect(server.faults).toEqual([]);
  });

  it.each([
    [
      'a bad number',
      { to: '+61400000211' },
      { isFinal: true, code: 'messagemedia_destination_number', reason: 'badAddress' },
    ],
    [
      'our sender',
      { from: 'SOMEONE' },
      { isFinal: false, isOurs: true, isOfOne: true, code: 'messagemedia_source_number' },
    ],
    ['a text that is too long', { text: '码'.repeat(5001) }, { isFinal: true, code: 'messagemedia_content' }],
    ['something else', { to: '+61400000999' }, { isFinal: false, code: 'http_400' }],
  ])('is refused for %s, which its body says', async (_name, changed, refused) => {
    const { server, messageMedia } = await given();
    expect(await messageMedia.send({ ...SMS, ...changed })).toEqual({ ok: false, ...refused });
    expect(server.accepted).toEqual([]);
  });

  it('waits where our key is refused', async () => {
    const { messageMedia } = await given({ apiSecret: 'rotated' });
    expect(await messageMedia.send(SMS)).toEqual({ ok: false, isFinal: false, isOurs: true, code: 'http_401' });
  });

  it.each(['<html>', '{"messages":[]}', '{"messages":[{"message_id":"7"}]}', 'x'.repeat(500_000)])(
    'is not taken as accepted where the answer does not say so',
    async (body) => {
      const { messageMedia } = await given({}, () => ({ status: 202, body }));
      expect(await messageMedia.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'unreadable' });
    },
  );
});

describe('a text whose answer was lost', () => {
  it('is found by our id, the oldest attempt last, and no other is', async () => {
    const { server, messageMedia } = await given();
    for (const messageId of [SMS.messageId, SMS.messageId, '5f0c6a3e-0000-4000-8000-000000000002'])
      await messageMedia.send({ ...SMS, messageId });
    const [first, second] = server.accepted.map(({ message_id: id }) => id);
    expect(messageMedia.findsById).toBe(true);
    expect(await messageMedia.findAccepted?.(SMS, NOW)).toEqual({ kind: 'done', value: [second, first] });
    const other = { ...SMS, messageId: '5f0c6a3e-0000-4000-8000-000000000003' };
    expect(await messageMedia.findAccepted?.(other, NOW)).toEqual({ kind: 'done', value: [] });
    // A day on either side, because days of the report are in the time zone of the account.
    expect(JSON.parse(server.calls.at(-1)?.body.toString('utf8') ?? '')).toMatchObject({
      start_date: '2026-11-19T02:00:00.000Z',
      end_date: '2026-11-21T02:00:00.000Z',
    });
    expect(server.faults).toEqual([]);
  });

  it('is not taken for another one where the report ignores what it is asked for', async () => {
    const metadata = [{ key: 'message', value: '5f0c6a3e-0000-4000-8000-000000000002' }];
    const messages = [{ message_id: '01e1fa0a-6e27-4945-9cdb-18644b4de043', metadata }];
    const { messageMedia } = await given({}, () => ({ status: 200, body: JSON.stringify({ messages }) }));
    expect(await messageMedia.findAccepted?.(SMS, NOW)).toEqual({ kind: 'done', value: [] });
  });

  it('cannot be looked for where our key may not report, or no answer comes', async () => {
    const { messageMedia: html } = await given({}, () => ({ status: 200, body: '<html>' }));
    expect(await html.findAccepted?.(SMS, 0)).toEqual({ kind: 'unknown', code: 'unreadable' });
    for (const [status, kind] of [
      [400, 'refused'],
      [401, 'refused'],
      [403, 'refused'],
      [404, 'refused'],
      [429, 'unknown'],
      [503, 'unknown'],
    ] as const) {
      const { messageMedia } = await given({}, () => ({ status, body: '{"message":"no"}' }));
      expect(await messageMedia.findAccepted?.(SMS, 0)).toEqual({ kind, code: `http_${status}` });
    }
  });
});

describe('delivery reports of Sinch MessageMedia', () => {
  it.each([
    ['enroute', '101', 'onItsWay', undefined, false],
    ['enroute', '151', 'onItsWay', undefined, false],
    ['submitted', '200', 'onItsWay', undefined, false],
    ['submitted', '213', 'onItsWay', undefined, false],
    ['delivered', '220', 'delivered', undefined, false],
    ['delivered', '221', 'delivered', undefined, false],
    ['expired', '401', 'undelivered', 'unreachable', false],
    ['expired', '320', 'undelivered', 'unknown', false],
    ['rejected', '301', 'undelivered', 'ours', false],
    ['rejected', '302', 'undelivered', 'optedOut', false],
    ['rejected', '303', 'undelivered', 'ours', false],
    ['rejected', '304', 'undelivered', 'blocked', false],
    ['failed', '330', 'undelivered', 'unknown', false],
    ['failed', '332', 'undelivered', 'unserved', true],
    ['failed', '333', 'undelivered', 'unserved', true],
    ['failed', '402', 'undelivered', 'blocked', false],
    ['failed', '410', 'undelivered', 'ours', false],
    ['failed', '411', 'undelivered', 'badAddress', true],
    ['failed', '412', 'undelivered', 'optedOut', false],
    ['failed', '413', 'undelivered', 'badAddress', true],
    ['failed', '414', 'undelivered', 'unreachable', false],
    ['failed', '400', 'undelivered', 'unknown', false],
  ])('say of %s %s: %s, %s', async (status, error_code, state, reason, isForGood) => {
    const { sent, read } = await given();
    const message = await sent();
    expect(read(reportOf(message, { status, error_code }))).toEqual([
      {
        id: '01e1fa0a-6e27-4945-9cdb-18644b4de043',
        messageId: SMS.messageId,
        providerId: message.message_id,
        state,
        reason,
        isForGood,
      },
    ]);
  });

  const DELIVERED = { status: 'delivered', error_code: '220' };

  it('are not believed without the proof of their own message', async () => {
    const { sent, read } = await given();
    const message = await sent();
    const other = '5f0c6a3e-0000-4000-8000-000000000002';
    for (const metadata of [{}, { message: SMS.messageId }, { ...message.metadata, message: other }]) {
      expect(read(reportOf({ ...message, metadata: metadata as Record<string, string> }, DELIVERED))).toBeUndefined();
    }
    for (const body of ['', 'null', '<html>', '[]']) expect(read(body)).toBeUndefined();
  });

  it('are believed by the former key of the proof while it is replaced', async () => {
    const { sent } = await given();
    const body = reportOf(await sent(), DELIVERED);
    const next = Buffer.alloc(32, 9);
    const { read } = await given({ signing: { proofKeys: [next, PROOF_KEY], publicKeys: [] } });
    expect(read(body)).toMatchObject([{ state: 'delivered' }]);
    const { read: later } = await given({ signing: { proofKeys: [next], publicKeys: [] } });
    expect(later(body)).toBeUndefined();
  });

  it('are no replies, which come to the same address, and say nothing in words that are not known', async () => {
    const { sent, read } = await given();
    const { metadata, ...message } = await sent();
    const reply = { reply_id: 'a175e797-2b54-468b-9850-41a3eab32f74', content: 'STOP', metadata };
    expect(read(JSON.stringify(reply))).toEqual([]);
    expect(read(reportOf({ ...message, metadata }, { status: 'undefined', error_code: '' }))).toEqual([]);
  });

  describe('that are signed', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    const signing = { proofKeys: [PROOF_KEY], publicKeys: [spki] } as const;
    const LINE = 'POST /network/sms-receipts/2 HTTP/1.1';

    it.each(['SHA-224', 'SHA-256', 'SHA-512'] as const)('with %s are believed', async (digest) => {
      const { sent, read } = await given({ signing });
      const body = reportOf(await sent(), DELIVERED);
      expect(read(body, signatureOf(privateKey, LINE, body, digest))).toMatchObject([{ messageId: SMS.messageId }]);
    });

    it('say for good that a number opted out, which an unsigned one does not', async () => {
      const { sent, read } = await given({ signing });
      const body = reportOf(await sent(), { status: 'rejected', error_code: '302' });
      const headers = signatureOf(privateKey, LINE, body, 'SHA-256');
      expect(read(body, headers)).toMatchObject([{ reason: 'optedOut', isForGood: true }]);
    });

    it('are believed alone, once there is a public key', async () => {
      const { sent, read } = await given({ signing });
      const body = reportOf(await sent(), DELIVERED);
      const headers = signatureOf(privateKey, LINE, body, 'SHA-256');
      expect(read(body)).toBeUndefined();
      expect(read(body.replace('"delivered"', '"submitted"'), headers)).toBeUndefined();
      expect(read(body, headers, 'https://cards.example/network/sms-receipts/3')).toBeUndefined();
      expect(read(body, { ...headers, date: 'Fri, 20 Nov 2026 02:01:01 GMT' })).toBeUndefined();
      expect(read(body, { ...headers, 'x-messagemedia-cipher-type': 'DSA' })).toBeUndefined();
      expect(read(body, { ...headers, 'x-messagemedia-digest-type': 'MD5' })).toBeUndefined();
      const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
      expect(read(body, signatureOf(other, LINE, body, 'SHA-256'))).toBeUndefined();
    });
  });

  it('have a public key as the documentation shows one', () => {
    // docs/api/signature-key-management/create-signature-key.md of messagemedia/sinchengage-developer.
    const shown =
      'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCTIxtRyT5CuOD74r7UCT+AKzWNxvaAP9myjAqR7+vBnJKEvoPnmbKTnm6uLlxutnMbjKrnCCWnQ9vtBVnnd+ElhwLDPADfMcJoOqwi7mTcxucckeEbBsfsgYRfdacxgSZL8hVD1hLViQr3xwjEIkJcx1w3x8npvwMuTY0uW8+PjwIDAQAB';
    expect(publicKeyOf(shown).asymmetricKeyDetails?.modulusLength).toBe(1024);
    expect(() => publicKeyOf('MIGfMA0')).toThrow();
    expect(createPublicKey(publicKeyOf(shown).export({ format: 'pem', type: 'spki' })).asymmetricKeyType).toBe('rsa');
  });
});
