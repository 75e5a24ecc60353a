import * as z from 'zod/mini';

/** Digits in their order, twice over, so that a run may pass from 9 to 0. */
const UP = '01234567890123456789';
const DOWN = '98765432109876543210';

/** Passcodes that are guessed first: one digit four times, or a run up or down. */
export function isTrivialPasscode(digits: string): boolean {
  return /^(\d)\1*$/.test(digits) || UP.includes(digits) || DOWN.includes(digits);
}

/** A passcode as it is typed to sign in. */
export const passcode = z.string().check(z.regex(/^\d{4}$/, 'passcodeRequired'));

/** A passcode that somebody chooses: 4 digits, none of the trivial ones. */
export const newPasscode = z.string().check(
  z.regex(/^\d{4}$/, 'tryAgainPasscodeText'),
  z.refine((digits: string) => !isTrivialPasscode(digits), 'tryAgainPasscodeText'),
);
