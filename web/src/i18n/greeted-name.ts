import { calledBy, fullNameOf } from '@wattle/contract/rules/person-name.ts';
import { GREETS_BY, type Language } from '@wattle/contract/rules/languages.ts';

type Person = { readonly FirstName: string; readonly Surname: string };

/** English greets by first name, Chinese by the full name: `李伟`, or `Li Wei` as the holder writes it. */
export function greetedName({ FirstName, Surname }: Person, language: Language): string {
  const names = { firstName: FirstName, surname: Surname };
  if (GREETS_BY[language] === 'first') return calledBy(names);
  return fullNameOf(names);
}
