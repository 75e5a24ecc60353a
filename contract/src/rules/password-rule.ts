import { namesOf } from './typed-names.ts';

/** Requirements of a password. The server also rejects common and breached ones. */
export type PasswordNeed = 'length' | 'digit' | 'capital' | 'small';

/** Characters, not code units: an emoji is one. */
export const PASSWORD_MINIMUM_LENGTH = 13;

const TESTS: Readonly<Record<PasswordNeed, (password: string) => boolean>> = {
  length: (password) => [...password].length >= PASSWORD_MINIMUM_LENGTH,
  capital: (password) => /\p{Lu}/u.test(password),
  small: (password) => /\p{Ll}/u.test(password),
  digit: (password) => /\d/.test(password),
};

/** In the order in which they are shown. */
export const PASSWORD_NEEDS: readonly PasswordNeed[] = namesOf(TESTS);

/** Whether a password meets this requirement. */
export function meetsNeed(password: string, need: PasswordNeed): boolean {
  return TESTS[need](password);
}
