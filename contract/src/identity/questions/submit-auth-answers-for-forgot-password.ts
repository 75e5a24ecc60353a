import * as z from 'zod/mini';
import { ACCOUNT_RESET, operation } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { accountNumber } from '../../wire.ts';
import { givenAnswers } from './submit-auth-answers.ts';

/**
 * Answers the identity questions of the account whose password is reset, once the security answer was right. As
 * submitAuthAnswers: 20248, the third time 20249.
 */
export const submitAuthAnswersForForgotPassword = operation({
  name: 'submitAuthAnswersForForgotPassword',
  method: 'POST',
  path: 'cardIdentityAuth/submitAuthAnswersForForgotPassword',
  auth: ACCOUNT_RESET,
  proof: carriedBy('Answers'),
  ids: { AccountNumber: 'anyone', 'Answers.EntityAuthenticationDetailId': 'proof' },
  summary: 'Answer the identity questions of a reset',
  body: z.object({
    /** The account of the token is meant, whatever is sent. */
    AccountNumber: z.optional(accountNumber),
    Answers: givenAnswers,
  }),
  response: z.object({ IsAuthenticationPassed: z.literal(true) }),
  errors: ['identity_answers_wrong', 'identity_answers_locked'],
});
