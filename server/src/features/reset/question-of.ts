import { LANGUAGES, type Language, DEFAULT_LANGUAGE } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Brand } from '../brands/public.ts';
import { isQuestionOffered, securityQuestionText } from '../security-questions/public.ts';
import type { ResetPerson } from './reset.store.ts';

const NUMBERS = [1, 2, 3, 4, 5, 6];

type Asked = {
  readonly row: { readonly subjectHash: Buffer };
  readonly person: ResetPerson | undefined;
  /** Language of the screen. The holder's own would reveal that there is a holder. */
  readonly language: Language | undefined;
};

/**
 * The security question of a reset in words. A person without one, and a name without a person, get a decoy among those
 * of the brand, the same one each time.
 */
export function questionOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  brand: Brand,
  { row, person, language = DEFAULT_LANGUAGE }: Asked,
): string {
  const seed = secrets.identifierHash(`${brand.id}:decoy question`, row.subjectHash.toString('hex'));
  const offered = NUMBERS.filter((number) => isQuestionOffered(brand, number));
  const asked = person?.security_question ?? offered[(seed[0] ?? 0) % offered.length] ?? 1;
  const words = [language, ...LANGUAGES].map((locale) => securityQuestionText(brand, locale, asked));
  return words.find((text) => text !== null) ?? '';
}
