import { token } from '@wattle/contract/access/sign-in.ts';
import { send } from '../api/send.ts';
import { underLock } from '../browser/locks.ts';
import { currentBrand } from '../brand/brand.ts';
import { currentSession, endSession, renewSession, sessionOf } from './session.ts';

type Renewal = { readonly of: string; readonly done: Promise<boolean>; readonly isActive: boolean };

let running: Renewal | null = null;

async function withLock(id: string, work: () => Promise<boolean>): Promise<boolean> {
  const renewed = await underLock(`wattle.refresh.${id}`, {}, work);
  return renewed ? renewed.value : await work();
}

async function refreshOnce(of: string, isActive: boolean, before: string): Promise<boolean> {
  const session = sessionOf(of);
  const brand = currentBrand();
  if (!session || !brand) return false;
  // Another tab renewed it while this one waited for the lock.
  if (session.accessToken !== before && !isActive) return true;
  const answer = await send(token, {
    body: {
      grant_type: 'refresh_token',
      brand: brand.BrandIdentifier,
      tenantId: String(brand.TenantId),
      brandId: String(brand.BrandId),
      refresh_token: session.refreshToken,
      active: isActive ? 'true' : 'false',
    },
  });
  if (answer.ok) {
    renewSession(of, session.refreshToken, answer.value, isActive);
    return sessionOf(of) !== null;
  }
  // Without a response, or with a failed server, the session may still be valid.
  if (answer.status === 400 || answer.status === 401) endSession('expired', of);
  return false;
}

/**
 * Renews a session of this tab. One renewal runs at a time in all tabs that share it. `isActive` means that the user
 * was active; only that restarts the idle time.
 */
export function refreshSession(isActive: boolean, of = currentSession()?.id): Promise<boolean> {
  const session = of === undefined ? null : sessionOf(of);
  if (!session) return Promise.resolve(false);
  const before = running?.of === session.id ? running : null;
  // A renewal in flight without activity does not extend the session, so another follows it.
  if (before && (before.isActive || !isActive)) return before.done;
  const renew = () => withLock(session.id, () => refreshOnce(session.id, isActive, session.accessToken));
  const mine: Renewal = {
    of: session.id,
    isActive,
    done: (before ? before.done.then(renew, renew) : renew()).finally(() => {
      if (running === mine) running = null;
    }),
  };
  running = mine;
  return mine.done;
}
