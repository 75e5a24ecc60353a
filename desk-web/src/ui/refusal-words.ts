import { ERRORS } from '@wattle/contract/errors.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { type Texts, useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useMemo } from 'react';
import type { Failure } from '../calls/send.ts';

/** Words of a failed call: the desk's own, those of an error of the product, else a general text. */
export function useFailureWords(): (failure: Failure) => string {
  const t = useTexts('desk');
  const forms = useTexts('deskForms');
  const errors = useTexts('errors');
  return useMemo(() => (failure) => wordsOf({ t, forms, errors }, failure), [t, forms, errors]);
}

/** Refusals of any call are with every page, those of commands with the words of forms. */
type Words = { readonly t: Texts; readonly forms: Texts; readonly errors: Texts };

function wordsOf({ t, forms, errors }: Words, failure: Failure): string {
  if (failure.kind === 'lost') return t('failed.lost');
  const { error, requestId, words } = failure;
  const own = `refusal.${error}`;
  // Faults of a file follow, one a line.
  const refusal = [t, forms].find((one) => one.has(own));
  if (refusal) return [refusal(own, { request: requestId ?? '' }), words].filter(Boolean).join(' ');
  const code = isNameOf(ERRORS, error) ? ERRORS[error].code : undefined;
  const known = code !== undefined && errors.has(String(code)) ? errors(String(code)) : undefined;
  return known ?? t('refusal.other', { error });
}
