import * as z from 'zod';

/** The only reader of the environment. Times are in milliseconds unless their name says otherwise. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  WATTLE_DATA: z.string().min(1).default('./.wattle'),
  WATTLE_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  DATABASE_URL: z.string().optional(),
  DATABASE_OWNER_URL: z.string().optional(),
  WATTLE_DEFAULT_BRAND: z.string().default('wattle'),
  WATTLE_INSTANCE_NAME: z.string().default('Wattle'),
  WATTLE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Sign-in attempts from one address in a minute. */
  WATTLE_SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /** Addresses or networks of the proxies in front, separated by commas: their word on who calls is taken. */
  WATTLE_TRUSTED_PROXIES: z
    .string()
    .regex(/^[\da-f.:/]+(\s*,\s*[\da-f.:/]+)*$/i, 'must be addresses or networks, separated by commas')
    .optional(),
  WATTLE_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be smtp://… or smtps://…' }).optional(),
  WATTLE_MAIL_FROM: z.email().optional(),
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
});
type Environment = z.output<typeof environment>;

export type AppConfig = {
  readonly mode: 'sandbox' | 'production';
  readonly host: string;
  readonly port: number;
  /** Absolute folder of the embedded database, keys and instance file. */
  readonly dataFolder: string;
  /** Undefined: start the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  readonly defaultBrand: string;
  readonly instanceName: string;
  readonly logLevel: string;
  readonly signInRate: number;
  /** Addresses and networks; none: whoever connects is the caller. */
  readonly trustedProxies: readonly string[];
  readonly session: SessionTimes;
  readonly messages: MessageSettings;
};

/** How messages leave. A channel without settings is off in production and kept in the sandbox. */
export type MessageSettings = {
  readonly email: { readonly url: string; readonly from: string; readonly requireTls: boolean } | undefined;
  readonly sms: { readonly url: string; readonly key: Uint8Array } | undefined;
  readonly push:
    | {
        readonly publicKey: string;
        readonly privateKey: string;
        readonly subject: string;
        readonly hosts: readonly string[];
      }
    | undefined;
};

/** decisions.md, “Session”. */
export type SessionTimes = {
  readonly accessTokenMs: number;
  readonly idleMs: number;
  readonly warningMs: number;
  readonly absoluteUserMs: number;
  readonly absoluteCardMs: number;
  readonly absoluteCardAccessMs: number;
  readonly absoluteAccountNumberMs: number;
  /** A replaced refresh token gives the same successor again for this long. */
  readonly refreshGraceMs: number;
};

const MINUTE_MS = 60_000;

export const SESSION_TIMES: SessionTimes = {
  accessTokenMs: 5 * MINUTE_MS,
  idleMs: 900_000,
  warningMs: 120_000,
  absoluteUserMs: 12 * 60 * MINUTE_MS,
  absoluteCardMs: 30 * MINUTE_MS,
  absoluteCardAccessMs: 5 * MINUTE_MS,
  absoluteAccountNumberMs: 10 * MINUTE_MS,
  refreshGraceMs: 30_000,
};

/** The environment is not usable; the message names each setting and what is wrong with it. */
export class ConfigError extends Error {}

/** Reads and checks the settings. Throws ConfigError. */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  resolve: (path: string) => string,
): AppConfig {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const value = parsed.data;
  return {
    mode: value.WATTLE_MODE,
    host: value.HOST,
    port: value.PORT,
    dataFolder: resolve(value.WATTLE_DATA),
    databaseUrl: value.DATABASE_URL,
    databaseOwnerUrl: value.DATABASE_OWNER_URL,
    defaultBrand: value.WATTLE_DEFAULT_BRAND,
    instanceName: value.WATTLE_INSTANCE_NAME,
    logLevel: value.WATTLE_LOG_LEVEL,
    signInRate: value.WATTLE_SIGN_IN_RATE,
    trustedProxies: (value.WATTLE_TRUSTED_PROXIES ?? '').split(',').flatMap((proxy) => proxy.trim() || []),
    session: SESSION_TIMES,
    messages: messageSettings(value),
  };
}

function messageSettings(value: Environment): MessageSettings {
  refuseHalves(value, ['WATTLE_SMTP_URL', 'WATTLE_MAIL_FROM']);
  refuseHalves(value, ['WATTLE_SMS_URL', 'WATTLE_SMS_KEY']);
  refuseHalves(value, ['WATTLE_VAPID_PUBLIC', 'WATTLE_VAPID_PRIVATE', 'WATTLE_VAPID_SUBJECT']);
  const { WATTLE_SMTP_URL: smtp, WATTLE_MAIL_FROM: from, WATTLE_SMS_URL: sms, WATTLE_SMS_KEY: smsKey } = value;
  const { WATTLE_VAPID_PUBLIC: publicKey, WATTLE_VAPID_PRIVATE: privateKey, WATTLE_VAPID_SUBJECT: subject } = value;
  const isProduction = value.WATTLE_MODE === 'production';
  if (isProduction && sms?.startsWith('http:') && !isOnThisMachine(sms)) {
    throw new ConfigError('WATTLE_SMS_URL: must be https, the messages carry codes');
  }
  return {
    email: smtp && from ? { url: smtp, from, requireTls: isProduction && !isOnThisMachine(smtp) } : undefined,
    sms: sms && smsKey ? { url: sms, key: Buffer.from(smsKey, 'hex') } : undefined,
    push:
      publicKey && privateKey && subject
        ? { publicKey, privateKey, subject, hosts: value.WATTLE_PUSH_HOSTS.split(',').map((host) => host.trim()) }
        : undefined,
  };
}

/** What is on this machine is reached without a wire that anybody could listen on. */
function isOnThisMachine(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname);
}

/** Settings that work together only: one alone is a mistake, not a wish. */
function refuseHalves(value: Environment, names: readonly (keyof Environment)[]): void {
  const missing = names.filter((name) => value[name] === undefined);
  if (missing.length === 0 || missing.length === names.length) return;
  throw new ConfigError(missing.map((name) => `${name}: is missing beside ${names[0]}`).join('\n'));
}
