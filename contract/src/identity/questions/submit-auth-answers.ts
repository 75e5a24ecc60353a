import * as z from 'zod/mini';
import { ACTIVATION, operation } from '../../operation.ts';
import { carriedBy } from '../../proof.ts';
import { requiredText } from '../../wire.ts';

export const givenAnswers = z
  .array(
    z.object({
      EntityAuthenticationDetailId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'required')),
      /** Empty: not answered. */
      Answer: z.string().check(z.maxLength(200, 'required')),
    }),
  )
  .check(z.maxLength(10, 'required'));

/**
 * Answers all questions of the card of this session. A wrong or empty answer to any of them is 20248; the third time
 * 20249, and no answer is taken for 24 hours.
 */
export const submitAuthAnswers = operation({
  name: 'submitAuthAnswers',
  method: 'POST',
  path: 'cardIdentityAuth/submitAuthAnswers',
  auth: ACTIVATION,
  proof: carriedBy('Answers'),
  ids: { CardNumber: 'anyone', 'Answers.EntityAuthenticationDetailId': 'proof' },
  summary: 'Answer the identity questions of a card',
  body: z.object({
    /** The card of the token is meant, whatever is sent. */
    CardNumber: z.optional(requiredText),
    Answers: givenAnswers,
  }),
  response: z.object({ IsAuthenticationPassed: z.literal(true) }),
  errors: ['identity_answers_wrong', 'identity_answers_locked'],
});
