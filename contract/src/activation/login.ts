import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../operation.ts';
import { accountNumber } from '../wire.ts';
import { EMAIL_ADDRESS } from '../rules/email-address.ts';
import { meetsNeed, PASSWORD_NEEDS } from '../rules/password-rule.ts';
import { activationView, OUT_OF_TURN } from './activation.ts';
import { typed } from '../typed.ts';

/** The account number that a new login may have as its username; a nominee's has an extension. */
export const getAccountLoginNameActivation = operation({
  name: 'getAccountLoginNameActivation',
  method: 'POST',
  reads: true,
  path: 'card/getAccountLoginNameActivation',
  auth: ACTIVATION,
  proof: 'session',
  ids: { AccountNumber: 'activatedAccount' },
  summary: 'Account number as username of a new login',
  body: z.object({ AccountNumber: accountNumber }),
  response: z.object({ AccountLoginNumber: z.string(), IsAccountUsernameForNominee: z.boolean() }),
  errors: ['not_found', 'invalid_card_details'],
});

/** An email address as someone types one; the empty text where none is needed. */
export const emailAddress = z.string().check(
  typed.email(),
  z.maxLength(254, 'invalidEmailAddressFormat'),
  z.refine((email: string) => email === '' || EMAIL_ADDRESS.test(email), 'invalidEmailAddressFormat'),
);

/** A password that someone chooses. Common and breached ones are refused besides, with the same words. */
export const newPassword = z.string().check(
  typed.secret(),
  z.minLength(1, 'required'),
  z.maxLength(400, 'passwordInvalid'),
  z.refine((password: string) => PASSWORD_NEEDS.every((need) => meetsNeed(password, need)), 'passwordInvalid'),
);

/**
 * Checks and keeps the access details of a new login. The account number is the username where the brand lets it be
 * and the person chooses it; a nominee's is the account number with an extension.
 */
export const verifyOnlineAccount = operation({
  name: 'verifyOnlineAccount',
  method: 'POST',
  path: 'onlineAccount/Verify',
  auth: ACTIVATION,
  proof: 'session',
  ids: {},
  summary: 'Check and keep the access details of a new login',
  body: z
    .object({
      isAccountNumberUsername: z.boolean(),
      emailAddress,
      password: newPassword,
      confirmPassword: z
        .string()
        .check(typed.secret(), z.minLength(1, 'required'), z.maxLength(400, 'passwordUnmatched')),
      securityQuestion: z.number().check(z.int('required'), z.minimum(1, 'required'), z.maximum(6, 'required')),
      securityQuestionAnswer: z.string().check(...typed.answer(400)),
    })
    .check(
      z.refine(({ password, confirmPassword }) => password === confirmPassword, {
        error: 'passwordUnmatched',
        path: ['confirmPassword'],
      }),
      z.refine(({ isAccountNumberUsername, emailAddress: email }) => isAccountNumberUsername || email !== '', {
        error: 'required',
        path: ['emailAddress'],
      }),
    ),
  response: activationView,
  errors: [...OUT_OF_TURN, 'email_taken', 'identity_not_verified', 'card_linked_elsewhere'],
  errorFields: { email_taken: 'emailAddress', required_field: 'password' },
});
