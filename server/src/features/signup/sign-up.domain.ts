import { LOGIN_METHOD } from '@wattle/contract/brands/get-brand.ts';

/** What is known of an account that somebody wants a login for. */
export type SignUpFacts = { readonly isCurrent: boolean; readonly isNameFree: boolean; readonly hasLogin: boolean };

const NOT_FOUND = '999';

/** The result as the wire has it: status, name, login, each one figure. Undefined facts: no such account. */
export function validationResult(facts: SignUpFacts | undefined): string {
  if (!facts) return NOT_FOUND;
  return [!facts.isCurrent, facts.isNameFree, facts.hasLogin].map((is) => (is ? '1' : '0')).join('');
}

/** Which kind of name a new login gets from what was typed. Undefined: a name that the brand does not sign in by. */
export function usernameKind(loginMethodId: number, typed: string): 'email' | 'username' | undefined {
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed)) return loginMethodId === LOGIN_METHOD.account ? 'username' : 'email';
  const takesNames = loginMethodId === LOGIN_METHOD.account || loginMethodId === LOGIN_METHOD.emailOrAccount;
  // Nine digits are an account number, and with an extension a nominee's: nobody takes another's.
  return takesNames && /^[\p{L}\d][\p{L}\d._-]{2,63}$/u.test(typed) && !/^\d{9}(-\d{2})?$/.test(typed)
    ? 'username'
    : undefined;
}
