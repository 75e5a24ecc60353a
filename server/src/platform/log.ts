import { pino } from 'pino';

/** Structured log lines. Never hand it a body, a header or a row: ids and codes only. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The last wall: if a secret field is logged by mistake all the same, its value is not. */
const SECRETS: ReadonlySet<string> = new Set([
  'authorization',
  'password',
  'accesscode',
  'activationCode',
  'cardnumber',
  'cardNumber',
  'CardNumber',
  'pin',
  'PinNumber',
  'cvv2',
  'Cvv2',
  'access_token',
  'refresh_token',
  'TaxFileNumber',
]);
/** How far down a field is looked for. */
const LEVELS = 3;

/** The fields with those of a secret name hidden. Written by hand: pino's own way costs more than the rest of a line. */
function hideSecrets(fields: Readonly<Record<string, unknown>>, levels = LEVELS): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    shown[name] = SECRETS.has(name) ? '[redacted]' : hideWithin(value, levels - 1);
  }
  return shown;
}

function hideWithin(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((one) => hideWithin(one, levels));
  return isPlain(value) ? hideSecrets(value, levels) : value;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * What the log keeps of an error: never its other properties, among which the driver leaves its
 * connection and PostgreSQL the values of a row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Lines go out together: so many characters, or what there is after so long. A process that ends writes the rest. */
const BUFFER = 12_288;
const FLUSH_MS = 100;

/** Writes to the standard output, or into a file where a person watches the terminal. */
export function openLog(level: string, file?: string): pino.Logger {
  const options = {
    level,
    formatters: { log: (fields: object) => hideSecrets(fields as Record<string, unknown>) },
    base: undefined,
    serializers: { err: describeError },
  };
  return file === undefined
    ? pino(
        options,
        pino.destination({ dest: process.stdout.fd, sync: false, minLength: BUFFER, periodicFlush: FLUSH_MS }),
      )
    : pino(options, pino.destination({ dest: file, append: true, mode: 0o600 }));
}
