import * as z from 'zod';
import type { MailProviderSettings } from '../outside/mail/provider.ts';
import { TOPIC_ARN } from '../outside/mail/sns.ts';
import { ConfigError } from './config-error.ts';

export const mailProviderEnvironment = {
  /** The provider that reports what became of mail that the server accepted. */
  WATTLE_MAIL_FEEDBACK: z.enum(['none', 'ses', 'postmark'], { error: 'must be none, ses or postmark' }).default('none'),
  WATTLE_SES_TOPIC_ARN: z
    .string()
    .regex(TOPIC_ARN, 'must be a topic that is not FIFO, as arn:aws:sns:ap-southeast-2:123456789012:wattle-mail')
    .optional(),
  WATTLE_SES_CONFIGURATION_SET: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'must be a name of letters, digits, - and _')
    .optional(),
  /** Key of the calls, and one that it replaces. */
  WATTLE_POSTMARK_HOOK_KEY: z
    .string()
    .regex(/^[\w-]{32,200}(,[\w-]{32,200})?$/, 'must have 32 or more letters, digits, - and _, or be two of those')
    .optional(),
  WATTLE_POSTMARK_STREAM: z
    .string()
    .regex(/^[a-z][\w-]{0,29}$/i, 'must be the id of a message stream, as outbound')
    .optional(),
};

type Value = Readonly<z.output<z.ZodObject<typeof mailProviderEnvironment>>> & {
  readonly WATTLE_SMTP_URL?: string | undefined;
};

const SETTINGS_OF = {
  ses: ['WATTLE_SES_TOPIC_ARN', 'WATTLE_SES_CONFIGURATION_SET'],
  postmark: ['WATTLE_POSTMARK_HOOK_KEY', 'WATTLE_POSTMARK_STREAM'],
} as const;

/** Refuses a setting of a provider that is not used: its notices would not be read. */
export function mailProviderSettings(value: Value): MailProviderSettings | undefined {
  const kind = value.WATTLE_MAIL_FEEDBACK;
  for (const [each, names] of Object.entries(SETTINGS_OF)) {
    const set = names.find((name) => value[name] !== undefined);
    if (set !== undefined && each !== kind) throw new ConfigError(`${set}: needs WATTLE_MAIL_FEEDBACK=${each}`);
  }
  if (kind === 'none') return undefined;
  if (value.WATTLE_SMTP_URL === undefined)
    throw new ConfigError('WATTLE_SMTP_URL: is missing, for WATTLE_MAIL_FEEDBACK');
  if (kind === 'ses') {
    const { WATTLE_SES_TOPIC_ARN: topicArn, WATTLE_SES_CONFIGURATION_SET: configurationSet } = value;
    if (topicArn === undefined) throw new ConfigError('WATTLE_SES_TOPIC_ARN: is missing');
    return { kind, topicArn, configurationSet };
  }
  const { WATTLE_POSTMARK_HOOK_KEY: keys, WATTLE_POSTMARK_STREAM: stream } = value;
  if (keys === undefined) throw new ConfigError('WATTLE_POSTMARK_HOOK_KEY: is missing');
  return { kind, hookKeys: keys.split(','), stream };
}
