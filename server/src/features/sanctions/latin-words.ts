import { plainText } from '@wattle/contract/rules/typed-text.ts';
import { transliterate } from 'transliteration';
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

/** A Chinese name as its family name and its given name, which are written together. */
function hanParts(name: string): readonly string[] {
  const signs = name.replaceAll(/[·\s]/g, '');
  const family = LONG_FAMILY.exec(signs)?.[0] ?? signs.slice(0, 1);
  return [family, signs.slice(family.length)].map((part) => transliterate(part).replaceAll(/\s/g, ''));
}

/** An Arabic name in Latin letters. Its short vowels are not written, and the article goes. */
function arabicParts(name: string): readonly string[] {
  const parts = name.split(/[\s-]+/).filter(Boolean);
  const words = parts.map((part) => part.replace(/^ال(?=..)/u, ''));
  return words.map((word) => transliterate(word).replaceAll(/[^a-z]/gi, ''));
}

/**
 * Words of a name in Latin letters, without case, accents, titles and particles: `["mohammed", "rashid"]` from
 * "Mr Mohammed al-Rashid", `["wang", "xiaoming"]` from "王小明".
 */
export function latinWords(name: string): readonly NameWord[] {
  const plain = plainText(name);
  const isArabic = ARABIC.test(plain);
  const parts = HAN.test(plain)
    ? hanParts(plain)
    : isArabic
      ? arabicParts(plain)
      : transliterate(plain).split(/[^A-Za-z']+/);
  return parts
    .map((part) => part.toLowerCase().replaceAll(/[^a-z]/g, ''))
    .flatMap((part) => (part.length > 5 ? part.replace(/^abd[aeu]?[lrs]/, 'abd ').split(' ') : [part]))
    .filter((part) => part.length > 1 && !PARTICLES.has(part) && !TITLES.has(part))
    .map((text) => ({ text, isWithoutVowels: isArabic }));
}
