import { getCountries } from '@wattle/contract/brands/config.ts';
import { getTitles } from '@wattle/contract/profile/titles.ts';
import { useEffect, useState } from 'react';
import { call } from './call.ts';
import type { CallFailure } from './send.ts';
import { useBrand } from '../brand/brand.ts';
import { useLanguage } from '../i18n/use-texts.ts';
import type { ListOption } from '../ui/fields/list-options.ts';

type Country = ListOption & { readonly isDefault: boolean; readonly states: readonly ListOption[] };
type Reference = {
  readonly titles: readonly ListOption[];
  readonly countries: readonly Country[];
  /** The call that failed. */
  readonly failure: CallFailure | null;
};

/** Default until the lists are loaded, with which an Australian address can be typed. */
const BEFORE: Reference = { titles: [], countries: [], failure: null };

/** Titles, and countries with their states, in the language of the page. */
export function useReference() {
  const language = useLanguage();
  const { BrandIdentifier: brand } = useBrand();
  const [reference, setReference] = useState(BEFORE);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const [titles, countries] = await Promise.all([
        call(getTitles, { query: { language } }),
        call(getCountries, { body: { brand, language } }),
      ]);
      if (isGone) return;
      setReference({
        failure: ([titles, countries].find(({ ok }) => !ok) as CallFailure | undefined) ?? null,
        titles: titles.ok ? titles.value.Titles.map(({ value, text }) => ({ value, label: text })) : [],
        countries: countries.ok
          ? countries.value.Countries.map(({ Code, Name, IsDefault, States }) => ({
              value: Code,
              label: Name,
              keywords: Code,
              isDefault: IsDefault,
              states: States.map(({ StateCode, StateName }) => ({ value: StateCode, label: StateName })),
            }))
          : [],
      });
    };
    void ask();
    return () => {
      isGone = true;
    };
  }, [brand, language, round]);
  const { titles, countries, failure } = reference;
  return {
    titles,
    countries,
    failure,
    refetch: () => setRound(round + 1),
    statesOf: (code: string) => countries.find(({ value }) => value === code)?.states ?? [],
    defaultCountry: countries.find(({ isDefault }) => isDefault)?.value ?? 'AU',
  };
}
