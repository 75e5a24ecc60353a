import { ERRORS } from '@wattle/contract/errors.ts';
import { isNameOf } from '@wattle/contract/rules/typed-names.ts';
import { type Texts, useTexts } from '@wattle/web/i18n/use-texts.ts';
import { useMemo } from 'react';
import type { Failure } from '../calls/send.ts';

/** Words of a failed call: the desk's own, those of an error of the product, else a general text. */
export function useFailureWords(): (failure: Failure) => string {
  const t = useTexts('desk');
  const errors = useTexts('errors');
  return useMemo(() => (failure) => wordsOf(t, errors, failure), [t, errors]);
}

function wordsOf(t: Texts, errors: Texts, failure: Failure): string {
  if (failure.kind === 'lost') return t('failed.lost');
  const { error, requestId, words } = failure;
  const own = `refusal.${error}`;
  // Faults of a file follow, one a line.
  if (t.has(own)) return [t(own, { request: requestId ?? '' }), words].filter(Boolean).join(' ');
  const code = isNameOf(ERRORS, error) ? ERRORS[error].code : undefined;
  const known = code !== undefined && errors.has(String(code)) ? errors(String(code)) : undefined;
  return known ?? t('refusal.other', { error });
}
