import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { meetsNeed, PASSWORD_NEEDS } from '../rules/password-rule.ts';
import { accessCode, brandIdentifier } from '../wire.ts';
import { typed } from '../typed.ts';

/** Account number as in a bank transfer: up to 9 letters, digits, spaces and hyphens, not only zeros. */
export const signUpAccountNumber = z
  .string()
  .check(typed.digits(), typed.required(), z.regex(/^(?=.*[^0\s-])[A-Za-z\d\s-]{1,9}$/, 'signUpAccountNumber'));

/** Username: an email address or a chosen name, depending on the brand's login method. */
export const signUpUsername = z.string().check(typed.email(), z.minLength(1, 'required'), z.maxLength(254, 'required'));

/** A password that someone chooses. Common and breached ones are refused by the server besides. */
export const signUpPassword = z.string().check(
  typed.secret(),
  z.minLength(1, 'required'),
  z.maxLength(400, 'passwordInvalid'),
  z.refine((password: string) => PASSWORD_NEEDS.every((need) => meetsNeed(password, need)), 'passwordInvalid'),
);

/** Names a sign-up, as `SendSignUpCode` answers it. */
export const signUpToken = z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(100, 'required'));

/**
 * Whether a login can be made for an account. The result is read by position: the status of the account (0 is
 * current), whether the username is free (1), whether the account has a login (1). `999`: no such account.
 * 404 where the brand offers no sign-up.
 */
export const validateMemberAccountDetail = operation({
  name: 'validateMemberAccountDetail',
  method: 'POST',
  path: 'brand/ValidateMemberAccountDetail',
  auth: 'public',
  proof: 'none',
  summary: 'Whether a login can be made for an account',
  body: z.object({ accountId: signUpAccountNumber, brandIdentifier, userName: signUpUsername }),
  response: z.object({ data: z.object({ ValidationResult: z.string() }) }),
  errors: ['not_found', 'required_field'],
  errorFields: { required_field: 'userName' },
});

/**
 * Added: begins a sign-up and sends its code to the mobile number or email address on record. Every number gets the
 * same answer, also an unknown one, one with a login, and one whose holder cannot receive a code. 3 in 24 hours for a
 * number.
 */
export const sendSignUpCode = operation({
  name: 'sendSignUpCode',
  method: 'POST',
  path: 'brand/SendSignUpCode',
  auth: 'public',
  proof: 'none',
  summary: 'Send the code of a sign-up',
  body: z.object({ accountId: signUpAccountNumber, brandIdentifier }),
  /** Names the sign-up for 30 minutes. */
  response: z.object({ token: z.string() }),
  errors: ['not_found'],
});

/** Added: the code of a sign-up. 20052 for a wrong one, and after 10 minutes or 5 tries. */
export const verifySignUpCode = operation({
  name: 'verifySignUpCode',
  method: 'POST',
  path: 'brand/VerifySignUpCode',
  auth: 'public',
  proof: carriedBy('code'),
  summary: 'Check the code of a sign-up',
  body: z.object({ token: signUpToken, code: accessCode, brandIdentifier }),
  response: z.object({ result: z.literal(true) }),
  errors: ['not_found', 'token_invalid', 'token_expired', 'access_code_wrong'],
  errorFields: { access_code_wrong: 'code' },
});

/**
 * Creates the login of an account without one, after the code of the sign-up was entered. If it cannot be created, the
 * call is not refused: Succeeded is false. 20060 for a token whose code was not entered, 20062 for an expired one.
 */
export const setupWebAccount = operation({
  name: 'setupWebAccount',
  method: 'POST',
  path: 'brand/SetupWebAccount',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Make the login of an account',
  body: z.object({
    accountId: signUpAccountNumber,
    brandIdentifier,
    username: signUpUsername,
    password: signUpPassword,
    /** The product disclosure statement was read and accepted. */
    acceptedPDS: z.literal(true, 'signUpPds'),
    /** Added: from `SendSignUpCode`. Without it no login is created. */
    token: z.optional(signUpToken),
  }),
  /** `userCreated` is JSON text: `{"Succeeded":true}`. */
  response: z.object({ data: z.object({ userCreated: z.string() }) }),
  errors: ['not_found', 'required_field', 'token_invalid', 'token_expired'],
  errorFields: { required_field: 'password' },
});
