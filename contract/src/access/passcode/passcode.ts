import * as z from 'zod/mini';
import { isTrivialPin } from '../../rules/trivial-pin.ts';

/** A passcode as it is typed to sign in. */
export const passcode = z.string().check(z.regex(/^\d{4}$/, 'passcodeRequired'));

/** A passcode that somebody chooses: 4 digits, none of the trivial ones. */
export const newPasscode = z.string().check(
  z.regex(/^\d{4}$/, 'passcodeChoice'),
  z.refine((digits: string) => !isTrivialPin(digits), 'passcodeChoice'),
);
