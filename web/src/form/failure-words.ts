import { useErrorTexts } from '../i18n/use-texts.ts';
import { refusalOf } from './form.domain.ts';

type Failure = { readonly code: string; readonly status: number; readonly retryAfter?: number };

/** Text key for a failed call; a call without a response has a separate text. */
export function wordsKeyOf(failure: Failure): string {
  return refusalOf(failure, [], navigator.onLine).code;
}

/** Whether a call is refused because staff view the account, so that a repeat is useless. */
export const isViewOnly = (failure: unknown): boolean => (failure as Partial<Failure> | null)?.code === '20403';

/** Message for a failed call. For a call without a response it says that it is safe to try again. */
export function useFailureWords(): (failure: Failure) => string {
  const wordsOf = useErrorTexts();
  return (failure) => wordsOf(wordsKeyOf(failure));
}
