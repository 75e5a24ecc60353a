import * as z from 'zod';
import { demandsTls, type Mode, rulesOf } from './mode.ts';
import type { MailProviderSettings } from '../outside/mail/provider.ts';
import type { SmsSettings } from '../outside/sms/providers.ts';
import { recipients } from './typed-settings.ts';
import { ConfigError, isOnThisMachine, refuseHalves } from './config-error.ts';
import { mailProviderEnvironment, mailProviderSettings } from './mail-provider-settings.ts';
import type { SmsUrls } from './sms-account.ts';
import { smsEnvironment, smsSettings, smsUrls } from './sms-settings.ts';

export const messageEnvironment = {
  /** Recipients of mail and texts of a staging instance. Messages to others are only shown in its inbox. */
  WATTLE_STAGING_RECIPIENTS: recipients.optional(),
  WATTLE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  WATTLE_MAIL_FROM: z.email().optional(),
  ...mailProviderEnvironment,
  ...smsEnvironment,
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
  /** The only recipients of mail and texts, in staging. Undefined: everyone. */
  readonly recipients: readonly string[] | undefined;
  readonly email:
    | {
        readonly url: string;
        readonly from: string;
        readonly requireTls: boolean;
        /** Undefined: no one reports what became of mail that the server accepted. */
        readonly provider: MailProviderSettings | undefined;
      }
    | undefined;
  readonly sms: SmsSettings | undefined;
  readonly smsUrls: SmsUrls;
  readonly push:
    | {
        readonly publicKey: string;
        readonly privateKey: string;
        readonly subject: string;
        readonly hosts: readonly string[];
      }
    | undefined;
};

export function messageSettings(value: Value, mode: Mode): MessageSettings {
  refuseHalves(value, ['WATTLE_SMTP_URL', 'WATTLE_MAIL_FROM']);
  refuseHalves(value, ['WATTLE_VAPID_PUBLIC', 'WATTLE_VAPID_PRIVATE', 'WATTLE_VAPID_SUBJECT']);
  const { WATTLE_SMTP_URL: smtp, WATTLE_MAIL_FROM: from } = value;
  const { WATTLE_VAPID_PUBLIC: publicKey, WATTLE_VAPID_PRIVATE: privateKey, WATTLE_VAPID_SUBJECT: subject } = value;
  const provider = mailProviderSettings(value);
  const { isRehearsal } = rulesOf(mode);
  const { WATTLE_STAGING_RECIPIENTS: listed } = value;
  if (listed !== undefined && !isRehearsal)
    throw new ConfigError(`WATTLE_STAGING_RECIPIENTS: is of staging, and WATTLE_MODE is ${mode}`);
  return {
    recipients: isRehearsal ? (listed ?? []) : undefined,
    email:
      smtp && from ? { url: smtp, from, requireTls: demandsTls(mode) && !isOnThisMachine(smtp), provider } : undefined,
    sms: smsSettings(value, mode),
    smsUrls: smsUrls(value),
    push:
      publicKey && privateKey && subject
        ? { publicKey, privateKey, subject, hosts: value.WATTLE_PUSH_HOSTS.split(',').map((host) => host.trim()) }
        : undefined,
  };
}
