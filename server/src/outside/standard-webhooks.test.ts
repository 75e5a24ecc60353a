import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { isSignedWebhook, signWebhook, webhookKey } from './standard-webhooks.ts';

/** Published with the scheme. */
const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const AT_MS = 1_614_265_330_000;
const BODY = '{"test": 2432232314}';
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

function givenKey(secret: string): Uint8Array {
  const key = webhookKey(secret);
  if (!key) throw new Error('the secret cannot be read');
  return key;
}

const key = givenKey(SECRET);
const other = givenKey(Buffer.alloc(24, 7).toString('base64'));
const headers = { 'webhook-id': ID, 'webhook-timestamp': '1614265330', 'webhook-signature': SIGNATURE };
const isGood = (given: object = {}, body: string = BODY, nowMs: number = AT_MS, keys: readonly Uint8Array[] = [key]) =>
  isSignedWebhook(keys, { ...headers, ...given }, Buffer.from(body), nowMs);

describe('signatures by Standard Webhooks', () => {
  it('signs and accepts the published vector', () => {
    expect(signWebhook(key, ID, AT_MS, BODY)).toEqual(headers);
    expect(isGood()).toBe(true);
  });

  it('accepts a message up to 300 seconds old or early, and none beyond', () => {
    expect([300, 301, -300, -301].map((s) => isGood({}, BODY, AT_MS + s * 1000))).toEqual([true, false, true, false]);
  });

  it('accepts one good signature among several, by any of several keys', () => {
    const wrong = signWebhook(other, ID, AT_MS, BODY)['webhook-signature'];
    expect(isGood({ 'webhook-signature': `${wrong} v1a,AAAA ${SIGNATURE}` })).toBe(true);
    expect(isGood({ 'webhook-signature': wrong })).toBe(false);
    expect(isGood({ 'webhook-signature': wrong }, BODY, AT_MS, [key, other])).toBe(true);
    expect(isGood({}, BODY, AT_MS, [])).toBe(false);
  });

  it('refuses other versions, other ids, missing headers and malformed times', () => {
    const malformed = [
      { 'webhook-signature': SIGNATURE.replace('v1,', 'v2,') },
      { 'webhook-signature': SIGNATURE.slice(3) },
      { 'webhook-signature': '' },
      { 'webhook-id': 'msg_other' },
      { 'webhook-id': '' },
      { 'webhook-id': undefined },
      { 'webhook-timestamp': undefined },
      { 'webhook-timestamp': '1614265330.0' },
      { 'webhook-signature': undefined },
      { 'webhook-timestamp': '-1614265330' },
    ];
    expect(malformed.filter((given) => isGood(given))).toEqual([]);
  });

  it('refuses every altered byte', () => {
    fc.assert(
      fc.property(fc.nat(BODY.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const bytes = Buffer.from(BODY);
        bytes.writeUInt8(bytes.readUInt8(at) ^ change, at);
        return !isSignedWebhook([key], headers, bytes, AT_MS);
      }),
    );
    expect(isGood({}, `${BODY} `)).toBe(false);
  });

  it('reads a secret with and without its prefix alike, of 24 to 64 bytes', () => {
    const written = (bytes: number) => Buffer.alloc(bytes, 5).toString('base64');
    expect(webhookKey(`whsec_${SECRET}`)).toEqual(key);
    expect([23, 24, 64, 65].map((bytes) => webhookKey(written(bytes))?.length)).toEqual([undefined, 24, 64, undefined]);
    const other = [
      '',
      'whsec_',
      'plain text that is no base64 at all',
      `${SECRET}=`,
      `whsec_whsec_${SECRET}`,
      `${SECRET} `,
    ];
    expect(other.map(webhookKey)).toEqual(other.map(() => undefined));
  });
});

describe('the reference library and this one', () => {
  const signed = fc.record({
    key: fc.uint8Array({ minLength: 24, maxLength: 64 }),
    id: fc.stringMatching(/^[a-zA-Z0-9_]{1,40}$/),
    body: fc.json(),
  });

  it('accept what the other one signs', () => {
    const now = Date.now();
    fc.assert(
      fc.property(signed, ({ key, id, body }) => {
        const library = new Webhook(Buffer.from(key).toString('base64'));
        const ours = signWebhook(key, id, now, body);
        const theirs = { ...ours, 'webhook-signature': library.sign(id, new Date(now), body) };
        library.verify(body, { ...ours });
        return isSignedWebhook([key], theirs, Buffer.from(body), now);
      }),
      { numRuns: 50 },
    );
    expect(() => new Webhook(SECRET).verify(BODY, headers)).toThrow('old');
  });
});
