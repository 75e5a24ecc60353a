import type { NameParts } from './person-name.ts';
import { inPlainLatin } from './plain-latin.ts';

/** Maximum length of a name on a card. */
export const NAME_ON_CARD_MAXIMUM = 26;
/** Characters that a card maker embosses, beginning with a letter. */
export const NAME_ON_CARD = /^[A-Z][A-Z '.,-]{0,25}$/;

/** A typed text in the characters of a card: capital letters without accents, one space between words. */
export function foldNameOnCard(typed: string): string {
  return inPlainLatin(typed).toUpperCase().replace(/ +/g, ' ').trim();
}

/**
 * The default name on a card, from a person's name; empty if no part of it is Latin. If it is too long, the first of
 * these that fits is used: the first name with its further parts as initials, only the first name, only initials; with
 * the whole surname, then with the first part of it; and last its first 26 characters.
 */
export function nameOnCardOf({ firstName, surname }: NameParts): string {
  const [given, family] = [latinOf(firstName), latinOf(surname)];
  const [first = '', ...others] = given.split(/[ -]+/).filter(Boolean);
  const initials = others.map((part) => part.charAt(0));
  const givens = [
    given,
    [first, ...initials].join(' '),
    first,
    [first.charAt(0), ...initials].join(' '),
    first.charAt(0),
  ];
  const [familyFirst = ''] = family.split(/[ -]+/);
  const all = [family, familyFirst].flatMap((last) => givens.map((name) => `${name} ${last}`.trim()));
  return all.find((name) => name.length <= NAME_ON_CARD_MAXIMUM) ?? family.slice(0, NAME_ON_CARD_MAXIMUM).trim();
}

/** The Latin part of a name: words without other letters, digits and signs. */
function latinOf(name: string): string {
  return foldNameOnCard(name)
    .replace(/[^A-Z '.,-]/gu, ' ')
    .split(' ')
    .filter((word) => /[A-Z]/.test(word))
    .join(' ')
    .replace(/^[^A-Z]+|-+$/g, '');
}
