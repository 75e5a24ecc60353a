import { rulesOf } from '../config/mode.ts';
import type { AppConfig } from '../config/config.ts';
import type { Clocks } from '../platform/time/clock.ts';
import type { OutsideSystem } from '../config/outside-settings.ts';
import type { Log } from '../platform/log.ts';
import type { MailTransport } from './mail/port.ts';
import { openSandboxPush, SANDBOX_PUSH_KEY, openSandboxSms, openSandboxMail } from './sandbox-transports.ts';
import { openPostmark } from './mail/postmark-notices.ts';
import type { MailProvider, MailProviderSettings } from './mail/provider.ts';
import { openSes } from './mail/ses-notices.ts';
import { getByPolicy } from './mail/sns.ts';
import { openSandboxReceipts } from './sandbox-receipts.ts';
import { openSmtpMail } from './mail/smtp.ts';
import type { Policy } from './policy.ts';
import type { PushTransport } from './push/port.ts';
import { openWebPush } from './push/web-push.ts';
import type { SmsTransport } from './sms/port.ts';
import { openSms } from './sms/providers.ts';

/** Message channels. An undefined channel is off. */
export type Transports = {
  readonly email?: MailTransport | undefined;
  readonly sms?: SmsTransport | undefined;
  readonly push?: PushTransport | undefined;
};

const SETTINGS_OF = {
  email: 'WATTLE_SMTP_URL, WATTLE_MAIL_FROM',
  sms: 'WATTLE_SMS_PROVIDER and those of the provider',
  push: 'WATTLE_VAPID_PUBLIC, WATTLE_VAPID_PRIVATE, WATTLE_VAPID_SUBJECT',
} as const;

/**
 * Opens the configured channels. Without settings the sandbox keeps the messages; production disables the
 * channel and logs it, because a message that only appears to be sent is worse than none.
 *
 * @param looking policies of calls without an effect
 */
export function openTransports(
  { mode, messages, outside, dataFolder }: Pick<AppConfig, 'mode' | 'messages' | 'outside' | 'dataFolder'>,
  clocks: Clocks,
  log: Log,
  policyOf: (system: OutsideSystem, part?: string) => Policy,
  looking: (system: OutsideSystem, part?: string) => Policy = policyOf,
): Transports {
  const { hasSandboxSystems } = rulesOf(mode);
  const off = (['email', 'sms', 'push'] as const).filter((channel) => !hasSandboxSystems && !messages[channel]);
  if (off.length > 0) {
    const settings = Object.fromEntries(off.map((channel) => [channel, SETTINGS_OF[channel]]));
    log.error({ channels: off, settings }, `messages by ${off.join(', ')} are not sent: no settings`);
  }
  const { email, sms, push } = messages;
  const { limitMs } = outside.policies.mail;
  return {
    email: email
      ? openSmtpMail(
          email,
          limitMs,
          policyOf('mail'),
          (sender) => policyOf('mail', sender),
          email.provider && openProvider(email.provider, () => looking('mail', 'notices'), log),
        )
      : hasSandboxSystems
        ? openSandboxMail(openSandboxReceipts(dataFolder))
        : undefined,
    sms: sms
      ? openSms(sms, clocks.security, policyOf('sms'))
      : hasSandboxSystems
        ? openSandboxSms(openSandboxReceipts(dataFolder))
        : undefined,
    push: push
      ? openWebPush(push, (service) => policyOf('push', service))
      : hasSandboxSystems
        ? openSandboxPush()
        : undefined,
  };
}

/** @param looking policy of the calls that only read, such as the certificate of a notice */
function openProvider(settings: MailProviderSettings, looking: () => Policy, log: Log): MailProvider {
  if (settings.kind === 'postmark') return openPostmark(settings);
  return openSes(settings, getByPolicy(looking()), log);
}

/** Public key for notification subscriptions of browsers. Null if this instance sends none. */
export function pushKeyOf({ mode, messages }: Pick<AppConfig, 'mode' | 'messages'>): string | null {
  return messages.push?.publicKey ?? (rulesOf(mode).hasSandboxSystems ? SANDBOX_PUSH_KEY : null);
}
