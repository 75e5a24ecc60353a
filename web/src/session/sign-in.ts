import { token } from '@wattle/contract/access/token.ts';
import { call } from '../api/call.ts';
import type { CallFailure } from '../api/send.ts';
import { currentBrand } from '../brand/brand.ts';
import { startSession } from './session.ts';

export type Credentials =
  | { readonly kind: 'card'; readonly cardNumber: string; readonly accessCode: string }
  | {
      readonly kind: 'account';
      readonly userName: string;
      readonly password: string;
      /** Null where nobody was asked: what the browser remembers stays as it is. */
      readonly rememberMe: boolean | null;
    };

/** Signs a person in at the brand of this page. Null when it worked; the secret is kept nowhere. */
export async function signIn(credentials: Credentials): Promise<CallFailure | null> {
  const brand = currentBrand();
  if (!brand) return { ok: false, code: '99999', status: 0 };
  const where = { brand: brand.BrandIdentifier, tenantId: String(brand.TenantId), brandId: String(brand.BrandId) };
  const answer = await call(token, {
    body:
      credentials.kind === 'card'
        ? { grant_type: 'card', ...where, cardnumber: credentials.cardNumber, accesscode: credentials.accessCode }
        : {
            grant_type: 'password',
            ...where,
            userName: credentials.userName,
            password: credentials.password,
            ...(credentials.rememberMe === null ? {} : { rememberMe: credentials.rememberMe ? 'true' : 'false' }),
          },
  });
  if (!answer.ok) return answer;
  startSession(credentials.kind, brand.BrandIdentifier, answer.value);
  return null;
}
