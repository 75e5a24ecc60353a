import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const read = (env: Readonly<Record<string, string>>) => readConfig(env, (path) => path).messages.sms;

const KEY = '6b'.repeat(32);
const GATEWAY = { WATTLE_SMS_URL: 'https://sms.example/send', WATTLE_SMS_KEY: KEY };
const SID = '0123456789abcdef'.repeat(2);
const TWILIO = {
  WATTLE_SMS_PROVIDER: 'twilio',
  WATTLE_SMS_FROM: 'HARBOUR',
  WATTLE_TWILIO_ACCOUNT: `AC${SID}`,
  WATTLE_TWILIO_KEY: `SK${SID}`,
  WATTLE_TWILIO_KEY_SECRET: 'secret',
  WATTLE_TWILIO_AUTH_TOKEN: 'token',
};
const MESSAGEMEDIA = {
  WATTLE_SMS_PROVIDER: 'messagemedia',
  WATTLE_MESSAGEMEDIA_KEY: 'api key',
  WATTLE_MESSAGEMEDIA_SECRET: 'secret',
  WATTLE_MESSAGEMEDIA_PROOF_KEY: KEY,
};
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const PUBLIC_KEY = rsa.export({ format: 'der', type: 'spki' }).toString('base64');
const ed25519 = generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
const without = (env: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

const REFUSED: readonly (readonly [env: Readonly<Record<string, string>>, message: string])[] = [
  [{ WATTLE_SMS_KEY: KEY }, 'WATTLE_SMS_URL: is missing beside WATTLE_SMS_KEY'],
  [{ ...GATEWAY, WATTLE_SMS_PROVIDER: 'pigeon' }, 'WATTLE_SMS_PROVIDER: must be one of gateway, twilio, messagemedia'],
  [{ ...GATEWAY, WATTLE_SMS_KEY: 'short' }, 'WATTLE_SMS_KEY: must be hexadecimal, 32 bytes or more'],
  [
    { WATTLE_SMS_PROVIDER: 'twilio' },
    [
      'WATTLE_TWILIO_ACCOUNT: is missing beside WATTLE_SMS_PROVIDER=twilio',
      'WATTLE_TWILIO_KEY: is missing beside WATTLE_SMS_PROVIDER=twilio',
      'WATTLE_TWILIO_KEY_SECRET: is missing beside WATTLE_SMS_PROVIDER=twilio',
      'WATTLE_SMS_FROM: is missing, and WATTLE_TWILIO_SERVICE too: one says who sends',
      'WATTLE_TWILIO_AUTH_TOKEN: is missing, and WATTLE_TWILIO_SHARED_KEY too: one proves receipts',
    ].join('\n'),
  ],
  [{ ...TWILIO, WATTLE_TWILIO_ACCOUNT: `SK${SID}` }, 'WATTLE_TWILIO_ACCOUNT: must be AC and 32 hexadecimal digits'],
  [
    { ...TWILIO, WATTLE_TWILIO_KEY: `AC${SID}` },
    'WATTLE_TWILIO_KEY: must be SK and 32 hexadecimal digits, of an API key',
  ],
  [{ ...TWILIO, WATTLE_TWILIO_SERVICE: SID }, 'WATTLE_TWILIO_SERVICE: must be MG and 32 hexadecimal digits'],
  [{ ...TWILIO, WATTLE_TWILIO_REDACTION: 'some' }, 'WATTLE_TWILIO_REDACTION: must be one of text, all, none'],
  [
    without(TWILIO, 'WATTLE_SMS_FROM'),
    'WATTLE_SMS_FROM: is missing, and WATTLE_TWILIO_SERVICE too: one says who sends',
  ],
  [
    { ...TWILIO, ...GATEWAY },
    'WATTLE_SMS_URL: belongs to WATTLE_SMS_PROVIDER=gateway\nWATTLE_SMS_KEY: belongs to WATTLE_SMS_PROVIDER=gateway',
  ],
  [{ ...GATEWAY, WATTLE_TWILIO_SHARED_KEY: 'x' }, 'WATTLE_TWILIO_SHARED_KEY: belongs to WATTLE_SMS_PROVIDER=twilio'],
  [
    without(MESSAGEMEDIA, 'WATTLE_MESSAGEMEDIA_PROOF_KEY'),
    'WATTLE_MESSAGEMEDIA_PROOF_KEY: is missing beside WATTLE_SMS_PROVIDER=messagemedia',
  ],
  [
    { ...MESSAGEMEDIA, WATTLE_MESSAGEMEDIA_PUBLIC_KEY: 'x' },
    'WATTLE_MESSAGEMEDIA_PUBLIC_KEY: must be a public key of RSA in base64, as MessageMedia gives it',
  ],
  [
    { ...MESSAGEMEDIA, WATTLE_MESSAGEMEDIA_PUBLIC_KEY: ed25519 },
    'WATTLE_MESSAGEMEDIA_PUBLIC_KEY: must be a public key of RSA in base64, as MessageMedia gives it',
  ],
  [
    { ...MESSAGEMEDIA, WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD: 'x' },
    'WATTLE_MESSAGEMEDIA_PUBLIC_KEY_OLD: must be a public key of RSA in base64, as MessageMedia gives it',
  ],
  ...[
    [{ ...GATEWAY, WATTLE_SMS_URL: 'http://sms.example' }, 'WATTLE_SMS_URL'] as const,
    [{ ...TWILIO, WATTLE_TWILIO_URL: 'http://twilio.example' }, 'WATTLE_TWILIO_URL'] as const,
    [{ ...MESSAGEMEDIA, WATTLE_MESSAGEMEDIA_URL: 'http://mm.example' }, 'WATTLE_MESSAGEMEDIA_URL'] as const,
  ].map(
    ([env, name]) =>
      [{ ...env, WATTLE_MODE: 'production' }, `${name}: must be https, the messages carry codes`] as const,
  ),
];

describe('an account for text messages', () => {
  it('is none without settings', () => {
    expect(read({})).toBeUndefined();
  });

  it('is a gateway of our protocol', () => {
    const gateway = { provider: 'gateway', url: 'https://sms.example/send', key: Buffer.from(KEY, 'hex') };
    expect(read(GATEWAY)).toEqual({ ...gateway, from: undefined });
    expect(read({ ...GATEWAY, WATTLE_SMS_FROM: '+61400000555' })).toEqual({ ...gateway, from: '+61400000555' });
  });

  it('is one at Twilio, with the former token while it is replaced', () => {
    expect(read({ ...TWILIO, WATTLE_TWILIO_AUTH_TOKEN_OLD: 'former', WATTLE_TWILIO_SHARED_KEY: 'shared' })).toEqual({
      provider: 'twilio',
      url: 'https://api.twilio.com',
      accountSid: `AC${SID}`,
      keySid: `SK${SID}`,
      keySecret: 'secret',
      from: 'HARBOUR',
      serviceSid: undefined,
      redaction: 'text',
      signing: { authTokens: ['token', 'former'], sharedKeys: ['shared'] },
    });
  });

  it('is one at Sinch MessageMedia, in Asia and the Pacific unless another address is set', () => {
    const { WATTLE_MESSAGEMEDIA_KEY: apiKey, WATTLE_MESSAGEMEDIA_SECRET: apiSecret } = MESSAGEMEDIA;
    const given = { ...MESSAGEMEDIA, WATTLE_MESSAGEMEDIA_PUBLIC_KEY: PUBLIC_KEY };
    expect(read(given)).toEqual({
      provider: 'messagemedia',
      url: 'https://au.app.api.sinch.com',
      apiKey,
      apiSecret,
      from: undefined,
      signing: { proofKeys: [Buffer.from(KEY, 'hex')], publicKeys: [PUBLIC_KEY] },
    });
    expect(read({ ...given, WATTLE_MESSAGEMEDIA_URL: 'https://eu.app.api.sinch.com' })).toMatchObject({
      url: 'https://eu.app.api.sinch.com',
    });
  });

  it.each(['HARBOUR', 'Tui', 'A1', 'Harbour 24', '+61400000555'])('is sent by %s', (WATTLE_SMS_FROM) => {
    expect(read({ ...TWILIO, WATTLE_SMS_FROM })).toMatchObject({ from: WATTLE_SMS_FROM });
  });

  it.each(['A', 'Harbour Cards', '12345', ' Harbour', 'Harbour_', '银行', '0400000555', '+0400'])(
    'is not sent by %s',
    (WATTLE_SMS_FROM) => {
      expect(() => read({ ...TWILIO, WATTLE_SMS_FROM })).toThrow('WATTLE_SMS_FROM: must be a number');
    },
  );

  it.each(REFUSED)('is refused at the start: %o', (env, message) => {
    const start = () => read(env);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(new ConfigError(message));
  });

  it('may be called without encryption on this machine', () => {
    const env = { ...GATEWAY, WATTLE_SMS_URL: 'http://127.0.0.1:9000', WATTLE_MODE: 'production' };
    expect(read(env)).toMatchObject({ url: 'http://127.0.0.1:9000' });
  });
});
