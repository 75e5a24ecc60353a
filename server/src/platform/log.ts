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

/** Writes to the standard output, or into a file where a person watches the terminal. */
export function openLog(level: string, file?: string): pino.Logger {
  const options = { level, redact: { paths: REDACTED, censor: '[redacted]' }, base: undefined };
  return file === undefined
    ? pino(options)
    : pino(options, pino.destination({ dest: file, append: true, mode: 0o600 }));
}
