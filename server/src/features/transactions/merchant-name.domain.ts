import { COLLECTORS, KNOWN_MERCHANTS } from './merchant-descriptors.domain.ts';

/** A merchant, read from its descriptor. */
export type Merchant = {
  /** Name on the sign of the shop. Never empty. */
  readonly name: string;
  /** Company that took the payment for the shop, such as Square; null: none that is known. */
  readonly collector: string | null;
};

/**
 * Reads the descriptor of a merchant as the network sends it: in capitals, cut to length and mixed with the store's
 * number, place, state and country, an order or telephone number, or the code of a collector. Lists, locks, search and
 * spending all use this reading. The descriptor is stored beside it as the raw text.
 */
export function readMerchantName(raw: string, city?: string): Merchant {
  const sent = raw.replace(/\s+/g, ' ').trim();
  const collected = COLLECTED.exec(sent);
  const collector = COLLECTOR_OF.get(collected?.[1]?.toUpperCase() ?? '') ?? null;
  const shop = collector === null ? sent : (collected?.[2] ?? sent);
  return { name: knownName(shop) ?? cleanName(shop, sent, city), collector };
}

const COLLECTOR_OF: ReadonlyMap<string, string> = new Map(
  COLLECTORS.flatMap(({ codes, name }) => codes.map((code): [string, string] => [code, name])),
);
const COLLECTED = /^([A-Z]{2,8})\s?\*\s?(\S.*)$/i;

function knownName(shop: string): string | undefined {
  const folded = shop.toUpperCase().replace(/\s?\*\s?/g, '*');
  const known = KNOWN_MERCHANTS.find(
    ([beginning]) => folded.startsWith(beginning) && !/\p{L}/u.test(folded.charAt(beginning.length)),
  );
  return known?.[1];
}

function cleanName(shop: string, sent: string, city: string | undefined): string {
  const named = withoutCompanyForm(withoutStoreNumber(withoutPlace(withoutWebAddress(withoutOrder(shop)), city)));
  return titleCase(/[\p{L}\p{N}]/u.test(named) ? named : sent);
}

/** An order or product code: at least five characters with a digit among letters, or digits alone. */
const ORDER_CODE = /^#?(?=[\w-]{5,}$)(?=.*\d)[A-Z0-9][\w-]*$/i;
/** A telephone number with its blanks and dashes: at least eight digits. */
const TELEPHONE = /\s+\+?\(?\d(?:[\s().-]{0,2}\d){7,}$/;

/** A star that belongs to no collector separates a merchant from the item: UBER *TRIP. */
function withoutOrder(shop: string): string {
  const parts = shop
    .split('*')
    .map((part) => part.trim())
    .filter((part, index) => part !== '' && !(index > 0 && ORDER_CODE.test(part)));
  // GOOGLE *GOOGLE ONE says the name twice.
  const isTwice = parts[1]?.toUpperCase().split(' ')[0] === parts[0]?.toUpperCase();
  const joined = parts
    .slice(isTwice ? 1 : 0)
    .join(' ')
    .replace(TELEPHONE, '');
  const words = joined.split(' ');
  const last = words.at(-1) ?? '';
  const isCode = words.length > 1 && ORDER_CODE.test(last) && /\p{L}/u.test(last) && /\d.*\d.*\d/.test(last);
  return isCode ? words.slice(0, -1).join(' ') : joined;
}

/** `www.` before a name, and the ending of an address behind it: KOGAN.COM.AU, MAX.COM/HELP. */
function withoutWebAddress(name: string): string {
  return name
    .replace(/^www\./i, '')
    .replace(/^([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|io)(?:\.[a-z]{2})?(?:\/\S*)?(?=\s|$)/iu, '$1');
}

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
  // A place follows a number for certain only where there is a place code.
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
