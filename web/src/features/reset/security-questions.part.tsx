import { useTexts } from '../../i18n/use-texts.ts';
import { offeredQuestions, questionKey } from './security-questions.domain.ts';

/** The security questions to choose from, in words. */
export function useSecurityQuestions(): { readonly value: string; readonly label: string }[] {
  const t = useTexts('profile');
  return offeredQuestions(t.has).map((each) => ({ value: String(each), label: t(questionKey(each)) }));
}
