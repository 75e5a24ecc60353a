import type { Withholding } from '@wattle/contract/profile/online-account.ts';
import { plainMoney } from '@wattle/contract/rules/amounts.ts';
import type { TextVariables } from '@wattle/contract/rules/wording.ts';
import { useLanguage } from './use-texts.ts';

/** Text values for tax withheld from interest; null when none is withheld, and the sentence is left out. */
export function useWithheld(withholding: Withholding | null | undefined): TextVariables | null {
  const language = useLanguage();
  if (!withholding) return null;
  return { percent: withholding.Percent, amount: plainMoney(withholding.FreeBelow, language) };
}
