import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';

/** Holders write theirs as they dial it: `04…` is a mobile in Australia, `02…` one in New Zealand. */
const COUNTRIES = ['AU', 'NZ'] as const;

/** A mobile number as E.164, or undefined where it is none that a text message reaches. */
export function toE164(typed: string): string | undefined {
  const written = typed.trim().replace(/^00/, '+');
  for (const defaultCountry of COUNTRIES) {
    const number = parsePhoneNumberFromString(written, { defaultCountry, extract: false });
    if (number?.isValid() && !number.ext) return number.number;
  }
  return undefined;
}
