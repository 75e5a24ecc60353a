import { GREETS_BY, type Language } from '@wattle/contract/rules/languages.ts';

type Person = { readonly FirstName: string; readonly Surname: string };

/** English greets by first name, Chinese by the full name: `李伟`, or `Li Wei` as the holder writes it. */
export function greetedName({ FirstName, Surname }: Person, language: Language): string {
  if (GREETS_BY[language] === 'first') return FirstName;
  const isHan = /^\p{Script=Han}+$/u.test(FirstName + Surname);
  return isHan ? Surname + FirstName : `${FirstName} ${Surname}`.trim();
}
