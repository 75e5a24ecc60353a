import type { AppContext } from '../../../compose/context.ts';
import { isAnswer } from '../../security-questions/public.ts';
import { isComputedAnswer, type Question } from './question.domain.ts';

type Given = { readonly EntityAuthenticationDetailId: string; readonly Answer: string };

/** Whether a question has no answer at all. Such answers are refused before they count towards the lock. */
export function isLeftOut(questions: readonly Question[], answers: readonly Given[]): boolean {
  return questions.some(({ id }) => !answers.some((each) => each.EntityAuthenticationDetailId === id));
}

/** Whether every question has its right answer. All are compared, so that the time does not tell which is wrong. */
export async function areRight(
  { secrets }: Pick<AppContext, 'secrets'>,
  questions: readonly Question[],
  answers: readonly Given[],
): Promise<boolean> {
  let right = questions.length > 0;
  for (const question of questions) {
    const typed = answers.find((each) => each.EntityAuthenticationDetailId === question.id)?.Answer ?? '';
    const isThis =
      'hash' in question.answer
        ? await isAnswer(secrets, question.answer.hash, typed)
        : isComputedAnswer(question, typed);
    right &&= isThis;
  }
  return right;
}
