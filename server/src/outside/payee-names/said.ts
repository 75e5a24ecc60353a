import * as z from 'zod';
import type { OutsideOutcome } from '../outcome.ts';
import { CANNOT_SAY, NAME_MOST, type NameAnswer } from './port.ts';

/** Name of an account in a response. */
export const accountName = z.string().max(NAME_MOST);

const SAID_CANNOT: OutsideOutcome<NameAnswer> = { kind: 'done', value: CANNOT_SAY };

/** An answer without a name. */
export function said(outcome: NameAnswer['outcome']): OutsideOutcome<NameAnswer> {
  return outcome === 'cannotSay' ? SAID_CANNOT : { kind: 'done', value: { outcome, businessName: null } };
}

/** Statuses by which a service refuses our key, what our contract covers, or our rate. */
const ABOUT_US: ReadonlySet<string> = new Set(['http_401', 'http_403', 'http_429']);

/** A call that has no answer; one that is refused because of us is raised. */
export function unanswered(outcome: Exclude<OutsideOutcome<unknown>, { kind: 'done' }>): OutsideOutcome<NameAnswer> {
  return outcome.kind === 'unknown' && ABOUT_US.has(outcome.code) ? { ...outcome, isOurs: true } : outcome;
}

/** Account number without the characters that banks ignore. */
export const withoutGaps = (accountNumber: string): string => accountNumber.replaceAll(/[\s-]/g, '');

/** The same, of digits alone. Undefined: it has others. */
export function digitsOf(accountNumber: string): string | undefined {
  const digits = withoutGaps(accountNumber);
  return /^\d+$/.test(digits) ? digits : undefined;
}
