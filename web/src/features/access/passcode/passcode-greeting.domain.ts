import { GREETS_BY, type Language } from '@wattle/contract/rules/languages.ts';

/**
 * How who signs in by passcode is greeted. Before the sign-in the server says the first name and no more, which is
 * too little for a language that greets by the full name.
 */
export function passcodeGreeting(firstName: string | null, language: Language): 'signIn.hello' | 'signIn.lead' {
  return firstName === null || firstName === '' || GREETS_BY[language] === 'full' ? 'signIn.lead' : 'signIn.hello';
}
