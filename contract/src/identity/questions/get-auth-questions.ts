import { LANGUAGES } from '../../rules/languages.ts';
import * as z from 'zod/mini';
import { ACTIVATION_OR_RESET, operation } from '../../operation.ts';
import { identityQuestion } from './question.ts';

/**
 * The identity questions of the card of this session: those of the programme, else of what is known of its holder.
 * The same set each time, also while they are locked.
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
