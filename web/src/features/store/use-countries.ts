import { getCountries } from '@wattle/contract/brands/config.ts';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { useBrand } from '../../brand/brand.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import type { ListOption } from '../../ui/list-options.ts';

type Country = ListOption & { readonly states: readonly ListOption[] };

/** Countries with their states, in the language of the page. Until they are there, an Australian address can be typed. */
export function useCountries() {
  const language = useLanguage();
  const { BrandIdentifier: brand } = useBrand();
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    let isGone = false;
    void call(getCountries, { body: { brand, language } }).then((answer) => {
      if (isGone || !answer.ok) return;
      setCountries(
        answer.value.Countries.map(({ Code, Name, States }) => ({
          value: Code,
          label: Name,
          keywords: Code,
          states: States.map(({ StateCode, StateName }) => ({ value: StateCode, label: StateName })),
        })),
      );
    });
    return () => {
      isGone = true;
    };
  }, [brand, language]);
  return { countries, statesOf: (code: string) => countries.find(({ value }) => value === code)?.states ?? [] };
}
