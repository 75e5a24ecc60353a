import type { Language } from '@wattle/contract/rules/languages.ts';
import type { AppContext } from '../../context.ts';
import type { Brand } from '../brands/public.ts';
import { securityQuestionText } from '../profile/public.ts';
import type { ResetPerson } from './reset.store.ts';

/** Every programme words these. */
const FIXED = 4;

type Asked = {
  readonly row: { readonly subjectHash: Buffer };
  readonly person: ResetPerson | undefined;
  readonly language: Language | undefined;
};

/** The security question of a reset in words. Who has none, and nobody, has a decoy: the same one each time. */
export function questionOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  brand: Brand,
  { row, person, language = person?.language ?? 'enAU' }: Asked,
): string {
  const seed = secrets.identifierHash(`${brand.id}:decoy question`, row.subjectHash.toString('hex'));
  const decoy = ((seed[0] ?? 0) % FIXED) + 1;
  const chosen = person?.security_question ?? decoy;
  return securityQuestionText(brand, language, chosen) ?? securityQuestionText(brand, language, decoy) ?? '';
}
