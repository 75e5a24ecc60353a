import { phoneText } from '@wattle/contract/rules/mobile-number.ts';
import { isSupportedCountry, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** Result of reading a typed number: a mobile number as E.164, a number that cannot receive text messages, or none. */
export type ReadMobile =
  | { readonly kind: 'mobile'; readonly number: string }
  | { readonly kind: 'landline' }
  | { readonly kind: 'none' };

const HOME = 'AU';

/**
 * The numbering plan assigns 04 to mobiles (ACMA). Ranges of it are in use before the library lists them
 * (docs/areas/typed-text.md, "Phone numbers are read in the brand's country and kept as E.164").
 */
const AUSTRALIAN_MOBILE = /^\+614\d{8}$/;

/** Number typed in a country, such as `AU`: without a country code it belongs to that country. */
function parse(typed: string, country: string): PhoneNumber | undefined {
  const written = phoneText(typed);
  if (!/^\+?\d+$/.test(written)) return undefined;
  const defaultCountry = isSupportedCountry(country) ? country : HOME;
  const number = parsePhoneNumberFromString(written, { defaultCountry, extract: false });
  if (number && isKnown(number)) return number;
  // `61400000001`: a country code without its plus sign, for the countries that are served.
  if (!written.startsWith('+') && /^6[14]/.test(written)) {
    const abroad = parsePhoneNumberFromString(`+${written}`, { extract: false });
    if (abroad && isKnown(abroad)) return abroad;
  }
  return undefined;
}

function isKnown(number: PhoneNumber): boolean {
  return number.isValid() || AUSTRALIAN_MOBILE.test(number.number);
}

/** Reads a number for text messages as a person in a country types it. */
export function readMobile(typed: string, country: string): ReadMobile {
  const number = parse(typed, country);
  if (!number) return { kind: 'none' };
  if (AUSTRALIAN_MOBILE.test(number.number)) return { kind: 'mobile', number: number.number };
  const type = number.getType();
  if (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE') return { kind: 'mobile', number: number.number };
  return { kind: type === 'FIXED_LINE' ? 'landline' : 'none' };
}

/** Reads any phone number. One outside of every numbering plan is stored as typed, without spaces. */
export function readPhone(typed: string, country: string): string {
  return parse(typed, country)?.number ?? phoneText(typed);
}

/**
 * Stored mobile number as E.164; undefined if it cannot receive text messages. Numbers in the earlier format are
 * Australian, or of New Zealand if no Australian plan contains them.
 */
export function toE164(stored: string): string | undefined {
  const read = [HOME, 'NZ'].map((country) => readMobile(stored, country)).find(({ kind }) => kind !== 'none');
  return read?.kind === 'mobile' ? read.number : undefined;
}

/** Stored number as people write it: an Australian one as `0400 000 001` or `02 9000 0001`. */
export function shownPhone(stored: string): string {
  const shown = stored
    .replace(/^(?:\+61|0)(4\d\d)(\d{3})(\d{3})$/, '0$1 $2 $3')
    .replace(/^\+61([2378])(\d{4})(\d{4})$/, '0$1 $2 $3');
  return shown.startsWith('+') ? (parse(shown, HOME)?.formatInternational() ?? shown) : shown;
}
