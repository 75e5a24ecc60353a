import * as z from 'zod/mini';
import { ACCOUNT_RESET, ACTIVATION, ACTIVATION_OR_RESET, operation } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { accountNumber, requiredText } from '../wire.ts';
import { typed } from '../typed.ts';

/** A question for a person. With a list, the answer is one of its entries; otherwise it is typed. */
export const identityQuestion = z.object({
  EntityAuthenticationDetailId: z.string(),
  Question: z.string(),
  /** Null: a field. */
  PossibleAnswers: z.nullable(z.array(z.string())),
  /** Empty: the right answer is never sent. */
  Answer: z.literal(''),
});

export type IdentityQuestion = z.output<typeof identityQuestion>;

/**
 * Whether the check of identity of the card of this session (questions, or the maiden name) can be answered, and whether
 * it has been.
 */
export const getAuthStatus = operation({
  name: 'getAuthStatus',
  method: 'POST',
  reads: true,
  path: 'cardIdentityAuth/getAuthStatus',
  auth: ACTIVATION_OR_RESET,
  proof: 'session',
  ids: { Number: 'anyone', AccountNumber: 'anyone' },
  summary: 'Where the identity questions of a card stand',
  body: z.object({
    /** The card of the token is used, and this value is ignored. */
    Number: z.optional(requiredText),
    AccountNumber: z.optional(accountNumber),
  }),
  response: z.object({ IsCardAuthenticationLocked: z.boolean(), IsAuthenticationPassed: z.boolean() }),
});

/**
 * The identity questions of the card of this session: those of the programme, else questions from the holder's data.
 * The set is the same each time, also while it is locked.
 */
export const getAuthQuestions = operation({
  name: 'getAuthQuestions',
  method: 'POST',
  path: 'cardIdentityAuth/getAuthQuestions',
  auth: ACTIVATION_OR_RESET,
  proof: 'session',
  ids: {},
  summary: 'Identity questions of a card',
  body: z.object({ Language: z.optional(z.enum(LANGUAGES)) }),
  response: z.object({ Questions: z.array(identityQuestion) }),
});

export const givenAnswers = z
  .array(
    z.object({
      EntityAuthenticationDetailId: z.string().check(z.minLength(1, 'required'), z.maxLength(100, 'required')),
      Answer: z.string().check(...typed.answer(200)),
    }),
  )
  .check(z.maxLength(10, 'required'));

/**
 * Answers all questions of the card of this session. A wrong answer to any of them is 20248; the third time 20249, and
 * no answer is taken for 24 hours. One that is left out, or has no letters or digits, is refused and does not count.
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
    /** The card of the token is used, and this value is ignored. */
    CardNumber: z.optional(requiredText),
    Answers: givenAnswers,
  }),
  response: z.object({ IsAuthenticationPassed: z.literal(true) }),
  errors: ['required_field', 'identity_answers_wrong', 'identity_answers_locked'],
});

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
    /** The account of the token is used, and this value is ignored. */
    AccountNumber: z.optional(accountNumber),
    Answers: givenAnswers,
  }),
  response: z.object({ IsAuthenticationPassed: z.literal(true) }),
  errors: ['required_field', 'identity_answers_wrong', 'identity_answers_locked'],
});
