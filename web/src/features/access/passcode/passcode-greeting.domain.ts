import type { Language } from '@wattle/contract/rules/languages.ts';

/**
 * How who signs in by passcode is greeted. Before the sign-in the server says the first name and no more; Chinese greets
 * by the full name or by none.
 */
export function passcodeGreeting(firstName: string | null, language: Language): 'signIn.hello' | 'signIn.lead' {
  return firstName === null || firstName === '' || language === 'zhCN' ? 'signIn.lead' : 'signIn.hello';
}
