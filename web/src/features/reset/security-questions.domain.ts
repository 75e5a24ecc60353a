import { SECURITY_QUESTIONS } from '@wattle/contract/reset/reset.ts';

/** Key of a question's words among the texts of the profile. */
export const questionKey = (question: number): string => `securityQuestion.${question}`;

/** The security questions that can be chosen: four are fixed, a fifth and a sixth are there where they are translated. */
export function offeredQuestions(hasText: (key: string) => boolean): readonly number[] {
  return SECURITY_QUESTIONS.filter((each) => hasText(questionKey(each)));
}
