import type { token, TokenResponse } from '@wattle/contract/access/sign-in/token.ts';
import type { Result } from '@wattle/contract/errors.ts';
import type { BodyOf } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../../context.ts';
import type { CookieJar } from '../../../http/cookies.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import type { Brand } from '../../brands/public.ts';

export type Grant = BodyOf<typeof token>;
export type TokenError = (typeof token.errors)[number];
export type TokenResult = Result<TokenResponse, TokenError>;

/** What every grant works with. */
export type Attempt<G extends Grant['grant_type']> = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly grant: Extract<Grant, { grant_type: G }>;
  readonly request: RequestInfo;
  readonly cookies: CookieJar;
};
