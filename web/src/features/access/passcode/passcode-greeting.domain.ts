import { GREETS_BY, type Language } from '@wattle/contract/rules/languages.ts';

/**
 * Greeting at a sign-in by passcode. Before the sign-in the server sends only the first name, which is not enough for a
 * language that greets by the full name.
 */
export function passcodeGreeting(firstName: string | null, language: Language): 'signIn.hello' | 'signIn.lead' {
  return firstName === null || firstName === '' || GREETS_BY[language] === 'full' ? 'signIn.lead' : 'signIn.hello';
}
