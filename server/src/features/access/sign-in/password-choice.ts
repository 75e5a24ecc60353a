import { meetsNeed, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import type { AppContext } from '../../../compose/context.ts';

/** Argon2id of a longer password costs too much, and no one types one. */
const PASSWORD_MAXIMUM_LENGTH = 400;
/** `Aaaaaaaaaaaa1` meets every other rule. */
const DIFFERENT_CHARACTERS = 5;
/** Shorter words are found in passwords by chance. */
const OWN_WORD_LENGTH = 4;

/**
 * Whether a password may be chosen: the rules that the screen shows, not a common or breached one, and not made of
 * the person's own words (the brand's name, the username) alone. Asks another system, so it must not be called
 * within a transaction. Where that is away, the packaged list decides alone.
 * @param ownWords what a guesser would try first for this person
 */
export async function mayChoosePassword(
  { outside }: Pick<AppContext, 'outside'>,
  password: string,
  ownWords: readonly string[],
): Promise<boolean> {
  if (password.length > PASSWORD_MAXIMUM_LENGTH) return false;
  if (!PASSWORD_NEEDS.every((need) => meetsNeed(password, need))) return false;
  if (new Set(password.toLowerCase()).size < DIFFERENT_CHARACTERS || isMadeOf(password, ownWords)) return false;
  for (const source of [outside.commonPasswords, outside.breachedPasswords]) {
    const outcome = await source?.isKnown(password);
    if (outcome?.kind === 'done' && outcome.value) return false;
  }
  return true;
}

/** Whether nothing but digits and signs is left without the person's own words. */
function isMadeOf(password: string, ownWords: readonly string[]): boolean {
  const words = ownWords.flatMap((each) => each.toLowerCase().split(/[^\p{L}]+/u));
  const long = words.filter((word) => word.length >= OWN_WORD_LENGTH).toSorted((a, b) => b.length - a.length);
  const rest = long.reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase());
  return !/\p{L}/u.test(rest);
}
