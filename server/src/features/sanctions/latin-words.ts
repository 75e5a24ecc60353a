import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { transliterate } from 'transliteration';
import { cantoneseOf } from './cantonese.ts';
import type { NameWord } from './name-match.domain.ts';

const PARTICLES = new Set([
  'al',
  'bn',
  'el',
  'ul',
  'bin',
  'ibn',
  'ben',
  'bint',
  'de',
  'da',
  'del',
  'van',
  'von',
  'der',
  'the',
]);
const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'prof', 'sir', 'sheikh', 'shaikh', 'haji', 'hajji', 'mullah']);
/** Family names of two characters; all others have one. */
const LONG_FAMILY = /^(?:欧阳|歐陽|司马|司馬|诸葛|諸葛|上官|夏侯|皇甫|尉迟|尉遲|公孙|公孫|令狐|慕容)/u;
const HAN = /^[\p{Script=Han}·\s]+$/u;
const ARABIC = /\p{Script=Arabic}/u;

/** A Chinese name as its family name and its given name. */
function hanParts(name: string): readonly [family: string, given: string] {
  const signs = name.replaceAll(/[·\s]/g, '');
  const family = LONG_FAMILY.exec(signs)?.[0] ?? signs.slice(0, 1);
  return [family, signs.slice(family.length)];
}

/** The signs of a name in Mandarin, written together. */
const mandarinOf = (signs: string) => transliterate(signs).replaceAll(/\s/g, '');

/** An Arabic name in Latin letters. Its short vowels are not written, and the article goes. */
function arabicParts(name: string): readonly string[] {
  const parts = name.split(/[\s-]+/).filter(Boolean);
  const words = parts.map((part) => part.replace(/^ال(?=..)/u, ''));
  return words.map((word) => transliterate(word).replaceAll(/[^a-z]/gi, ''));
}

/** Words in small Latin letters, without titles and particles. */
function wordsOf(parts: readonly string[], isWithoutVowels = false): readonly NameWord[] {
  return parts
    .map((part) => part.toLowerCase().replaceAll(/[^a-z]/g, ''))
    .flatMap((part) => (part.length > 5 ? part.replace(/^abd[aeu]?[lrs]/, 'abd ').split(' ') : [part]))
    .filter((part) => part.length > 1 && !PARTICLES.has(part) && !TITLES.has(part))
    .map((text) => ({ text, isWithoutVowels }));
}

/**
 * Words of a name in Latin letters, without case, accents, titles and particles: `["mohammed", "rashid"]` from
 * "Mr Mohammed al-Rashid". A name in Chinese signs has two readings, Mandarin and Cantonese: `["chen", "dawen"]` and
 * `["chen", "taiman"]` from 陈大文. The family name is in Mandarin in both, as names in other dialects become that.
 */
export function latinReadings(name: string): readonly (readonly NameWord[])[] {
  const plain = plainText(name);
  if (HAN.test(plain)) {
    const [family, given] = hanParts(plain);
    return [mandarinOf(given), cantoneseOf(given)].map((one) => wordsOf([mandarinOf(family), one]));
  }
  return ARABIC.test(plain)
    ? [wordsOf(arabicParts(plain), true)]
    : [wordsOf(transliterate(plain).split(/[^A-Za-z']+/))];
}
