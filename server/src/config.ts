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
});

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
  readonly session: SessionTimes;
};

/** decisions.md, “Session”. */
export type SessionTimes = {
  readonly accessTokenMs: number;
  readonly idleMs: number;
  readonly warningMs: number;
  readonly absoluteUserMs: number;
  readonly absoluteCardMs: number;
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
    session: SESSION_TIMES,
  };
}
