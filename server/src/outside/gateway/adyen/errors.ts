import * as z from 'zod';
import { parseJson } from '../../http-json.ts';

const fault = z.object({ errorCode: z.string().max(20), errorType: z.string().max(40) });

/**
 * Error codes about the request itself, with which the same request is refused again: amount and currency missing or
 * not possible, a payment that Adyen does not know. Every other code leaves the outcome unknown: it may be about our
 * key, role, account or settings (000, 010, 901, 905), about a request that is still carried out under the same key
 * (704), or new.
 */
const FINAL: Readonly<Record<string, string>> = {
  '100': 'amount_missing',
  '137': 'amount_not_permitted',
  '138': 'currency_not_permitted',
  '167': 'charge_unknown',
};
/** The request did not reach what would carry it out. */
const NOT_CARRIED_OUT = [405, 413, 415];

/** Code of a final refusal; undefined: the outcome is unknown. */
export function refusalOfAdyen(status: number, text: string): string | undefined {
  if (NOT_CARRIED_OUT.includes(status)) return `http_${status}`;
  if (status !== 400 && status !== 422) return undefined;
  const read = fault.safeParse(parseJson(text));
  return read.success && read.data.errorType === 'validation' ? FINAL[read.data.errorCode] : undefined;
}

/** Whether a body is an error of Adyen, and not of a server in between. */
export const isFaultOfAdyen = (text: string): boolean => fault.safeParse(parseJson(text)).success;

/** Error codes that say that a stored card is not there: no contract, no such detail. */
const NO_CARD: ReadonlySet<string> = new Set(['800', '803']);

export function isUnknownCard(status: number, text: string): boolean {
  const read = fault.safeParse(parseJson(text));
  return status >= 400 && status < 500 && read.success && NO_CARD.has(read.data.errorCode);
}
