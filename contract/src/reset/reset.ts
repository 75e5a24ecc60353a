import * as z from 'zod/mini';
import { newPassword } from '../access/password.ts';
import { ACCOUNT_RESET, operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { accessCode, accountNumber, requiredText } from '../wire.ts';
import { typed } from '../typed.ts';

/** Names a reset: from the mailed link, or from the answer of `RequestResetPassword`. */
export const resetToken = z.string().check(typed.line(), z.minLength(1, 'required'), z.maxLength(100, 'required'));

export const securityAnswer = z.string().check(...typed.answer(200));

/** 8 characters that support gives out. */
export const backupToken = z.string().check(typed.digits(), typed.required(), z.maxLength(40, 'required'));

/** The language that a question is asked in. */
export const askedIn = z.optional(z.enum(LANGUAGES, 'required'));

/** The page that a reset goes on with, by its route name. */
export const resetPage = z.enum(['reset', 'cardIdentityAuth']);

/** The security questions of the programme, by number. */
export const SECURITY_QUESTIONS = [1, 2, 3, 4, 5, 6] as const;

export const securityQuestion = z.literal(SECURITY_QUESTIONS, 'required');

/**
 * Begins a reset. By `username`: a link goes to the registered email, or by SMS; the answer is the same whether there
 * is such a person or not. By `accountToken`, the access token of grant `accountnumber`: answers the page to go on
 * with and the token of the reset. 3 an hour for one person.
 */
export const requestResetPassword = operation({
  name: 'requestResetPassword',
  method: 'POST',
  path: 'onlineAccount/RequestResetPassword',
  auth: 'public',
  proof: 'none',
  summary: 'Begin the reset of a forgotten password',
  body: z.object({
    username: z.optional(requiredText),
    accountToken: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(2000, 'required'))),
  }),
  response: z.object({ NavigateToPage: z.nullable(resetPage), token: z.nullable(z.string()) }),
  errors: ['required_field', 'token_invalid'],
});

/** The security question of a reset; null if the person has chosen none. 20060 unknown or used, 20062 expired. */
export const verifyToken = operation({
  name: 'verifyToken',
  method: 'POST',
  path: 'onlineAccount/VerifyToken',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Check the token of a reset',
  body: z.object({ token: resetToken, Language: askedIn }),
  response: z.object({ SecurityQuestion: z.nullable(z.string()) }),
  errors: ['token_invalid', 'token_expired'],
});

/**
 * The security question and the masked username of an account. An unknown account has both, always the same ones, so
 * that no one learns which exist.
 */
export const getSecurityQuestions = operation({
  name: 'getSecurityQuestions',
  method: 'POST',
  reads: true,
  path: 'onlineAccount/GetSecurityQuestions',
  auth: ACCOUNT_RESET,
  proof: 'session',
  ids: { accountNumber: 'resetAccount' },
  summary: 'Security question of an account',
  body: z.object({
    /** Account number of the token. */
    accountNumber,
    Language: askedIn,
  }),
  response: z.object({ SecurityQuestion: z.string(), username: z.string() }),
  errors: ['required_field'],
  errorFields: { required_field: 'accountNumber' },
});

/**
 * Checks the security answer. 20061 for a wrong one; the third ends the reset, and five in 24 hours, over all resets
 * of a person, lock this way for 24 hours (20043). Of a reset by account number a right answer sends a code to the
 * registered contact, or leads to the identity questions where there is none.
 */
export const verifyAnswer = operation({
  name: 'verifyAnswer',
  method: 'POST',
  path: 'onlineAccount/VerifyAnswer',
  auth: 'public',
  proof: carriedBy('token', 'answer'),
  summary: 'Check the security answer of a reset',
  body: z.object({ token: resetToken, answer: securityAnswer }),
  response: z.object({
    result: z.literal(true),
    NavigateToPage: resetPage,
    /** Where a code was sent, masked; null: no code is required. */
    CodeSentTo: z.nullable(z.string()),
  }),
  errors: ['token_invalid', 'token_expired', 'answer_wrong', 'account_locked'],
  errorFields: { answer_wrong: 'answer' },
});

/** Added: sends another code of a reset by account number; the previous one stops working. 3 codes for one reset. */
export const sendResetCode = operation({
  name: 'sendResetCode',
  method: 'POST',
  path: 'onlineAccount/SendResetCode',
  auth: 'public',
  proof: carriedBy('token'),
  summary: 'Send another code of a reset',
  body: z.object({ token: resetToken }),
  response: z.object({ CodeSentTo: z.string() }),
  errors: ['token_invalid', 'token_expired'],
});

/**
 * Added: the code that a reset by account number sends. 20052 for a wrong one, and after its time or its tries, 20043
 * for a day once five codes of this person were wrong within 24 hours.
 */
export const verifyResetCode = operation({
  name: 'verifyResetCode',
  method: 'POST',
  path: 'onlineAccount/VerifyResetCode',
  auth: 'public',
  proof: carriedBy('token', 'code'),
  summary: 'Check the code of a reset',
  body: z.object({ token: resetToken, code: accessCode }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'access_code_wrong', 'account_locked'],
  errorFields: { access_code_wrong: 'code' },
});

/**
 * Sets a new password, once. All sessions of the person end, and all of their contacts are notified. 20060 as long as a
 * step of the reset is not done. 20010 with `newPassword` for one that is common or breached.
 */
export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: 'onlineAccount/ResetPassword',
  auth: 'public',
  proof: carriedBy('token', 'answer'),
  summary: 'Set a new password in place of a forgotten one',
  body: z.object({ token: resetToken, answer: securityAnswer, newPassword }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'answer_wrong', 'account_locked', 'required_field'],
  errorFields: { answer_wrong: 'answer', required_field: 'newPassword' },
});

/**
 * Checks a backup token within a reset of its person. 20060 for a wrong one; the third ends reset and backup token.
 * 20062 where it was right and is too old, or the reset is.
 */
export const verifyBackupResetToken = operation({
  name: 'verifyBackupResetToken',
  method: 'POST',
  path: 'onlineAccount/VerifyBackupResetToken',
  auth: 'public',
  proof: carriedBy('token', 'backupToken'),
  summary: 'Check a backup token',
  body: z.object({ token: resetToken, backupToken }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired'],
});

/** Sets a new password and a new security question by a backup token, once. Otherwise as ResetPassword. */
export const resetPasswordBackupToken = operation({
  name: 'resetPasswordBackupToken',
  method: 'POST',
  path: 'onlineAccount/ResetPasswordBackupToken',
  auth: 'public',
  proof: carriedBy('token', 'backupToken'),
  summary: 'Set a new password by a backup token',
  body: z.object({
    token: resetToken,
    backupToken,
    newPassword,
    securityQuestion,
    securityQuestionAnswer: securityAnswer,
  }),
  response: z.object({ result: z.literal(true) }),
  errors: ['token_invalid', 'token_expired', 'required_field'],
  errorFields: { required_field: 'newPassword' },
});
