import { useErrorTexts } from '../i18n/use-texts.ts';
import { refusalOf } from './form.domain.ts';

type Failure = { readonly code: string; readonly status: number };

/** Key of the words for a call that failed; for one without an answer, of those that say that none came. */
export function wordsKeyOf(failure: Failure): string {
  return refusalOf(failure, [], navigator.onLine).code;
}

/** Words of a call that failed; of one without an answer, that none came and that it may be tried again. */
export function useFailureWords(): (failure: Failure) => string {
  const wordsOf = useErrorTexts();
  return (failure) => wordsOf(wordsKeyOf(failure));
}
