import { DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import { getAuthQuestions } from '@wattle/contract/identity/questions/get-auth-questions.ts';
import { ok } from '@wattle/contract/errors.ts';
import { handleRead } from '../../../http/handle.ts';
import { questionsOf, showQuestion } from './question-set.ts';

export const getAuthQuestionsRoute = handleRead(getAuthQuestions, async ({ body, session, tx, ctx }) => {
  const questions = await questionsOf(tx, ctx, session);
  return ok({ Questions: questions.map((each) => showQuestion(each, body.Language ?? DEFAULT_LANGUAGE)) });
});
