import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { useBrand } from './brand.ts';

/** A nominee signs in with an account number and an extension, in every brand. */
const NUMBER = /^\d{9}(-\d{2})?$/;

/** Word for a name that people sign in with. */
export type SignInName = 'email' | 'username' | 'number';

/**
 * The one word of a brand for what its people sign in with: an email address where it takes email addresses alone, a
 * username elsewhere. In a brand of email addresses the name of a nominee is a number.
 */
export function useSignInName(): (name?: string) => SignInName {
  const isEmail = useBrand().LoginMethodId === LOGIN_METHOD.email;
  return (name = '') => (isEmail ? (NUMBER.test(name) ? 'number' : 'email') : 'username');
}
