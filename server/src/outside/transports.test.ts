import { expect, it } from 'vitest';
import { type AppConfig, ConfigError, readConfig } from '../config/config.ts';
import type { Log } from '../platform/log.ts';
import { realClock } from '../platform/time/clock.ts';
import { openOutside } from './outside.ts';

const CLOCKS = { business: realClock, security: realClock };

const read = (env: Record<string, string>): AppConfig => readConfig(env, (path) => path);

function open(env: Record<string, string>) {
  const errors: object[] = [];
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => errors.push(fields) } as Log;
  const { email, sms, push, close } = openOutside(read(env), CLOCKS, log);
  close();
  return { transports: { email, sms, push }, errors };
}

const SMTP = { WATTLE_SMTP_URL: 'smtp://mail.example:587', WATTLE_MAIL_FROM: 'no-reply@wattle.example' };
const SMS = { WATTLE_SMS_URL: 'https://sms.example/send', WATTLE_SMS_KEY: '6b'.repeat(32) };
const VAPID = {
  WATTLE_VAPID_PUBLIC: 'B'.repeat(87),
  WATTLE_VAPID_PRIVATE: 'x'.repeat(43),
  WATTLE_VAPID_SUBJECT: 'mailto:ops@wattle.example',
};

it('stores every message in the sandbox without settings and logs nothing', async () => {
  const { transports, errors } = open({});
  expect(
    await transports.sms?.send({ messageId: '1', to: '+61400000001', text: 'x', expiresAt: Date.now() + 600_000 }),
  ).toEqual({ ok: true });
  expect(Object.values(transports).every((transport) => transport !== undefined)).toBe(true);
  expect(errors).toEqual([]);
});

it("disables channels without settings in production, and logs their settings' names once", () => {
  const { transports, errors } = open({ WATTLE_MODE: 'production', ...SMS });
  expect(transports.email).toBeUndefined();
  expect(transports.push).toBeUndefined();
  expect(transports.sms).toBeDefined();
  expect(errors).toEqual([
    {
      channels: ['email', 'push'],
      settings: {
        email: 'WATTLE_SMTP_URL, WATTLE_MAIL_FROM',
        push: 'WATTLE_VAPID_PUBLIC, WATTLE_VAPID_PRIVATE, WATTLE_VAPID_SUBJECT',
      },
    },
  ]);
});

it('opens all three channels in production with their settings', () => {
  const { transports, errors } = open({ WATTLE_MODE: 'production', ...SMTP, ...SMS, ...VAPID });
  expect(Object.values(transports).every((transport) => transport !== undefined)).toBe(true);
  expect(errors).toEqual([]);
});

it('requires encryption of mail in production, except to a relay on the same machine', () => {
  const requires = (env: Record<string, string>) => read({ ...SMTP, ...env }).messages.email?.requireTls;
  expect(requires({ WATTLE_MODE: 'production' })).toBe(true);
  expect(requires({ WATTLE_MODE: 'production', WATTLE_SMTP_URL: 'smtp://localhost:25' })).toBe(false);
  expect(requires({})).toBe(false);
});

const TOPIC = 'arn:aws:sns:ap-southeast-2:123456789012:wattle-mail';
const SES = { ...SMTP, WATTLE_MAIL_FEEDBACK: 'ses', WATTLE_SES_TOPIC_ARN: TOPIC };
const HOOK_KEY = 'k'.repeat(32);
const POSTMARK = { ...SMTP, WATTLE_MAIL_FEEDBACK: 'postmark', WATTLE_POSTMARK_HOOK_KEY: HOOK_KEY };

it('reads who reports what becomes of mail', () => {
  const provider = (env: Record<string, string>) => read(env).messages.email?.provider;
  expect(provider(SMTP)).toBeUndefined();
  expect(provider({ ...SMTP, WATTLE_MAIL_FEEDBACK: 'none' })).toBeUndefined();
  expect(provider(SES)).toEqual({ kind: 'ses', topicArn: TOPIC, configurationSet: undefined });
  expect(provider({ ...SES, WATTLE_SES_CONFIGURATION_SET: 'wattle' })).toMatchObject({ configurationSet: 'wattle' });
  expect(provider(POSTMARK)).toEqual({ kind: 'postmark', hookKeys: [HOOK_KEY], stream: undefined });
  const two = { WATTLE_POSTMARK_HOOK_KEY: `${HOOK_KEY},${'o'.repeat(32)}`, WATTLE_POSTMARK_STREAM: 'wattle' };
  expect(provider({ ...POSTMARK, ...two })).toEqual({
    kind: 'postmark',
    hookKeys: [HOOK_KEY, 'o'.repeat(32)],
    stream: 'wattle',
  });
});

it('takes notices of mail only where someone reports them', () => {
  const reads = (env: Record<string, string>) => open(env).transports.email?.readReceipts !== undefined;
  expect([SMTP, SES, POSTMARK].map(reads)).toEqual([false, true, true]);
});

it.each([
  [{ ...SES, WATTLE_SES_TOPIC_ARN: '' }, 'WATTLE_SES_TOPIC_ARN: is missing'],
  [{ ...SES, WATTLE_SES_TOPIC_ARN: `${TOPIC}.fifo` }, 'WATTLE_SES_TOPIC_ARN: must be a topic'],
  [{ ...SES, WATTLE_SES_TOPIC_ARN: `${TOPIC}:0e5c6a3e-0000-4000-8000-000000000001` }, 'WATTLE_SES_TOPIC_ARN: must be'],
  [{ ...SES, WATTLE_SES_TOPIC_ARN: TOPIC.replace('ap-southeast-2', 'x.evil.example/') }, 'WATTLE_SES_TOPIC_ARN: must'],
  [{ ...SES, WATTLE_SES_CONFIGURATION_SET: 'a b' }, 'WATTLE_SES_CONFIGURATION_SET: must be a name'],
  [{ ...SES, WATTLE_SMTP_URL: '', WATTLE_MAIL_FROM: '' }, 'WATTLE_SMTP_URL: is missing, for WATTLE_MAIL_FEEDBACK'],
  [{ ...SES, WATTLE_POSTMARK_HOOK_KEY: HOOK_KEY }, 'WATTLE_POSTMARK_HOOK_KEY: needs WATTLE_MAIL_FEEDBACK=postmark'],
  [{ ...SMTP, WATTLE_SES_TOPIC_ARN: TOPIC }, 'WATTLE_SES_TOPIC_ARN: needs WATTLE_MAIL_FEEDBACK=ses'],
  [{ ...POSTMARK, WATTLE_POSTMARK_HOOK_KEY: '' }, 'WATTLE_POSTMARK_HOOK_KEY: is missing'],
  [{ ...POSTMARK, WATTLE_POSTMARK_HOOK_KEY: 'short' }, 'WATTLE_POSTMARK_HOOK_KEY: must have 32 or more'],
  [{ ...POSTMARK, WATTLE_POSTMARK_STREAM: 'a\r\nBcc: b' }, 'WATTLE_POSTMARK_STREAM: must be the id'],
  [{ ...POSTMARK, WATTLE_MAIL_FEEDBACK: 'pigeon' }, 'WATTLE_MAIL_FEEDBACK: must be none, ses or postmark'],
])('does not start with incomplete or wrong settings of a mail provider: %o', (env, message) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(message);
});

it.each([
  [{ WATTLE_SMTP_URL: SMTP.WATTLE_SMTP_URL }, 'WATTLE_MAIL_FROM: is missing'],
  [{ WATTLE_VAPID_PUBLIC: VAPID.WATTLE_VAPID_PUBLIC }, 'WATTLE_VAPID_PRIVATE: is missing'],
  [{ ...SMTP, WATTLE_SMTP_URL: 'http://mail.example' }, 'WATTLE_SMTP_URL: must be smtp'],
  [{ ...SMTP, WATTLE_MAIL_FROM: 'nobody' }, 'WATTLE_MAIL_FROM'],
  [{ ...VAPID, WATTLE_VAPID_PRIVATE: 'short' }, 'WATTLE_VAPID_PRIVATE: must be a private key'],
  [{ ...VAPID, WATTLE_VAPID_SUBJECT: 'ops' }, 'WATTLE_VAPID_SUBJECT: must be mailto'],
])('does not start with incomplete or wrong settings: %o', (env, message) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(message);
});
