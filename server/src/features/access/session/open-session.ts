import { randomUUID } from 'node:crypto';
import type { TokenResponse } from '@wattle/contract/access/sign-in.ts';
import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { Scope } from '@wattle/contract/operation.ts';
import type { SessionTimes } from '../../../config/session-settings.ts';
import type { AppContext } from '../../../compose/context.ts';
import { signAccessToken } from '../../../http/auth.ts';
import type { RequestInfo } from '../../../http/handle.ts';
import { toPlainAddress } from '../../../platform/sealed-log/client-address.ts';
import { audit } from '../../../platform/sealed-log/audit.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Brand } from '../../brands/public.ts';
import { addSignIn } from '../../notifications/public.ts';
import { deviceWords } from '../sign-ins/device-words.domain.ts';
import { writeRefreshToken } from './refresh-token.ts';
import { addSession } from './session.store.ts';
import { toTokenView } from '../sign-in/token.view.ts';

/** Owner of a session. A restricted session may have none, because its number is unknown. */
export type Owner = {
  readonly cardId: bigint | null;
  readonly webAccountId: bigint | null;
  readonly holderId: bigint | null;
};

type Opening = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly request: RequestInfo;
  readonly scope: Scope;
  readonly owner: Owner;
  /** Name of the person who opens it in the audit log. */
  readonly actor: string;
  /** Keyed hash of the number of a restricted session. */
  readonly subjectHash?: Buffer;
  /** Id of the view that it is; any other session gets a new one. */
  readonly id?: string;
};

function lifeMs(scope: Scope, times: SessionTimes): number {
  switch (scope) {
    case 'card':
      return times.absoluteCardMs;
    case 'password':
    case 'passcode':
      return times.absoluteUserMs;
    case 'cardaccess':
      return times.absoluteCardAccessMs;
    case 'accountnumber':
      return times.accountNumberMs;
    case 'verifyactivation':
      return times.absoluteActivationMs;
    case 'view':
      return times.absoluteViewMs;
  }
}

/** Opens a session and hands out its first tokens. */
export async function openSession(tx: Tx, opening: Opening): Promise<TokenResponse> {
  const { ctx, brand, request, scope, owner } = opening;
  const times = ctx.config.session;
  const now = ctx.clocks.security.now();
  const { id = randomUUID() } = opening;
  addSession(tx, {
    ...owner,
    id,
    tenantId: brand.tenantId,
    brandId: brand.id,
    scope,
    subjectHash: opening.subjectHash ?? null,
    userAgent: request.userAgent,
    address: toPlainAddress(request.address) ?? null,
    // A passcode opens the whole account but does not count as proof for a change of the sign-in methods.
    isProved: scope === 'password' || scope === 'card',
    now,
    endsAt: now + lifeMs(scope, times),
  });
  noteSignIn(tx, opening);
  audit(tx, ctx.clocks, {
    tenantId: brand.tenantId,
    actor: opening.actor,
    action: 'session.opened',
    object: `session:${id}`,
    outcome: 'ok',
    requestId: request.id,
    details: { brand: brand.identifier, scope },
  });
  const accessToken = await signAccessToken(ctx, { sessionId: id, tenantId: brand.tenantId, brandId: brand.id, scope });
  return toTokenView(accessToken, writeRefreshToken(ctx.secrets, { sessionId: id, generation: 1 }), scope, times);
}

/** Lists the first sign-in from a browser and system. Anybody may send any user agent, so it is a hint and no proof. */
function noteSignIn(tx: Tx, { ctx, brand, request, scope, owner }: Opening): void {
  if (owner.webAccountId === null || (scope !== 'password' && scope !== 'passcode')) return;
  const { browser, system } = deviceWords(request.userAgent);
  if (browser === null || system === null) return;
  addSignIn(tx, brand.tenantId, {
    webAccountId: owner.webAccountId,
    kind: 'signIn',
    cause: `sign-in:${browser}/${system}`,
    params: { words: inEachLanguage(() => ({ browser, system })) },
    at: ctx.clocks.business.now(),
  });
}
