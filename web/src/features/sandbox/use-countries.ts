import { useMemo } from 'react';
import { LANGUAGE_TAG } from '@wattle/contract/rules/languages.ts';
import { useLanguage } from '../../i18n/use-texts.ts';
import type { ListOption } from '../../ui/fields/list-options.ts';

/** Some countries, to try a list with; the real ones come from the server. */
const CODES =
  'AU NZ AT BE BR CA CI CK CN DE DK ES FI FJ FR GB GR HK IE IN ID IT JP KE KR LK MY NL NO NR NP PG PH PK PL PT RE SE SG TH TO TR TW UA US VN WS ZA';

export function useCountries(): readonly ListOption[] {
  const tag = LANGUAGE_TAG[useLanguage()];
  return useMemo(() => {
    const names = new Intl.DisplayNames([tag], { type: 'region' });
    const english = new Intl.DisplayNames(['en'], { type: 'region' });
    return CODES.split(' ').map((value) => ({
      value,
      label: names.of(value) ?? value,
      keywords: `${value} ${english.of(value) ?? ''}`,
    }));
  }, [tag]);
}
