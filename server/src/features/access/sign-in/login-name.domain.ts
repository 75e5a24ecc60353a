import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { EMAIL_ADDRESS } from '@wattle/contract/rules/email-address.ts';
import { phoneText } from '@wattle/contract/rules/mobile-number.ts';
import { bankAccountText, emailText } from '@wattle/contract/rules/typed-text.ts';
import { readMobile } from '../../../platform/text/mobile-number.domain.ts';

export type LoginNameKind = 'email' | 'account' | 'mobile' | 'nominee' | 'username';

/** Country of stored numbers that have none, because they were stored before numbers had one. */
const HOME = 'AU';

/**
 * Typed sign-in name, as the table of names keeps it: in lower case; an account number as its digits; a nominee's as
 * `account-NN`; a mobile number as the digits of E.164, an Australian one as people write it, with 0.
 */
export function foldLoginName(typed: string, country = HOME): string {
  const name = emailText(typed).toLowerCase();
  const spaceless = bankAccountText(typed).replaceAll(' ', '');
  if (/^\d{9}-\d{2}$/.test(spaceless)) return spaceless;
  const number = phoneText(typed);
  // Nine digits are an account number, even where a mobile number without its 0 has them too.
  if (!/^\+?\d+$/.test(number)) return name;
  if (/^[1-9]\d{8}$/.test(number)) return number;
  const read = readMobile(number, country);
  return read.kind === 'mobile' ? read.number.replace(/^\+61/, '0').replace('+', '') : number.replace('+', '');
}

const KINDS: Readonly<Record<number, readonly LoginNameKind[]>> = {
  [LOGIN_METHOD.email]: ['email'],
  [LOGIN_METHOD.account]: ['account', 'username'],
  [LOGIN_METHOD.emailOrAccount]: ['email', 'account', 'username'],
  [LOGIN_METHOD.emailOrMobile]: ['email', 'mobile'],
};

/** Kinds of names that a brand signs in by. A nominee has no other name, so every brand accepts theirs. */
export function acceptedKinds(loginMethodId: number): readonly LoginNameKind[] {
  return [...(KINDS[loginMethodId] ?? []), 'nominee'];
}

/** Kind of a typed login name. Undefined: the brand has no sign-in by such a name. */
export function usernameKind(loginMethodId: number, typed: string): 'email' | 'username' | undefined {
  if (EMAIL_ADDRESS.test(typed)) return loginMethodId === LOGIN_METHOD.account ? 'username' : 'email';
  const takesNames = loginMethodId === LOGIN_METHOD.account || loginMethodId === LOGIN_METHOD.emailOrAccount;
  // A text of only digits, with any separators, is a number of an account, a nominee or a phone: no one may choose
  // them.
  return takesNames && /^(?=.*\p{L})[\p{L}\d][\p{L}\d._-]{2,63}$/u.test(typed) ? 'username' : undefined;
}
