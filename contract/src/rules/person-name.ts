/**
 * A name of a person: letters and marks of any script with digits, spaces, hyphens, apostrophes, dots and slashes, and a
 * letter or digit at least. `·` and `・` part names in Chinese and Japanese; the joiners belong to Persian and Indian scripts.
 */
export const PERSON_NAME = /^(?=.*[\p{L}\p{Nd}])[\p{L}\p{M}\p{Nd} '`´‘’ʻʼ′\p{Pd}−.·•‧・/\u200c\u200d]+$/u;

/** Parts of a name, as records and calls have them. A person with a single name has it as surname. */
export type NameParts = { readonly firstName: string; readonly surname: string };

/** A single name that was entered as the first name becomes the surname. */
export function withOneName({ firstName, surname }: NameParts): NameParts {
  return surname === '' ? { firstName: '', surname: firstName } : { firstName, surname };
}

/** The whole name: a Chinese one begins with the surname and has no space in it. */
export function fullNameOf({ firstName, surname }: NameParts): string {
  const isHan = /^[\p{Script=Han}·]+$/u.test(firstName + surname);
  return isHan ? surname + firstName : [firstName, surname].filter(Boolean).join(' ');
}

/** The name for addressing a person in a text: the first name, or the only one. */
export function calledBy({ firstName, surname }: NameParts): string {
  return firstName || surname;
}
