import * as z from 'zod/mini';
import { PASSWORD_NEEDS, meetsNeed } from '../rules/password-rule.ts';

/** As a bank transfer has it: up to 9 letters, digits, spaces and hyphens, not only zeros. */
export const signUpAccountNumber = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.regex(/^(?=.*[^0\s-])[A-Za-z\d\s-]{1,9}$/, 'signUpAccountNumber'));

/** What somebody signs in with: an email address, or a name of their own, as the brand's login method has it. */
export const signUpUsername = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(254, 'required'));

/** A password that somebody chooses. Common and breached ones are refused by the server besides. */
export const signUpPassword = z.string().check(
  z.minLength(1, 'required'),
  z.maxLength(400, 'passwordInvalid'),
  z.refine((typed: string) => PASSWORD_NEEDS.every((need) => meetsNeed(typed, need)), 'passwordInvalid'),
);

/** Names a sign-up, as `SendSignUpCode` answers it. */
export const signUpToken = z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(100, 'required'));
