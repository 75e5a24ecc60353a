import { useMemo } from 'react';
import { useStore } from '../observable.ts';
import { currentLanguage, hasText, textsVersion, translate } from './i18n.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import type { TextVariables } from '@wattle/contract/rules/wording.ts';

/** Texts of one feature: `t('home.title', { name })`. A plural is asked for with `count`. */
export type Texts = {
  (key: string, variables?: TextVariables): string;
  /** For texts that may not be there, such as those of error codes. */
  readonly has: (key: string) => boolean;
};

/** The texts of a feature, current through switches of the language. The route's manifest entry loads them. */
export function useTexts(feature: string): Texts {
  const version = useStore(textsVersion);
  return useMemo(() => {
    const texts = (key: string, variables?: TextVariables) => translate(`${feature}:${key}`, variables);
    return Object.assign(texts, { has: (key: string) => hasText(`${feature}:${key}`), version });
  }, [feature, version]);
}

export function useLanguage(): Language {
  useStore(textsVersion);
  return currentLanguage();
}

/** Words of an error code: its text, else the general one. */
export function useErrorTexts(): (code: string, variant?: string) => string {
  const t = useTexts('errors');
  return useMemo(
    () => (code: string, variant?: string) => {
      const special = variant === undefined ? code : `${code}.${variant}`;
      return t([special, code].find((key) => t.has(key)) ?? '99999');
    },
    [t],
  );
}
