import type { TokenResponse } from '@wattle/contract/access/sign-in/token.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { Scope } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../../context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database.ts';
import type { Brand } from '../../brands/public.ts';
import { openSession, type Owner } from '../session/open-session.ts';
import { type GuardKind, judge, type Judged } from '../guard/sign-in-guard.domain.ts';
import { type GuardKey, lockGuard, saveGuard } from '../guard/sign-in-guard.store.ts';
import { noteLogin } from './sign-in.store.ts';

/** Whom a name belongs to, as far as signing in needs it. */
export type Found = Owner & { readonly secretHash: string | null };

type SignIn<E extends ErrorName> = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: RequestInfo;
  readonly kind: Exclude<GuardKind, 'staff'>;
  readonly scope: Scope;
  /** What was typed to name oneself, folded. */
  readonly name: string;
  readonly secret: string;
  readonly find: (tx: Tx) => Promise<Found | undefined>;
  readonly wrong: E;
  readonly locked: E;
  /** What else a success does, in the same transaction. */
  readonly onIn?: (tx: Tx, found: Found) => Promise<void>;
  /** What else a lock does, known or unknown alike. */
  readonly onLocked?: (tx: Tx) => Promise<void>;
};

/**
 * One path for known and unknown names: the same look-ups, exactly one Argon2, the same lock. Attempts under
 * one name take turns before any of them takes a connection, and the hash is computed with none taken. A
 * refusal commits, because its count and its audit line must outlive it.
 */
export function signIn<E extends ErrorName>(attempt: SignIn<E>): Promise<Result<TokenResponse, E>> {
  const { ctx, brand, kind, name } = attempt;
  const key = {
    tenantId: brand.tenantId,
    brandId: brand.id,
    kind,
    identifierHash: ctx.secrets.identifierHash(`${brand.id}:${kind}`, name),
  };
  return ctx.turns.take(`guard:${key.identifierHash.toString('hex')}`, async () => {
    const known = await ctx.database.read(brand.tenantId, (tx) => attempt.find(tx));
    const secretHash = known?.secretHash ?? null;
    const isRight = await ctx.secrets.verifySecret(secretHash, attempt.secret);
    return ctx.database.transact(brand.tenantId, (tx) => settle(tx, attempt, key, { secretHash, isRight }));
  });
}

/** What the secret was compared with, and how that ended. */
type Compared = { readonly secretHash: string | null; readonly isRight: boolean };

async function settle<E extends ErrorName>(
  tx: Tx,
  attempt: SignIn<E>,
  key: GuardKey,
  { secretHash, isRight }: Compared,
): Promise<Result<TokenResponse, E>> {
  const [guard, found] = await Promise.all([lockGuard(tx, key), attempt.find(tx)]);
  // What was right for the secret of before says nothing about the one in force.
  if ((found?.secretHash ?? null) !== secretHash) throw new Busy('the secret was changed while it was compared');
  const judged = judge(attempt.kind, guard, isRight, attempt.ctx.clocks.security.now());
  saveGuard(tx, key, judged.guard);
  if (judged.verdict === 'in' && found) return ok(await letIn(tx, attempt, found));
  if (judged.verdict === 'locked') await attempt.onLocked?.(tx);
  const error = judged.verdict === 'locked' ? attempt.locked : attempt.wrong;
  await auditRefusal(tx, attempt, found, judged, error);
  return err(error);
}

async function letIn<E extends ErrorName>(tx: Tx, attempt: SignIn<E>, found: Found): Promise<TokenResponse> {
  const { ctx, brand, request, scope } = attempt;
  const { cardId, webAccountId, holderId } = found;
  if (webAccountId !== null) noteLogin(tx, brand.tenantId, webAccountId, ctx.clocks.business.now());
  await attempt.onIn?.(tx, found);
  return openSession(tx, {
    ctx,
    brand,
    request,
    scope,
    owner: { cardId, webAccountId, holderId },
    actor: actorOf(found),
  });
}

/** Written for unknown names too, so that a refusal costs the same whoever was meant. */
async function auditRefusal<E extends ErrorName>(
  tx: Tx,
  { ctx, brand, request, kind }: SignIn<E>,
  found: Found | undefined,
  judged: Judged,
  error: E,
): Promise<void> {
  audit(tx, ctx.clocks, {
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
