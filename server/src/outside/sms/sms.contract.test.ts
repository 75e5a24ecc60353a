import { afterEach, describe, expect, it } from 'vitest';
import { givenHttpServer, type HttpServer } from '../../../test-support/outside/http-server.ts';
import { givenMessageMedia } from '../../../test-support/outside/sms/message-media-server.ts';
import { givenTwilio } from '../../../test-support/outside/sms/twilio-server.ts';
import { givenPolicy } from '../../../test-support/policy.ts';
import type { PolicySettings } from '../policy.ts';
import { openSmsGateway } from './http-gateway.ts';
import { openMessageMedia } from './message-media.ts';
import type { SmsTransport } from './port.ts';
import { openTwilio } from './twilio.ts';

/** 2026-11-20T02:00:00Z */
const NOW = 1_795_140_000_000;
const CLOCK = { now: () => NOW };
const SMS = {
  messageId: '5f0c6a3e-0000-4000-8000-000000000001',
  to: '+61400000001',
  text: 'Your code is 042137',
  expiresAt: NOW + 600_000,
};

type Fault = Parameters<typeof givenTwilio>[0];
type Given = {
  readonly sms: SmsTransport;
  readonly calls: HttpServer['calls'];
  /** Texts that reached the provider. */
  accepted(): readonly string[];
  /** Where calls differed from the provider's description. */
  readonly faults: readonly string[];
};
type Open = (fault?: Fault, settings?: Partial<PolicySettings>) => Promise<Given>;

const servers: HttpServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const PROVIDERS: readonly (readonly [name: string, open: Open])[] = [
  [
    'a gateway of our protocol',
    async (fault, settings) => {
      const server = await givenHttpServer((call) => fault?.(call) ?? { status: 202 });
      servers.push(server);
      const key = Buffer.alloc(32, 7);
      return {
        sms: openSmsGateway({ url: server.url, key }, CLOCK, givenPolicy(settings)),
        calls: server.calls,
        accepted: () => server.calls.map(({ body }) => (JSON.parse(body.toString('utf8')) as { text: string }).text),
        faults: [],
      };
    },
  ],
  [
    'Twilio',
    async (fault, settings) => {
      const server = await givenTwilio(fault);
      servers.push(server);
      return {
        sms: openTwilio(server.settings, CLOCK, givenPolicy(settings)),
        calls: server.calls,
        accepted: () => server.accepted.map(({ fields }) => fields['Body'] ?? ''),
        faults: server.faults,
      };
    },
  ],
  [
    'Sinch MessageMedia',
    async (fault, settings) => {
      const server = await givenMessageMedia(fault);
      servers.push(server);
      return {
        sms: openMessageMedia(server.settings, CLOCK, givenPolicy(settings)),
        calls: server.calls,
        accepted: () => server.accepted.map(({ content }) => content),
        faults: server.faults,
      };
    },
  ],
];

describe.each(PROVIDERS)('texts by %s', (_name, open) => {
  it('are accepted, and the same one again', async () => {
    const { sms, accepted, faults } = await open();
    expect(await sms.send(SMS)).toMatchObject({ ok: true });
    expect(await sms.send(SMS)).toMatchObject({ ok: true });
    expect(accepted()).toEqual([SMS.text, SMS.text]);
    expect(faults).toEqual([]);
  });

  it('are sent whole, however many parts they take', async () => {
    const { sms, accepted, faults } = await open();
    // 67 characters of Chinese are a part, so this is five.
    const text = `您的验证码是042137，请勿告诉任何人。😀 `.repeat(14);
    expect(text.length).toBeGreaterThan(4 * 67);
    expect(await sms.send({ ...SMS, text })).toMatchObject({ ok: true });
    expect(accepted()).toEqual([text]);
    expect(faults).toEqual([]);
  });

  it('are not sent once their end has come', async () => {
    const { sms, calls } = await open();
    const ended = { ok: false, isFinal: true, code: 'expired' };
    expect(await sms.send({ ...SMS, expiresAt: NOW })).toEqual(ended);
    expect(await sms.send({ ...SMS, expiresAt: NOW + 1 })).toMatchObject({ ok: true });
    expect(calls).toHaveLength(1);
  });

  it('go to numbers of E.164 alone', async () => {
    const { sms, calls } = await open();
    const bad = { ok: false, isFinal: true, code: 'not_e164', reason: 'badAddress' };
    for (const to of ['0400000001', '+0400000001', '+61 400 000 001', '+6140000000123456']) {
      expect(await sms.send({ ...SMS, to })).toEqual(bad);
    }
    expect(calls).toEqual([]);
  });

  it.each([401, 403, 429])('wait where status %i says that it is about us', async (status) => {
    const { sms } = await open(() => ({ status, body: '<html>no</html>' }));
    expect(await sms.send(SMS)).toEqual({ ok: false, isFinal: false, isOurs: true, code: `http_${status}` });
  });

  it.each([301, 307, 500, 502, 503])('are tried again after status %i, which is not followed', async (status) => {
    const { sms, calls } = await open(() => ({ status, headers: { location: '/elsewhere' }, body: '<html>' }));
    expect(await sms.send(SMS)).toEqual({ ok: false, isFinal: false, code: `http_${status}` });
    expect(calls).toHaveLength(1);
  });

  it('are tried again after silence, at the end of its time', async () => {
    const { sms } = await open(() => 'silence', { limitMs: 50 });
    expect(await sms.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'timeout' });
  });

  it('are tried again after a broken connection', async () => {
    const { sms } = await open(() => 'hang up');
    expect(await sms.send(SMS)).toMatchObject({ ok: false, isFinal: false });
    const { sms: nowhere } = await open();
    await servers.at(-1)?.close();
    expect(await nowhere.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'ECONNREFUSED' });
  });

  it('read no more of an answer than any provider says', async () => {
    const { sms } = await open(() => ({ status: 503, body: 'x'.repeat(500_000) }));
    expect(await sms.send(SMS)).toEqual({ ok: false, isFinal: false, code: 'http_503' });
  });

  it('are not received from anyone who posts', async () => {
    const { sms } = await open();
    const rawBody = Buffer.from('{"messageId":"5f0c6a3e-0000-4000-8000-000000000001","state":"delivered"}');
    const url = 'https://cards.example/network/sms-receipts/1';
    expect(sms.readReceipts?.({ headers: {}, rawBody, url, nowMs: NOW })).toBeUndefined();
    expect(sms.readReceipts?.({ headers: {}, rawBody: Buffer.alloc(0), url, nowMs: NOW })).toBeUndefined();
  });
});
