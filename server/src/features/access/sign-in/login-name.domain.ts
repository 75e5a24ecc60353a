import { LOGIN_METHOD } from '@wattle/contract/brands/get-brand.ts';
import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';

export type LoginNameKind = 'email' | 'account' | 'mobile' | 'nominee' | 'username';

/**
 * Typed sign-in name, as the table of names keeps it: trimmed and in lower
 * case; a mobile or account number as digits alone, +61 as 0. `account-NN` of a nominee stays.
 */
export function foldLoginName(typed: string): string {
  const name = typed.trim().normalize('NFKC').toLowerCase();
  if (/^\d{9}-\d{2}$/.test(name) || !/^\+?[\d\s()-]+$/.test(name)) return name;
  const digits = name.replace(/\D/g, '');
  return name.startsWith('+61') ? `0${digits.slice(2)}` : digits;
}

const KINDS: Readonly<Record<number, readonly LoginNameKind[]>> = {
  [LOGIN_METHOD.email]: ['email'],
  [LOGIN_METHOD.account]: ['account', 'username'],
  [LOGIN_METHOD.emailOrAccount]: ['email', 'account', 'username'],
  [LOGIN_METHOD.emailOrMobile]: ['email', 'mobile'],
};

/** Kinds of names that a brand signs in by. A nominee has no other name, so every brand takes it. */
export function acceptedKinds(loginMethodId: number): readonly LoginNameKind[] {
  return [...(KINDS[loginMethodId] ?? []), 'nominee'];
}

/** Which kind of name a login gets from what was typed. Undefined: a name that the brand does not sign in by. */
export function usernameKind(loginMethodId: number, typed: string): 'email' | 'username' | undefined {
  if (EMAIL_ADDRESS.test(typed)) return loginMethodId === LOGIN_METHOD.account ? 'username' : 'email';
  const takesNames = loginMethodId === LOGIN_METHOD.account || loginMethodId === LOGIN_METHOD.emailOrAccount;
  // Nine digits are an account number, and with an extension a nominee's: nobody takes another's.
  return takesNames && /^[\p{L}\d][\p{L}\d._-]{2,63}$/u.test(typed) && !/^\d{9}(-\d{2})?$/.test(typed)
    ? 'username'
    : undefined;
}
