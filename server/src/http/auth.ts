import type { Scope } from '@wattle/contract/operation.ts';
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { AppContext } from '../compose/context.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Session } from './handle.ts';
import { findLiveSessions, findLiveView } from './session.store.ts';

/** Claims of an access token. Valid only together with the session row that they name. */
export type Claims = {
  readonly sessionId: string;
  readonly tenantId: number;
  readonly brandId: number;
  readonly scope: Scope;
};

const ISSUER = 'wattle';
const ALGORITHM = 'HS256';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const imported = new WeakMap<Uint8Array, Promise<CryptoKey>>();

function keyOf(raw: Uint8Array): Promise<CryptoKey> {
  const known = imported.get(raw);
  if (known) return known;
  const key = crypto.subtle.importKey('raw', new Uint8Array(raw), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  imported.set(raw, key);
  return key;
}

type Verified = { readonly claims: Claims; readonly endsAtS: number };

/** Cache of verified tokens, by signing key. A signature is verified once, not for every call. */
const verified = new WeakMap<Uint8Array, LRUCache<string, Verified>>();
/** Cache size; evicted tokens are verified again. */
const VERIFIED_MAX = 10_000;

function verifiedWith(key: Uint8Array): LRUCache<string, Verified> {
  const known = verified.get(key);
  if (known) return known;
  const empty = new LRUCache<string, Verified>({ max: VERIFIED_MAX });
  verified.set(key, empty);
  return empty;
}

/** A bearer token for the session, good for the configured access time from now. */
export async function signAccessToken(ctx: AppContext, claims: Claims): Promise<string> {
  const now = ctx.clocks.security.now();
  return new SignJWT({ sid: claims.sessionId, tid: claims.tenantId, bid: claims.brandId, scope: claims.scope })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
    .setIssuer(ISSUER)
    .setIssuedAt(new Date(now))
    .setExpirationTime(new Date(now + ctx.config.session.accessTokenMs))
    .sign(await keyOf(ctx.secrets.tokenKey));
}

/** The claims of an `Authorization: Bearer …` header; undefined for a missing, foreign or expired token. */
export async function readBearer(ctx: AppContext, header: string | undefined): Promise<Claims | undefined> {
  const token = /^Bearer ([\w.-]{1,2000})$/i.exec(header ?? '')?.[1];
  if (token === undefined) return undefined;
  const tokens = verifiedWith(ctx.secrets.tokenKey);
  const known = tokens.get(token);
  if (known && known.endsAtS > Math.floor(ctx.clocks.security.now() / 1000)) return known.claims;
  try {
    const payload = await payloadOf(ctx, token, ctx.secrets.tokenKeys);
    const { sid, tid, bid, scope, exp = 0 } = payload;
    if (typeof sid !== 'string' || !UUID.test(sid)) return undefined;
    if (!Number.isSafeInteger(tid) || !Number.isSafeInteger(bid) || typeof scope !== 'string') return undefined;
    const claims = { sessionId: sid, tenantId: tid as number, brandId: bid as number, scope: scope as Scope };
    tokens.set(token, { claims, endsAtS: exp });
    return claims;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** Throws JOSEError unless one of the keys has signed it. */
async function payloadOf(ctx: AppContext, token: string, [key, ...others]: readonly Uint8Array[]): Promise<JWTPayload> {
  if (!key) throw new errors.JWSSignatureVerificationFailed();
  try {
    const { payload } = await jwtVerify(token, await keyOf(key), {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(ctx.clocks.security.now()),
    });
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    return payloadOf(ctx, token, others);
  }
}

type SessionContext = Pick<AppContext, 'clocks' | 'config'>;

/** The live session that the claims name. */
export async function sessionOf(ctx: SessionContext, tx: Tx, claims: Claims): Promise<Session | undefined> {
  const [session] = await sessionsOf(ctx, tx, claims.tenantId, [claims]);
  return session;
}

/**
 * The live session of each of the claims, in one look-up; all are of the tenant. A token whose claims differ from the
 * row is refused.
 */
export async function sessionsOf(
  ctx: SessionContext,
  tx: Tx,
  tenantId: number,
  all: readonly Claims[],
): Promise<(Session | undefined)[]> {
  const ids = [...new Set(all.map((claims) => claims.sessionId))];
  const live = await findLiveSessions(tx, tenantId, ids, ctx.clocks.security.now(), ctx.config.session.idleMs);
  return all.map((claims) => {
    const session = live.get(claims.sessionId);
    return session?.brandId === claims.brandId && session.scope === claims.scope ? session : undefined;
  });
}

/**
 * The live view that the claims name. Views are looked up only here: nothing else accepts one as a session of a
 * cardholder.
 */
export async function viewSessionOf(ctx: SessionContext, tx: Tx, claims: Claims): Promise<Session | undefined> {
  if (claims.scope !== 'view') return undefined;
  const { session: times, desk } = ctx.config;
  const view = await findLiveView(tx, claims.tenantId, claims.sessionId, {
    nowMs: ctx.clocks.security.now(),
    idleMs: times.viewIdleMs,
    deskIdleMs: desk.idleMs,
  });
  return view?.brandId === claims.brandId ? view : undefined;
}
