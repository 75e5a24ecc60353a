import type { token, TokenResponse } from '@wattle/contract/access/sign-in.ts';
import type { Result } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { CookieJar } from '../../../http/cookies.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import type { Found } from './sign-in.ts';

export type Grant = BodyOf<typeof token>;
export type TokenError = (typeof token.errors)[number];
export type TokenResult = Result<TokenResponse, TokenError>;

/** Context of every grant. */
export type Attempt<G extends Grant['grant_type']> = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly grant: Extract<Grant, { grant_type: G }>;
  readonly request: RequestInfo;
  readonly cookies: CookieJar;
};

/** Conditions of a sign-in, and its further effects in the same transaction. */
export type LoginLink = {
  readonly admit: (tx: Tx, found: Found) => Promise<TokenError | null>;
  readonly onIn: (tx: Tx, found: Found) => Promise<void>;
};

/** The part of the activation of cards in signing in. */
export type CardActivation = {
  /** Links the card that a password grant names; null: it names none. */
  readonly linkLogin: (attempt: Attempt<'password'>) => Promise<Result<LoginLink | null, TokenError>>;
  readonly verifyActivation: (attempt: Attempt<'verifyactivation'>) => Promise<TokenResult>;
};
