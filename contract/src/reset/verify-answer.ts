import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { resetPage, resetToken, securityAnswer } from './reset.ts';

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
    /** Where a code was sent, masked; null: none is asked for. */
    CodeSentTo: z.nullable(z.string()),
  }),
  errors: ['token_invalid', 'token_expired', 'answer_wrong', 'account_locked'],
  errorFields: { answer_wrong: 'answer' },
});
