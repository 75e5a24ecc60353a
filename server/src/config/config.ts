import * as z from 'zod';
import { demandsTls, type Mode, MODES, rulesOf } from './mode.ts';
import {
  CODES,
  type CodeSettings,
  CONTACTS,
  type ContactSettings,
  type Lockouts,
  PROOFS,
  type ProofSettings,
  readLockouts,
  RESETS,
  type ResetSettings,
  SIGN_UPS,
  type SignUpSettings,
} from './sign-in-settings.ts';
import { calledEnvironment, calledNetworks, OUTSIDE_FIXED, type OutsideSettings } from './outside-settings.ts';
import { ConfigError, isOnThisMachine, type Part, refuseHalves, together } from './config-error.ts';
import { instantEnvironment, instantSettings } from './instant-settings.ts';
import { bankEnvironment, type BankSettings, bankSettings } from './bank-settings.ts';
import { fileExchangeEnvironment, fileExchangeSettings } from './file-exchange-settings.ts';
import {
  gatewayEnvironment,
  gatewayServiceSettings,
  gatewaySettings,
  type GatewaySettings,
} from './gateway-settings.ts';
import { type Rate, rateEnvironment, type RateName, type Rates, ratesOf } from './rate-settings.ts';
import { networks, postgresUrl } from './typed-settings.ts';
import { messageEnvironment, type MessageSettings, messageSettings } from './message-settings.ts';
import { clusterEnvironment, type ClusterSettings, clusterSettings } from './cluster-settings.ts';
import { SESSION_TIMES, type SessionTimes } from './session-settings.ts';
import { identityEnvironment, identitySettings, KYC, type KycRules } from './identity-settings.ts';
import { SCHEDULES } from './payment-settings.ts';
import type { HashLimitOptions } from '../platform/secrets/hash-limit.ts';
import type { TurnsOptions } from '../platform/one-at-a-time.ts';
import { tracingEnvironment, type TracingSettings, tracingSettings } from './tracing-settings.ts';
import { STORE, type StoreSettings } from './store-settings.ts';
import { TOPUP, type TopupSettings } from './topup-settings.ts';

export { ConfigError };
export type { Rate, RateName, Rates };
export type { MessageSettings };

const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The only reader of the environment. Times are in milliseconds unless their name says otherwise. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  WATTLE_DATA: z.string().min(1).default('./.wattle'),
  WATTLE_MODE: z.enum(MODES).default('sandbox'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  WATTLE_DEFAULT_BRAND: z.string().optional(),
  WATTLE_INSTANCE_NAME: z.string().default('Wattle'),
  WATTLE_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /**
   * Overrides when failed guesses lock: `account=5/30/1440` are the failures, the minutes of
   * the first lock and those of the longest; `card` and others may add the failures of a day.
   */
  WATTLE_LOCKOUTS: z.string().default(''),
  /** Codes that are sent for all cards of a brand in an hour. */
  WATTLE_CODES_OF_BRAND_AN_HOUR: z.coerce.number().int().min(1).default(CODES.sentOfBrandAnHour),
  /** Days after which the network addresses of requests are truncated. */
  WATTLE_ADDRESSES_WHOLE_DAYS: z.coerce.number().int().min(1).max(3650).default(90),
  /** Messages of one kind that a person's calls send in an hour. */
  WATTLE_MESSAGES_AN_HOUR: z.coerce.number().int().min(1).default(10),
  WATTLE_MESSAGES_OF_BRAND_AN_HOUR: z.coerce.number().int().min(1).default(500),
  WATTLE_ADDRESS_URL: z.url({ protocol: /^https?$/ }).optional(),
  WATTLE_ADDRESS_KEY: z.string().optional(),
  WATTLE_ADDRESS_SECRET: z.string().optional(),
  ...identityEnvironment,
  ...fileExchangeEnvironment,
  ...bankEnvironment,
  ...instantEnvironment,
  ...gatewayEnvironment,
  ...rateEnvironment,
  /** Maximum concurrent hashes. libuv has 4 threads, which other work needs too. */
  WATTLE_HASHES_AT_ONCE: z.coerce.number().int().min(1).max(3).default(2),
  /**
   * Addresses or networks of the proxies in front, separated by commas or spaces. Their X-Forwarded-For header is
   * trusted.
   */
  WATTLE_TRUSTED_PROXIES: networks.optional(),
  /** Origins of the pages, separated by commas. Passkeys work in production there, and at a brand's own site. */
  WATTLE_ORIGINS: z
    .string()
    .regex(
      /^https?:\/\/[\w.-]+(:\d+)?(\s*,\s*https?:\/\/[\w.-]+(:\d+)?)*$/i,
      'must be origins, as https://cards.example',
    )
    .optional(),
  /** Bearer token of /metrics. Without it /metrics is closed in production. */
  WATTLE_METRICS_TOKEN: z.string().min(16, 'must have 16 characters or more').optional(),
  /** Addresses or networks that the desk answers, separated by commas or spaces. */
  WATTLE_DESK_NETWORKS: networks.default(['127.0.0.0/8', '::1']),
  /** Host of the desk. In production there is no desk in a browser without it. */
  WATTLE_DESK_HOST: z
    .string()
    .regex(/^(?!-)[a-z\d.-]{1,253}$/i, 'must be a host without scheme and port, as desk.example')
    .transform((host) => host.toLowerCase())
    .optional(),
  /** Whether browsers keep the shell of the web app. `off` takes it back from those that have it. */
  WATTLE_APP_WORKER: z.enum(['on', 'off']).default('on'),
  /** Hours that a request of the desk waits for its approval. */
  WATTLE_DESK_REQUEST_HOURS: z.coerce.number().int().min(1).max(720).default(24),
  /** Minutes without a command after which a session of the desk ends. */
  WATTLE_DESK_IDLE_MINUTES: z.coerce.number().int().min(1).max(120).default(15),
  /** For `npm run desk`: the server, a session's token, and the file that sessions are kept in. */
  WATTLE_DESK_URL: z.string().optional(),
  WATTLE_DESK_TOKEN: z.string().optional(),
  WATTLE_DESK_SESSIONS: z.string().optional(),
  /** Times of day in Melbourne after which a payment counts on the next business day. */
  WATTLE_CUT_OFF_EXTERNAL: z.string().regex(TIME_OF_DAY, 'must be a time of day, as 16:00').default('16:00'),
  WATTLE_CUT_OFF_BPAY: z.string().regex(TIME_OF_DAY, 'must be a time of day, as 17:00').default('17:00'),
  ...messageEnvironment,
  ...calledEnvironment,
  ...clusterEnvironment,
  ...tracingEnvironment,
});
type Environment = z.output<typeof environment>;

/** Readers of the settings by their names. */
export const SETTINGS = environment.shape;
export type SettingName = keyof typeof SETTINGS;

export type AppConfig = {
  readonly mode: Mode;
  readonly host: string;
  readonly port: number;
  /** Absolute folder of the embedded database, keys and instance file. */
  readonly dataFolder: string;
  /** Undefined: start the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly databaseOwnerUrl: string | undefined;
  /** The brand of a path that names none. Undefined: the only brand, else visitors choose. */
  readonly defaultBrand: string | undefined;
  readonly instanceName: string;
  readonly logLevel: string;
  readonly rates: Rates;
  /** Addresses and networks. If empty, the peer address is the client address. */
  readonly trustedProxies: readonly string[];
  /** Beside those of the brands' own sites. */
  readonly origins: readonly string[];
  /** Bearer token of /metrics; undefined: open in the sandbox, closed in production. */
  readonly metricsToken: string | undefined;
  readonly session: SessionTimes;
  readonly lockouts: Lockouts;
  readonly codes: CodeSettings;
  readonly proofs: ProofSettings;
  readonly resets: ResetSettings;
  readonly signUps: SignUpSettings;
  readonly contacts: ContactSettings;
  /** How long the network address of a request is kept whole. */
  readonly addressesWholeMs: number;
  /** Messages of one kind that a person's calls send in an hour. */
  readonly messagesAnHour: number;
  /** Messages of one kind to people who are not holders that a brand sends in an hour. */
  readonly messagesOfBrandAnHour: number;
  readonly downloads: DownloadSettings;
  /** Whether browsers are given the worker that keeps the shell of the web app. */
  readonly hasAppWorker: boolean;
  readonly desk: DeskSettings;
  readonly deskClient: DeskClientSettings;
  readonly hashing: HashLimitOptions;
  readonly turns: TurnsOptions;
  readonly messages: MessageSettings;
  /** Secrets of programmes by their settings: `WATTLE_SECRET_<number of the programme>_<name>`. */
  readonly namedSecrets: ReadonlyMap<string, string>;
  readonly cluster: ClusterSettings;
  /** Undefined: nothing is traced, and OpenTelemetry is not loaded. */
  readonly tracing: TracingSettings | undefined;
  readonly cutOffs: CutOffs;
  readonly schedules: typeof SCHEDULES;
  readonly bank: BankSettings;
  readonly outside: OutsideSettings;
  readonly kyc: KycRules;
  readonly topup: TopupSettings;
  readonly gateway: GatewaySettings;
  readonly store: StoreSettings;
  /** Hits of one search for an address. */
  readonly addressHits: number;
};

/** Times of day in Melbourne, `16:00`, by kind of payment that another bank receives. */
export type CutOffs = { readonly external: string; readonly bpay: string };

export type DeskSettings = {
  /** Callers from other networks get 404. */
  readonly networks: readonly string[];
  /** The only host of the desk, and of nothing else. Undefined: any, and in production none for browsers. */
  readonly host: string | undefined;
  /** Whether each member of staff must have a passkey, or password and TOTP. */
  readonly isSecondFactorDemanded: boolean;
  /** Calls from one address in a minute. */
  readonly callsAMinute: number;
  readonly idleMs: number;
  /** Longest duration of a session. */
  readonly sessionMs: number;
  /** How long a request waits for its approval. */
  readonly requestMs: number;
  /** How long a new member of staff has to set a password. */
  readonly setUpMs: number;
  /** Rows of one answer. */
  readonly rowsShown: number;
};

/** Settings of `npm run desk` beside its arguments. */
export type DeskClientSettings = {
  /** A server other than the one of the data folder. */
  readonly server: string | undefined;
  /** The token of a session, instead of those in the file. */
  readonly token: string | undefined;
  /** Where sessions are kept; undefined: in the home folder. */
  readonly sessionFile: string | undefined;
};

/** Documents that people save. */
export type DownloadSettings = {
  /** How long a ticket is good. */
  readonly ticketMs: number;
  /** Tickets that a session may have asked for in that time. */
  readonly ticketsOfSession: number;
  /** Maximum number of documents that a session may fetch from one server at the same time. */
  readonly atOnceOfSession: number;
  /** A browser that reads nothing for this long is disconnected. */
  readonly stalledMs: number;
};

const MINUTE_MS = 60_000;

const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Addresses that a search answers. */
const ADDRESS_HITS = 10;

const DESK_DEFAULTS = {
  // An office shares its address, and each of its pages asks again every few seconds: 30 people with the overview open.
  callsAMinute: 3_600,
  sessionMs: 8 * HOUR_MS,
  setUpMs: 72 * HOUR_MS,
  rowsShown: 50,
};

/** With two at the same time a full queue is computed in about a second, so no one waits long for an answer. */
export const HASHING: HashLimitOptions = { atOnce: 2, waitingMost: 100 };

const TURNS: TurnsOptions = { waitingMost: 50, waitMs: 10_000 };
export const DOWNLOADS: DownloadSettings = {
  ticketMs: MINUTE_MS,
  ticketsOfSession: 20,
  atOnceOfSession: 4,
  stalledMs: MINUTE_MS,
};

const NAMED_SECRET = /^WATTLE_SECRET_\d{1,10}_[A-Z][A-Z\d_]{0,39}$/;

function namedSecretsOf(given: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(given).flatMap(([name, value = '']) => (NAMED_SECRET.test(name) ? [[name, value]] : [])),
  );
}

/** Names with this prefix that other parts of the program read: keys, and what tests are steered by. */
const READ_ELSEWHERE =
  /^WATTLE_(KEY_(PAN|PAN_INDEX|PEPPER|TOKEN|CVV|PIN|NETWORK|SEAL)|TEST_POSTGRES|CHROME|SEED|FULL|SAMPLE_OFFSET|E2E_\w+|(BANK|CRASH|CLUSTER|DUE_WORK|GATEWAY|MOVE)_ROUNDS|MODEL_RUNS)$/;

/** Settings that do not exist: a misspelt one would be silently ignored. */
function faultsOfUnknown(env: Readonly<Record<string, string | undefined>>): string[] {
  const unknown = Object.keys(env).filter(
    (name) =>
      name.startsWith('WATTLE_') &&
      !(name in environment.shape) &&
      !READ_ELSEWHERE.test(name) &&
      !NAMED_SECRET.test(name),
  );
  return unknown.map((name) => `${name}: there is no such setting`);
}

/**
 * Reads and checks the settings; an empty setting counts as not set. Throws ConfigError, which names each
 * setting that is wrong or unknown.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  resolve: (path: string) => string,
): AppConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const unknown = faultsOfUnknown(env);
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError([...unknown, ...wrong].join('\n'));
  }
  return together(unknown, (part) => configOf(parsed.data, given, resolve, part));
}

function configOf(
  value: Environment,
  given: Readonly<Record<string, string | undefined>>,
  resolve: (path: string) => string,
  part: Part,
): AppConfig {
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
    rates: ratesOf(value),
    trustedProxies: value.WATTLE_TRUSTED_PROXIES ?? [],
    origins: listed(value.WATTLE_ORIGINS ?? '').map((origin) => new URL(origin).origin),
    metricsToken: value.WATTLE_METRICS_TOKEN,
    session: SESSION_TIMES,
    lockouts: part(() => lockoutsOf(value.WATTLE_LOCKOUTS)),
    codes: { ...CODES, sentOfBrandAnHour: value.WATTLE_CODES_OF_BRAND_AN_HOUR },
    proofs: PROOFS,
    resets: RESETS,
    signUps: SIGN_UPS,
    contacts: CONTACTS,
    addressesWholeMs: value.WATTLE_ADDRESSES_WHOLE_DAYS * DAY_MS,
    messagesAnHour: value.WATTLE_MESSAGES_AN_HOUR,
    messagesOfBrandAnHour: value.WATTLE_MESSAGES_OF_BRAND_AN_HOUR,
    cutOffs: { external: value.WATTLE_CUT_OFF_EXTERNAL, bpay: value.WATTLE_CUT_OFF_BPAY },
    schedules: SCHEDULES,
    bank: part(() => bankSettings(value)),
    downloads: DOWNLOADS,
    hasAppWorker: value.WATTLE_APP_WORKER === 'on',
    desk: {
      ...DESK_DEFAULTS,
      networks: value.WATTLE_DESK_NETWORKS,
      host: value.WATTLE_DESK_HOST,
      isSecondFactorDemanded: rulesOf(value.WATTLE_MODE).demandsSecondFactor,
      idleMs: value.WATTLE_DESK_IDLE_MINUTES * MINUTE_MS,
      requestMs: value.WATTLE_DESK_REQUEST_HOURS * HOUR_MS,
    },
    deskClient: {
      server: value.WATTLE_DESK_URL,
      token: value.WATTLE_DESK_TOKEN,
      sessionFile: value.WATTLE_DESK_SESSIONS === undefined ? undefined : resolve(value.WATTLE_DESK_SESSIONS),
    },
    hashing: { ...HASHING, atOnce: value.WATTLE_HASHES_AT_ONCE },
    turns: TURNS,
    messages: part(() => messageSettings(value, value.WATTLE_MODE)),
    namedSecrets: namedSecretsOf(given),
    cluster: part(() => clusterSettings(value)),
    tracing: part(() => tracingSettings(value)),
    outside: {
      ...OUTSIDE_FIXED,
      networks: calledNetworks(value, value.WATTLE_MODE),
      addresses: part(() => addressSettings(value)),
      ...part(() => identitySettings(value)),
      instant: part(() => instantSettings(value)),
      files: part(() => fileExchangeSettings(value, resolve(value.WATTLE_DATA))),
      gateway: part(() => gatewayServiceSettings(value)),
    },
    kyc: KYC,
    topup: TOPUP,
    gateway: gatewaySettings(value),
    store: STORE,
    addressHits: ADDRESS_HITS,
  };
}

function lockoutsOf(text: string): Lockouts {
  try {
    return readLockouts(text);
  } catch (error) {
    throw new ConfigError(`WATTLE_LOCKOUTS: ${(error as Error).message}`);
  }
}

function listed(text: string): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}

function addressSettings(value: Environment): OutsideSettings['addresses'] {
  refuseHalves(value, ['WATTLE_ADDRESS_URL', 'WATTLE_ADDRESS_KEY', 'WATTLE_ADDRESS_SECRET']);
  const { WATTLE_ADDRESS_URL: url, WATTLE_ADDRESS_KEY: key, WATTLE_ADDRESS_SECRET: secret } = value;
  if (demandsTls(value.WATTLE_MODE) && url?.startsWith('http:') && !isOnThisMachine(url)) {
    throw new ConfigError('WATTLE_ADDRESS_URL: must be https, the calls carry what people type');
  }
  return url && key && secret ? { url, key, secret } : undefined;
}
