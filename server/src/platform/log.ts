import { pino } from 'pino';

/** Structured log lines. Never hand it a body, a header or a row: ids and codes only. */
export type Log = {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** The last wall: if a secret field is logged by mistake all the same, its value is not. */
const REDACTED = [
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
].flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

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

/** Writes to the standard output, or into a file where a person watches the terminal. */
export function openLog(level: string, file?: string): pino.Logger {
  const options = {
    level,
    redact: { paths: REDACTED, censor: '[redacted]' },
    base: undefined,
    serializers: { err: describeError },
  };
  return file === undefined
    ? pino(options)
    : pino(options, pino.destination({ dest: file, append: true, mode: 0o600 }));
}
