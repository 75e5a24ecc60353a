import { LANGUAGE_TAG, type Language } from '@wattle/contract/rules/languages.ts';
import { iso31661, iso31662 } from 'iso-3166';
import { type Address, isCountry, isPostCodeOf } from './postal-address.ts';

export type Country = {
  readonly Code: string;
  readonly Name: string;
  readonly IsDefault: boolean;
  readonly States: { readonly StateCode: string; readonly StateName: string; readonly IsDefault: boolean }[];
};

/** Countries whose addresses are written with a state or region from a list. */
const WITH_STATES: ReadonlySet<string> = new Set(['AU', 'NZ']);

const lists = new Map<string, readonly Country[]>();

/** All countries that ISO 3166-1 assigns: `first` first, the others by name in the language. */
export function countriesIn(language: Language, first: string): readonly Country[] {
  const key = `${language} ${first}`;
  const known = lists.get(key);
  if (known) return known;
  const names = new Intl.DisplayNames(LANGUAGE_TAG[language], { type: 'region' });
  const { compare } = new Intl.Collator(LANGUAGE_TAG[language]);
  const list = iso31661
    .map(({ alpha2, name }) => ({
      Code: alpha2,
      Name: names.of(alpha2) ?? name,
      IsDefault: alpha2 === first,
      States: statesOf(alpha2),
    }))
    .toSorted((a, b) => Number(b.IsDefault) - Number(a.IsDefault) || compare(a.Name, b.Name));
  lists.set(key, list);
  return list;
}

function statesOf(country: string): Country['States'] {
  if (!WITH_STATES.has(country)) return [];
  return iso31662
    .filter(({ parent }) => parent === country)
    .map(({ code, name }) => ({ StateCode: code.slice(country.length + 1), StateName: name, IsDefault: false }));
}

/** Whether a state is valid in an address of a country: one of its list where it has one, any text otherwise. */
export function isStateOf(country: string, state: string): boolean {
  const states = statesOf(country);
  return state === '' || states.length === 0 || states.some(({ StateCode }) => StateCode === state);
}

/** Field of an address with an unknown code; undefined: none. */
export function wrongAddressField(address: Address): 'CountryCode' | 'State' | 'PostCode' | undefined {
  if (!isCountry(address.CountryCode)) return 'CountryCode';
  if (!isStateOf(address.CountryCode, address.State)) return 'State';
  return isPostCodeOf(address) ? undefined : 'PostCode';
}
