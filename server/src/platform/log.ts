import { pino } from 'pino';
import { currentSpan } from './tracing/spans.ts';

/** Structured log lines. Never log a body, a header or a row: ids and codes only. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Last line of defence: if a secret field is logged by mistake, its value is hidden. */
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
/** Maximum nesting depth searched for secret fields. */
const LEVELS = 3;

/** Hides the values of secret fields. pino's own redaction costs more than the rest of a log line. */
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
 * The loggable part of an error. Other properties are dropped: the driver attaches its connection and
 * PostgreSQL the values of a row.
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

/** Lines are buffered up to this many characters or until the flush interval. The rest is written at exit. */
const BUFFER = 12_288;
const FLUSH_MS = 100;

/** Trace that a line belongs to. */
function traceOfLine(): object {
  const traceId = currentSpan()?.traceId;
  return traceId === undefined ? {} : { traceId };
}

/** Writes to standard output, or to a file when a person watches the terminal. `isTraced`: lines name their trace. */
export function openLog(level: string, file?: string, isTraced = false): pino.Logger {
  const options = {
    level,
    formatters: { log: (fields: object) => hideSecrets(fields as Record<string, unknown>) },
    base: undefined,
    serializers: { err: describeError },
    ...(isTraced && { mixin: traceOfLine }),
  };
  return file === undefined
    ? pino(
        options,
        pino.destination({ dest: process.stdout.fd, sync: false, minLength: BUFFER, periodicFlush: FLUSH_MS }),
      )
    : pino(options, pino.destination({ dest: file, append: true, mode: 0o600 }));
}
