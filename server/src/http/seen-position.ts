import type { AppContext } from '../context.ts';
import { type Position, positionOf } from '../platform/replica.ts';
import type { AnsweredJar, CookieJar } from './cookies.ts';

/**
 * How far the log stood when the caller had last changed something, in a cookie: it goes along to every server. A
 * standby that has not come that far does not answer this caller. It says nothing of them, and who changes it reads
 * what is a little older or asks the primary.
 */
const COOKIE = 'seen';
/** Longer than any session. */
const KEPT_MS = 24 * 3_600_000;

export function readSeen(cookies: CookieJar): Position | undefined {
  const value = cookies.read(COOKIE);
  return value !== undefined && /^\d{1,20}$/.test(value) ? value : undefined;
}

/** Notes that the caller has changed something. Where the position is not known, no standby answers them. */
export async function noteSeen({ database, replica }: AppContext, cookies: AnsweredJar): Promise<void> {
  if (!replica) return;
  try {
    cookies.keep(COOKIE, await positionOf(database), KEPT_MS);
  } catch {
    cookies.forget(COOKIE);
  }
}
