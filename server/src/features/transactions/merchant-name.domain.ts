/**
 * A merchant's name as the network sends it is set in capitals, cut to length and mixed with the
 * store's number, place, state and country, or with the name of whoever takes the payment for it.
 * This finds the name that the shop's sign carries; what was sent stays beside it as the raw text.
 */
export function cleanMerchantName(raw: string, city?: string): string {
  const sent = raw.replace(/\s+/g, ' ').trim();
  const shop = sent.replace(PAYMENT_SERVICE, '');
  const named = withoutCompanyForm(withoutStoreNumber(withoutPlace(shop, city)));
  return titleCase(named === '' ? sent : named);
}

/** Whoever collects for many small merchants puts a mark and a star before the merchant's name. */
const PAYMENT_SERVICE = /^[A-Z][A-Z ]{0,9}\s?\*\s?(?=\S)/i;

const STATE = '(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)';
/** A state and a country run together at the end, or a country alone: `NSWAU`, `VIC AUS`, ` AU`. */
const PLACE_CODE = new RegExp(`\\s+(?:${STATE}\\s?(?:AU|AUS)?|AU|AUS)$`, 'i');
/** A store or terminal number: three digits or more that stand alone after the name. */
const STORE_NUMBER_AND_PLACE = /^(\S.*?)\s+#?\d{3,}(?:\s+\D+)$/;
const STORE_NUMBER = /^(\S.*?)(?:\s+#?\d{3,})+$/;

function withoutPlace(name: string, city?: string): string {
  const withoutCode = name.replace(PLACE_CODE, '');
  const place = city?.replace(/\s+/g, ' ').trim();
  if (place && endsWithWord(withoutCode, place)) return withoutCode.slice(0, -place.length).trim();
  if (withoutCode === name) return name;
  // Only where the code shows that a place follows is the rest behind a number known to be one.
  return STORE_NUMBER_AND_PLACE.exec(withoutCode)?.[1] ?? withoutCode;
}

function endsWithWord(name: string, place: string): boolean {
  return name.length > place.length && name.toLowerCase().endsWith(` ${place.toLowerCase()}`);
}

function withoutStoreNumber(name: string): string {
  return STORE_NUMBER.exec(name)?.[1] ?? name;
}

function withoutCompanyForm(name: string): string {
  return name.replace(/[\s,]+(?:PTY\.?\s+LTD|P\/L|PTY|LTD|LIMITED)\.?$/i, '').trim();
}

/** Words that a title keeps small between others. */
const SMALL = new Set(['and', 'of', 'the', 'on', 'at', 'in', 'by', 'for']);
/** Abbreviations that have a vowel and so look like words. */
const ABBREVIATIONS = new Set(['ATM', 'IGA', 'NSW', 'ACT', 'AFL', 'SCG', 'ABC', 'EV', 'IT', 'UV']);

/** A name in mixed case stays as it is. */
function titleCase(name: string): string {
  const isShouted = name === name.toUpperCase();
  const isWhispered = name === name.toLowerCase();
  if (!isShouted && !isWhispered) return name;
  return name
    .split(' ')
    .map((word, index) => caseWord(word, index > 0, isShouted))
    .join(' ');
}

function caseWord(word: string, isInside: boolean, isShouted: boolean): string {
  const lower = word.toLowerCase();
  if (isInside && SMALL.has(lower)) return lower;
  const letters = word.replace(/[^A-Za-z]/g, '');
  const isAbbreviation =
    ABBREVIATIONS.has(letters.toUpperCase()) || (letters.length <= 3 && !/[AEIOUY]/i.test(letters));
  if (isShouted && isAbbreviation) return word.toUpperCase();
  // A letter after a hyphen, slash, dot or ampersand starts a word; one after an apostrophe does not.
  return lower.replace(/(^|[-/.&(])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
