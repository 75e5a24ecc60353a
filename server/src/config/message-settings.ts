import { namesOf } from '@wattle/contract/rules/typed-names.ts';
import * as z from 'zod';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';
import { mailProviderEnvironment, mailProviderSettings } from './mail-provider-settings.ts';
import type { MailProviderSettings } from '../outside/mail/provider.ts';
import { SMS_PROVIDERS, type SmsProvider } from '../outside/sms/providers.ts';

const PROVIDERS = namesOf(SMS_PROVIDERS);

export const messageEnvironment = {
  WATTLE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  WATTLE_MAIL_FROM: z.email().optional(),
  ...mailProviderEnvironment,
  WATTLE_SMS_PROVIDER: z.enum(PROVIDERS, { error: `must be one of ${PROVIDERS.join(', ')}` }).default('gateway'),
  WATTLE_SMS_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_SMS_KEY: z
    .string()
    .regex(/^([0-9a-f]{2}){32,}$/i, 'must be hexadecimal, 32 bytes or more')
    .optional(),
  WATTLE_VAPID_PUBLIC: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be a public key of 65 bytes in base64url')
    .optional(),
  WATTLE_VAPID_PRIVATE: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be a private key of 32 bytes in base64url')
    .optional(),
  WATTLE_VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/, 'must be mailto:… or https://…')
    .optional(),
  /** Hosts of push services, separated by commas; `*.` stands for any one below. */
  WATTLE_PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,*.push.services.mozilla.com,*.notify.windows.com,*.push.apple.com'),
};

type Value = Readonly<z.output<z.ZodObject<typeof messageEnvironment>>>;

/** Message channels. Without settings a channel is off in production, and messages are kept in the sandbox. */
export type MessageSettings = {
  readonly email:
    | {
        readonly url: string;
        readonly from: string;
        readonly requireTls: boolean;
        /** Undefined: no one reports what became of mail that the server accepted. */
        readonly provider: MailProviderSettings | undefined;
      }
    | undefined;
  readonly sms: { readonly provider: SmsProvider; readonly url: string; readonly key: Uint8Array } | undefined;
  readonly push:
    | {
        readonly publicKey: string;
        readonly privateKey: string;
        readonly subject: string;
        readonly hosts: readonly string[];
      }
    | undefined;
};

export function messageSettings(value: Value, mode: 'sandbox' | 'production'): MessageSettings {
  refuseHalves(value, ['WATTLE_SMTP_URL', 'WATTLE_MAIL_FROM']);
  refuseHalves(value, ['WATTLE_SMS_URL', 'WATTLE_SMS_KEY']);
  refuseHalves(value, ['WATTLE_VAPID_PUBLIC', 'WATTLE_VAPID_PRIVATE', 'WATTLE_VAPID_SUBJECT']);
  const { WATTLE_SMTP_URL: smtp, WATTLE_MAIL_FROM: from, WATTLE_SMS_URL: sms, WATTLE_SMS_KEY: smsKey } = value;
  const { WATTLE_VAPID_PUBLIC: publicKey, WATTLE_VAPID_PRIVATE: privateKey, WATTLE_VAPID_SUBJECT: subject } = value;
  const isProduction = mode === 'production';
  const provider = mailProviderSettings(value);
  if (isProduction && sms?.startsWith('http:') && !isOnThisMachine(sms)) {
    throw new ConfigError('WATTLE_SMS_URL: must be https, the messages carry codes');
  }
  return {
    email: smtp && from ? { url: smtp, from, requireTls: isProduction && !isOnThisMachine(smtp), provider } : undefined,
    sms: sms && smsKey ? { provider: value.WATTLE_SMS_PROVIDER, url: sms, key: Buffer.from(smsKey, 'hex') } : undefined,
    push:
      publicKey && privateKey && subject
        ? { publicKey, privateKey, subject, hosts: value.WATTLE_PUSH_HOSTS.split(',').map((host) => host.trim()) }
        : undefined,
  };
}
