import { randomUUID } from 'node:crypto';
import type { TokenResponse } from '@wattle/contract/access/token.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import { signAccessToken } from '../../http/auth.ts';
import type { RequestInfo } from '../../http/handle.ts';
import { audit } from '../../platform/audit.ts';
import { monthAt } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database.ts';
import type { Brand } from '../brands/public.ts';
import { acceptedKinds, foldLoginName } from './login-name.domain.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { addSession } from './session.store.ts';
import { type GuardKind, judge, type Judged } from './sign-in-guard.domain.ts';
import { lockGuard, saveGuard } from './sign-in-guard.store.ts';
import { findCardById, findCardByPan, findWebAccount, noteLogin } from './sign-in.store.ts';
import { takeTurns } from './take-turns.ts';
import type { Attempt, TokenResult } from './token.types.ts';
import { toTokenView } from './token.view.ts';

/** Whom a name belongs to, as far as signing in needs it. */
type Found = {
  readonly secretHash: string | null;
  readonly cardId: bigint | null;
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
};

type SignIn<E extends ErrorName> = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: RequestInfo;
  readonly kind: GuardKind;
  /** What was typed to name oneself, folded. */
  readonly name: string;
  readonly secret: string;
  readonly find: (tx: Tx) => Promise<Found | undefined>;
  readonly wrong: E;
  readonly locked: E;
};

/** As many as the thread pool of Argon2 can work on at once. */
const inTurn = takeTurns(4);

/** Signs a card-only user in by number or card id, as the brand has it, and access code. */
export function signInWithCard({ ctx, brand, grant, request }: Attempt<'card'>): Promise<TokenResult> {
  const name = grant.cardnumber;
  const isCardId = name.length === 11;
  const find = async (tx: Tx): Promise<Found | undefined> => {
    // In a brand that uses card ids a number opens nothing, and the reverse.
    if (isCardId !== brand.settings.UseCardIdForCardholderAccess) return undefined;
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    const month = monthAt(ctx.clocks.business.now());
    const card = isCardId
      ? await findCardById(tx, place, name, month)
      : await findCardByPan(tx, place, ctx.secrets.panHash(name).hash, month);
    return card && { secretHash: card.access_code_hash, cardId: card.id, webAccountId: null, holderId: card.holder_id };
  };
  return signIn({
    ctx,
    brand,
    request,
    kind: 'card',
    name,
    secret: grant.accesscode,
    find,
    wrong: 'invalid_card_details',
    locked: 'login_locked_or_token_expired',
  });
}

/** Signs a web-account user in by a name of the kinds that the brand takes, and password. */
export function signInWithPassword({ ctx, brand, grant, request }: Attempt<'password'>): Promise<TokenResult> {
  const name = foldLoginName(grant.userName);
  const find = async (tx: Tx): Promise<Found | undefined> => {
    const place = { tenantId: brand.tenantId, brandId: brand.id };
    const found = await findWebAccount(tx, place, name, acceptedKinds(brand.settings.LoginMethodId));
    return (
      found && { secretHash: found.password_hash, cardId: null, webAccountId: found.id, holderId: found.holder_id }
    );
  };
  return signIn({
    ctx,
    brand,
    request,
    kind: 'account',
    name,
    secret: grant.password,
    find,
    wrong: 'login_failed',
    locked: 'account_locked',
  });
}

/**
 * One path for known and unknown names: the same look-ups, exactly one Argon2, the same lock. A
 * refusal commits: its count and its audit line must outlive it.
 */
function signIn<E extends ErrorName>(attempt: SignIn<E>): Promise<Result<TokenResponse, E>> {
  const { ctx, brand, kind, name } = attempt;
  const now = ctx.clocks.security.now();
  const key = {
    tenantId: brand.tenantId,
    brandId: brand.id,
    kind,
    identifierHash: ctx.secrets.identifierHash(`${brand.id}:${kind}`, name),
  };
  return inTurn(() =>
    ctx.database.transact(brand.tenantId, async (tx): Promise<Result<TokenResponse, E>> => {
      const guard = await lockGuard(tx, key);
      const found = await attempt.find(tx);
      const isRight = await ctx.secrets.verifySecret(found?.secretHash ?? null, attempt.secret);
      const judged = judge(kind, guard, isRight, now);
      await saveGuard(tx, key, judged.guard);
      if (judged.verdict === 'in' && found) return ok(await openSession(tx, attempt, found, now));
      const error = judged.verdict === 'locked' ? attempt.locked : attempt.wrong;
      await auditRefusal(tx, attempt, found, judged, error);
      return err(error);
    }),
  );
}

async function openSession<E extends ErrorName>(
  tx: Tx,
  { ctx, brand, request }: SignIn<E>,
  found: Found,
  now: number,
): Promise<TokenResponse> {
  const scope = found.cardId === null ? 'password' : 'card';
  const times = ctx.config.session;
  const id = randomUUID();
  await addSession(tx, {
    id,
    tenantId: brand.tenantId,
    brandId: brand.id,
    scope,
    cardId: found.cardId,
    webAccountId: found.webAccountId,
    holderId: found.holderId,
    userAgent: request.userAgent,
    now,
    endsAt: now + (scope === 'card' ? times.absoluteCardMs : times.absoluteUserMs),
  });
  if (found.webAccountId !== null) await noteLogin(tx, brand.tenantId, found.webAccountId, ctx.clocks.business.now());
  await audit(tx, ctx.clocks, {
    tenantId: brand.tenantId,
    actor: actorOf(found),
    action: 'session.opened',
    object: `session:${id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { brand: brand.identifier },
  });
  const accessToken = await signAccessToken(ctx, { sessionId: id, tenantId: brand.tenantId, brandId: brand.id, scope });
  return toTokenView(accessToken, writeRefreshToken(ctx.secrets, { sessionId: id, generation: 1 }), times);
}

/** Written for unknown names too, so that a refusal costs the same whoever was meant. */
async function auditRefusal<E extends ErrorName>(
  tx: Tx,
  { ctx, brand, request, kind }: SignIn<E>,
  found: Found | undefined,
  judged: Judged,
  error: E,
): Promise<void> {
  await audit(tx, ctx.clocks, {
    tenantId: brand.tenantId,
    actor: 'visitor',
    action: judged.isNewLock ? 'sign_in.locked' : 'sign_in.refused',
    object: found && actorOf(found),
    outcome: error,
    requestId: request.id,
    details: { brand: brand.identifier, kind },
  });
}

function actorOf(found: Found): string {
  return found.cardId === null ? `web:${found.webAccountId}` : `card:${found.cardId}`;
}
