import { useErrorTexts } from '../i18n/use-texts.ts';
import { refusalOf } from './form.domain.ts';

type Failure = { readonly code: string; readonly status: number };

/** Words of a call that failed; of one without an answer, that none came and that it may be tried again. */
export function useFailureWords(): (failure: Failure) => string {
  const wordsOf = useErrorTexts();
  return (failure) => wordsOf(refusalOf(failure, [], navigator.onLine).code);
}
