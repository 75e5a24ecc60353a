import { inPlainForm, withoutAccents } from '@wattle/contract/rules/typed-text.ts';
import { BILLING_COMPANIES, COLLECTORS, KNOWN_MERCHANTS } from './merchant-descriptors.domain.ts';

/** Name of a merchant of which a processor tells neither name nor number. Lists have words for it. */
export const UNNAMED_MERCHANT = 'Unnamed merchant';

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
  const place = inOneLine(city ?? '');
  const sent = inOneLine(raw) || place || NOTHING_SENT;
  const collected = COLLECTED.exec(sent);
  const collector = COLLECTOR_OF.get(collected?.[1]?.toUpperCase() ?? '') ?? null;
  const shop = collector === null ? sent : (collected?.[2] ?? sent);
  return { name: knownName(shop) ?? cleanName(shop, sent, place), collector };
}

/** The company that bills under its own name before the first star, such as Uber for UBER *EATS; null: none known. */
export function readBillingCompany(raw: string): string | null {
  return COMPANY_OF.get(COLLECTED.exec(inOneLine(raw))?.[1]?.toUpperCase() ?? '') ?? null;
}

/** For a descriptor without a character that anybody sees, and without a city. */
const NOTHING_SENT = '–';

/** Full-width and half-width letters in their plain form, without what is not seen: `ＡＢＣ` and `ABC` are one shop. */
const inOneLine = (text: string) => inPlainForm(text).replace(/\s+/g, ' ').trim();

const COLLECTOR_OF: ReadonlyMap<string, string> = new Map(
  COLLECTORS.flatMap(({ codes, name }) => codes.map((code): [string, string] => [code, name])),
);
const COMPANY_OF: ReadonlyMap<string, string> = new Map(
  BILLING_COMPANIES.flatMap(({ codes, name }) => codes.map((code): [string, string] => [code, name])),
);
const COLLECTED = /^([A-Z._]{2,10})\s?(?:\*\s?)+([^\s*].*)$/i;

function knownName(shop: string): string | undefined {
  const folded = shop.toUpperCase().replace(/\s?\*\s?/g, '*');
  const known = KNOWN_MERCHANTS.find(
    ([beginning]) => folded.startsWith(beginning) && !/\p{L}/u.test(folded.charAt(beginning.length)),
  );
  return known?.[1];
}

function cleanName(shop: string, sent: string, place: string): string {
  const named = withoutCompanyForm(withoutStoreNumber(withoutWebAddress(withoutOrder(withoutPlace(shop, place)))));
  return titleCase(/[\p{L}\p{N}]/u.test(named) ? named : sent);
}

/** An order or product code: at least five characters with a digit among letters, or only digits. */
const ORDER_CODE = /^#?(?=[\w-]{5,}$)(?=.*\d)[A-Z0-9][\w-]*$/i;
/** A word with a short number behind it reads as a name: STUDIO54. */
const NUMBERED_NAME = /^(?=.*[AEIOUY])[A-Z]{4,}\d{1,2}$/i;
/** A telephone number with its blanks and dashes: at least eight digits. The code of a place may follow it. */
const TELEPHONE = /\s+\+?\(?\d(?:[\s().-]{0,2}\d){7,}(?:\s[A-Z]{2,3})?$/i;
/** Collectors and sellers that are in no table have codes such as AMZ and RAZ, which say nothing without what follows. */
const SHORTEST_NAME = 4;

/** A star that belongs to no collector separates a merchant from the item: UBER *TRIP. */
function withoutOrder(shop: string): string {
  const [first = '', ...more] = shop
    .split('*')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const isItem = (part: string) => first.length < SHORTEST_NAME || !ORDER_CODE.test(part) || NUMBERED_NAME.test(part);
  const items = more.filter(isItem);
  // GOOGLE *GOOGLE ONE says the name twice.
  const isTwice = items[0]?.toUpperCase().split(' ')[0] === first.toUpperCase();
  const joined = (isTwice ? items : [first, ...items]).join(' ').replace(TELEPHONE, '');
  const words = joined.split(' ');
  const last = words.at(-1) ?? '';
  const isCode = words.length > 1 && ORDER_CODE.test(last) && /\p{L}/u.test(last) && /\d.*\d.*\d/.test(last);
  return isCode ? words.slice(0, -1).join(' ') : joined;
}

/** `www.` before a name, and the rest of an address after it: KOGAN.COM.AU, MAX.COM/HELP, ZALANDO.DE. */
function withoutWebAddress(name: string): string {
  return name
    .replace(/^www\.(?=\S)/i, '')
    .replace(/^([\p{L}\p{N}-]{2,})\.(?:com|net|org|co|io)(?:\.[a-z]{2})?(?:\/\S*)?(?=\s|$)/iu, '$1')
    .replace(/^([\p{L}\p{N}-]{3,})\.[a-z]{2}(?:\/\S*)?(?=\s|$)/iu, '$1');
}

const STATE = '(?:NSW|VIC|QLD|SA|WA|TAS|ACT|NT)';
/** A state and a country run together at the end, or only a country: `NSWAU`, `VIC AUS`, ` AU`. */
const PLACE_CODE = new RegExp(`\\s+(?:${STATE}\\s?(?:AU|AUS)?|AU|AUS)$`, 'i');
const STATE_ALONE = new RegExp(`\\s${STATE}$`, 'i');
/** Codes of a state or country, or both, behind a city anywhere: `OR`, `KUALA LUMPUR MY`, `SEATTLE WA USA`, `- SK`. */
const CODES = String.raw`(?:\s-)?(?:\s[A-Z]{2,3}){0,2}`;
/** A store or terminal number: a separate run of three digits or more after the name. */
const STORE_NUMBER_AND_PLACE = /^(\S.*?)\s+#?\d{3,}(?:\s+\D+)$/;
const STORE_NUMBER = /^(\S.*?)(?:\s+#?\d{3,})+$/;

/** Words that a name does not end with, in the languages of shops: MUSEUM OF SYDNEY, HOTEL DE PARIS. */
const JOINING =
  /(?:^|\s)(?:of|the|at|in|on|by|for|and|&|de|del|della|di|da|do|du|des|la|le|les|el|von|van|zu|zur|zum|am|im)$/i;
/** Kinds of shops, which identify no shop by themselves: HOTEL PARIS, BANK SA, STUDIO 360. */
const KIND =
  /^(?:(?:the|le|la|el|il|das|der|die)\s)?(?:airport|area|bank|bar|bistro|bakery|cafe|café|city|cinema|club|farmacia|hospital|hostel|hotel|kiosk|level|market|motel|museum|parking|pharmacy|pizza|pub|restaurant|ristorante|room|route|shop|store|studio|supermarket|sushi|taxi|university)$/i;

/** A part that can go without making the name unrecognisable. */
const isName = (rest: string) => !JOINING.test(rest) && !KIND.test(rest);

function withoutPlace(name: string, place: string): string {
  const withoutCode = withoutPlaceCode(name);
  if (place.length > 1) {
    const behind = new RegExp(`^(.*\\S)\\s${place.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}${CODES}$`, 'iu');
    const before = behind.exec(withoutCode)?.[1]?.replace(/\s-$/, '');
    if (before !== undefined && isName(before)) return before;
  }
  if (withoutCode === name) return name;
  // A place follows a number for certain only where there is a place code.
  return STORE_NUMBER_AND_PLACE.exec(withoutCode)?.[1] ?? withoutCode;
}

/** A state without a country is part of some names: BANK SA, MOTOR MUSEUM OF WA. */
function withoutPlaceCode(name: string): string {
  const rest = name.replace(PLACE_CODE, '');
  return isName(rest) || !STATE_ALONE.test(name) ? rest : name;
}

function withoutStoreNumber(name: string): string {
  const rest = STORE_NUMBER.exec(name)?.[1];
  return rest !== undefined && isName(rest) ? rest : name;
}

/** Forms of companies that no word of a name looks like: SA, AG and AB stay. */
const COMPANY_FORM =
  /[\s,]+(?:PTY\.?\s+LTD|PTE\.?\s+LTD|CO\.?,?\s+LTD|P\/L|PTY|PTE|LTD|LIMITED|SDN\.?\s+BHD?|LLC|INC|GMBH|S\.?R\.?L|S\.?R\.?O)\.?$/i;

function withoutCompanyForm(name: string): string {
  const rest = name.replace(COMPANY_FORM, '').trim();
  return isName(rest) ? rest : name;
}

/** Words that a title keeps small between others. */
const SMALL = new Set(['and', 'of', 'the', 'on', 'at', 'in', 'by', 'for']);
/** Abbreviations that have a vowel and so look like words. */
const ABBREVIATIONS = new Set([
  'ATM',
  'IGA',
  'NSW',
  'ACT',
  'AFL',
  'SCG',
  'ABC',
  'EV',
  'IT',
  'UV',
  'UK',
  'USA',
  'SA',
  'WA',
]);

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
  const letters = withoutAccents(word).replace(/[^A-Za-z]/g, '');
  const isAbbreviation =
    ABBREVIATIONS.has(letters.toUpperCase()) || (letters.length <= 3 && !/[AEIOUY]/i.test(letters));
  if (isShouted && isAbbreviation) return word.toUpperCase();
  // A letter after a hyphen, slash, dot or ampersand starts a word; one after an apostrophe does not.
  return lower.replace(/(^|[-/.&(])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
