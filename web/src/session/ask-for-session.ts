import { heldLocks } from '../browser/locks.ts';
import type { Session } from './session-state.domain.ts';
import { adoptSession, locksOf, onSessionGiven, wantSession } from './session.ts';

/** How often it is asked again, and looked whether the tabs are still there. */
const LOOK_EVERY_MS = 200;
/** A suspended tab does not respond. */
const GIVE_UP_AFTER_MS = 3_000;

/** The sessions of a brand that open tabs have, by their ids. None where the browser has no locks, or refuses them. */
async function sessionsHeld(brand: string): Promise<ReadonlySet<string>> {
  const start = locksOf(brand);
  const held = await heldLocks();
  return new Set(held.filter((name) => name.startsWith(start)).map((name) => name.slice(start.length)));
}

/** Resolves with what is given within a time, else with null. */
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
 * Asks the open tabs for their session of this brand and goes on with it. Where tabs hold two sessions,
 * nobody can tell whose page this is to be, so none is taken.
 */
export async function askForSession(brand: string): Promise<Session | null> {
  const asker = crypto.randomUUID();
  const endsAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < endsAt && (await sessionsHeld(brand)).size === 1) {
    const session = await given(asker, brand, LOOK_EVERY_MS);
    if (!session) continue;
    adoptSession(session);
    return session;
  }
  return null;
}
