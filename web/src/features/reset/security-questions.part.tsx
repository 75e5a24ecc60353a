import { SECURITY_QUESTIONS } from '@wattle/contract/reset/reset.ts';
import { useTexts } from '../../i18n/use-texts.ts';

/** The security questions to choose from. Four are there always; a fifth and a sixth where they are translated. */
export function useSecurityQuestions(): { readonly value: string; readonly label: string }[] {
  const t = useTexts('profile');
  return SECURITY_QUESTIONS.filter((each) => t.has(`securityQuestion.${each}`)).map((each) => ({
    value: String(each),
    label: t(`securityQuestion.${each}`),
  }));
}
