import { token } from '@wattle/contract/access/sign-in.ts';
import { call } from '../api/call.ts';
import { type CallFailure, UNEXPECTED } from '../api/send.ts';
import { currentBrand } from '../brand/brand.ts';
import { usedAccount } from './account-note.ts';
import { endAtServer } from './end-at-server.ts';
import { currentTurn, startSession } from './session.ts';

export type Credentials =
  | { readonly kind: 'card'; readonly cardNumber: string; readonly accessCode: string }
  | {
      readonly kind: 'account';
      readonly userName: string;
      readonly password: string;
      /** Null if the choice was not offered, which leaves the remembered username unchanged. */
      readonly rememberMe: boolean | null;
      /** Activation of a card to link to this login. */
      readonly activationToken?: string;
      /** Upgrade of a card to link to this login. */
      readonly upgradeAccessToken?: string;
    }
  /** Assertion signed by the passkey, as JSON text. */
  | { readonly kind: 'passkey'; readonly credential: string }
  | {
      readonly kind: 'passcode';
      readonly passcode: string;
      readonly deviceId: string;
      readonly userAgent: string;
    };

type Where = { readonly brand: string; readonly tenantId: string; readonly brandId: string };

function grantOf(credentials: Credentials, where: Where) {
  switch (credentials.kind) {
    case 'card':
      return {
        grant_type: 'card',
        ...where,
        cardnumber: credentials.cardNumber,
        accesscode: credentials.accessCode,
      } as const;
    case 'passcode': {
      const { passcode, deviceId, userAgent } = credentials;
      return { grant_type: 'passcode', ...where, passcode, deviceId, userAgent } as const;
    }
    case 'passkey':
      return { grant_type: 'passkey', ...where, credential: credentials.credential } as const;
    case 'account': {
      const { userName, password, rememberMe, activationToken, upgradeAccessToken } = credentials;
      const remember = rememberMe === null ? {} : ({ rememberMe: rememberMe ? 'true' : 'false' } as const);
      return {
        grant_type: 'password',
        ...where,
        userName,
        password,
        ...remember,
        ...(activationToken !== undefined && { activationToken }),
        ...(upgradeAccessToken !== undefined && { upgradeAccessToken }),
      } as const;
    }
  }
}

/** Number of the latest sign-in. Of two in flight, only the latest counts. */
let attempts = 0;

/**
 * Signs in at the brand of this page. Returns null on success. The secret is not stored. A response after another
 * sign-in, or after a session has started or ended, is ignored.
 */
export async function signIn(credentials: Credentials): Promise<CallFailure | null> {
  const brand = currentBrand();
  if (!brand) return { ok: false, code: UNEXPECTED, status: 0 };
  attempts += 1;
  const mine = attempts;
  const turn = currentTurn();
  const { BrandIdentifier: identifier } = brand;
  const where = { brand: identifier, tenantId: String(brand.TenantId), brandId: String(brand.BrandId) };
  const answer = await call(token, { body: grantOf(credentials, where) });
  if (!answer.ok) return answer;
  if (mine !== attempts || turn !== currentTurn()) {
    endAtServer({ brand: identifier, refreshToken: answer.value.refresh_token });
    return { ok: false, code: UNEXPECTED, status: 0 };
  }
  const isAccount = credentials.kind !== 'card';
  usedAccount.note(identifier, isAccount);
  startSession(isAccount ? 'account' : 'card', identifier, answer.value);
  return null;
}
