import { heldLocks } from '../browser/locks.ts';
import type { Session } from './session-state.domain.ts';
import { adoptSession, locksOf, onSessionGiven, wantSession } from './session.ts';
import { randomId } from '../browser/random-id.ts';

/** Interval of repeating the request and checking that the tabs are still open. */
const LOOK_EVERY_MS = 200;
/** A suspended tab does not respond. */
const GIVE_UP_AFTER_MS = 3_000;

/** Ids of a brand's sessions in open tabs. Empty if the browser has no locks or refuses them. */
async function sessionsHeld(brand: string): Promise<ReadonlySet<string>> {
  const start = locksOf(brand);
  const held = await heldLocks();
  return new Set(held.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)));
}

/** Resolves with the session given within a time, else with null. */
function given(asker: string, brand: string, withinMs: number): Promise<Session | null> {
  return new Promise((resolve) => {
    const end = (session: Session | null) => {
      stop();
      window.clearTimeout(timer);
      resolve(session);
    };
    const timer = window.setTimeout(() => end(null), withinMs);
    const stop = onSessionGiven((gift) => {
      if (gift.asker === asker && gift.session.brand === brand) end(gift.session);
    });
    wantSession(brand, asker);
  });
}

/**
 * Asks the open tabs for their session of this brand and continues it. If tabs hold two sessions, none is taken,
 * because the page could belong to either user.
 */
export async function askForSession(brand: string): Promise<Session | null> {
  const asker = randomId();
  const endsAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < endsAt && (await sessionsHeld(brand)).size === 1) {
    const session = await given(asker, brand, LOOK_EVERY_MS);
    if (!session) continue;
    adoptSession(session);
    return session;
  }
  return null;
}
