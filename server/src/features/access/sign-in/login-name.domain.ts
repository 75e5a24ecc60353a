import { LOGIN_METHOD } from '@wattle/contract/brands/get-brand.ts';

export type LoginNameKind = 'email' | 'account' | 'mobile' | 'nominee' | 'username';

/**
 * What somebody typed to name themselves, as the table of names keeps it: trimmed and in lower
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
