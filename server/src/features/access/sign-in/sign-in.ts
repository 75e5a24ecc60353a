import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { err, type ErrorName, ok, type Result } from '@wattle/contract/errors.ts';
import type { Scope } from '@wattle/contract/operation.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import { openSession, type Owner } from '../session/open-session.ts';
import {
  guardOfName,
  guardOfOwner,
  judge,
  type Judged,
  type GuardKey,
  lockGuard,
  saveGuard,
} from '../../lockouts/public.ts';
import { noteLogin } from './sign-in.store.ts';
import { lockWebAccount } from './web-account.store.ts';

/** Owner of a name, with what signing in needs. */
export type Found = Owner & {
  /** Hashes of the accepted secrets: the same number for each name of a kind, so that all cost the same. */
  readonly secretHashes: readonly (string | null)[];
  /** One of its names, under which failures by all of them are counted where names are counted. */
  readonly countedAs?: string | undefined;
};

type SignIn<E extends ErrorName> = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: RequestInfo;
  readonly kind: GuardKey['kind'];
  readonly scope: Scope;
  /** Typed sign-in name, folded. */
  readonly name: string;
  readonly secret: string;
  readonly find: (tx: Tx) => Promise<Found | undefined>;
  /** Hashes that the secret is compared with; 1 if absent. */
  readonly secretsOfOne?: number;
  /** True: failures are counted by the name, for all people who share it. */
  readonly countsByName?: boolean;
  readonly wrong: E;
  readonly locked: E;
  /** Refuses a proven owner for another reason than the secret. */
  readonly admit?: (tx: Tx, found: Found) => Promise<E | null>;
  /** Further effects of a success, in the same transaction. */
  readonly onIn?: (tx: Tx, found: Found, matched: number) => Promise<void>;
  /** Further effects of a lock, for known and unknown names alike. */
  readonly onLocked?: (tx: Tx) => Promise<void>;
};

/**
 * One path for known and unknown names: the same look-ups, the same number of Argon2 hashes, the same lock. Failures
 * are counted by the web account or card that was found, so that its other names give no further guesses, and by the
 * name where it has no owner. Attempts take turns before they take a connection, first by name and then by owner, and
 * the hash is computed without a connection. A refusal commits, because its count and its audit line must survive it.
 */
export function signIn<E extends ErrorName>(attempt: SignIn<E>): Promise<Result<TokenResponse, E>> {
  const { ctx, brand } = attempt;
  const typed = keyOf(attempt, undefined).identifierHash.toString('hex');
  return ctx.turns.take(`name:${typed}`, async () => {
    const known = await ctx.database.read(brand.tenantId, (tx) => attempt.find(tx));
    const key = keyOf(attempt, known);
    return ctx.turns.take(`guard:${key.identifierHash.toString('hex')}`, async () => {
      const hashes = hashesOf(attempt, known);
      const answers = await Promise.all(hashes.map((hash) => ctx.secrets.verifySecret(hash, attempt.secret)));
      const matched = answers.indexOf(true);
      return ctx.database.transact(brand.tenantId, (tx) => settle(tx, attempt, key, { hashes, matched }));
    });
  });
}

/** Key under which attempts at this owner are counted; undefined for a name without an owner. */
function keyOf<E extends ErrorName>({ ctx, brand, kind, name, countsByName }: SignIn<E>, found?: Found): GuardKey {
  const place = { tenantId: brand.tenantId, brandId: brand.id };
  if (countsByName || !found) return guardOfName(ctx, place, kind, found?.countedAs ?? name);
  if (found.cardId !== null) return guardOfOwner(ctx, place, 'card', found.cardId);
  if (found.webAccountId !== null) return guardOfOwner(ctx, place, 'account', found.webAccountId);
  throw new Error('a name of nobody was found');
}

function hashesOf<E extends ErrorName>({ secretsOfOne = 1 }: SignIn<E>, found?: Found): readonly (string | null)[] {
  return Array.from({ length: secretsOfOne }, (_, index) => found?.secretHashes[index] ?? null);
}

/** Hashes that the secret was compared with, and the index of the match; -1: none. */
type Compared = { readonly hashes: readonly (string | null)[]; readonly matched: number };

async function settle<E extends ErrorName>(
  tx: Tx,
  attempt: SignIn<E>,
  key: GuardKey,
  { hashes, matched }: Compared,
): Promise<Result<TokenResponse, E>> {
  const guard = await lockGuard(tx, key);
  const found = await findCompared(tx, attempt, key, hashes);
  const { config, clocks } = attempt.ctx;
  const judged = judge(config.lockouts[attempt.kind], guard, matched >= 0, clocks.security.now());
  saveGuard(tx, key, judged.guard);
  const isProved = judged.verdict === 'in' && found !== undefined;
  if (isProved && found.webAccountId !== null) {
    // A new password is set under this lock and ends all sessions. A session opened meanwhile would survive it.
    await lockWebAccount(tx, attempt.brand.tenantId, found.webAccountId);
    await findCompared(tx, attempt, key, hashes);
  }
  const refused = isProved ? ((await attempt.admit?.(tx, found)) ?? null) : null;
  if (isProved && refused === null) return ok(await letIn(tx, attempt, found, matched));
  if (judged.verdict === 'locked') await attempt.onLocked?.(tx);
  const error = refused ?? (judged.verdict === 'locked' ? attempt.locked : attempt.wrong);
  await auditRefusal(tx, attempt, found, judged, error);
  return err(error);
}

/** Owner of the name, if the secret was compared with their current one. */
async function findCompared<E extends ErrorName>(
  tx: Tx,
  attempt: SignIn<E>,
  key: GuardKey,
  hashes: readonly (string | null)[],
): Promise<Found | undefined> {
  const found = await attempt.find(tx);
  const isSame = hashesOf(attempt, found).every((hash, index) => hash === hashes[index]);
  // The secret was changed between the check and the lock, so the result of the check no longer holds.
  if (!isSame || !keyOf(attempt, found).identifierHash.equals(key.identifierHash)) {
    throw new Busy('the secret or its owner was changed while it was compared');
  }
  return found;
}

async function letIn<E extends ErrorName>(
  tx: Tx,
  attempt: SignIn<E>,
  found: Found,
  matched: number,
): Promise<TokenResponse> {
  const { ctx, brand, request, scope } = attempt;
  const { cardId, webAccountId, holderId } = found;
  if (webAccountId !== null) noteLogin(tx, brand.tenantId, webAccountId, ctx.clocks.business.now());
  await attempt.onIn?.(tx, found, matched);
  return openSession(tx, {
    ctx,
    brand,
    request,
    scope,
    owner: { cardId, webAccountId, holderId },
    actor: actorOf(found),
  });
}

/** Also written for unknown names, so that a refusal costs the same for every name. */
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
