import type { AppContext } from '../compose/context.ts';
import { type Position, positionOf } from '../platform/database/replica.ts';
import type { AnsweredJar, CookieJar } from './cookies.ts';

/**
 * Position of the log at the caller's last write, in a cookie that every server receives. A standby behind that
 * position does not answer this caller. It reveals nothing, and a caller who changes it only gets older data or the
 * primary.
 */
const COOKIE = 'seen';
/** Longer than any session. */
const KEPT_MS = 24 * 3_600_000;

export function readSeen(cookies: CookieJar): Position | undefined {
  const value = cookies.read(COOKIE);
  return value !== undefined && /^\d{1,20}$/.test(value) ? value : undefined;
}

/** Records a write of the caller. If the position is unknown, no standby answers them. */
export async function noteSeen({ database, replica }: AppContext, cookies: AnsweredJar): Promise<void> {
  if (!replica) return;
  try {
    cookies.keep(COOKIE, await positionOf(database), KEPT_MS);
  } catch {
    cookies.forget(COOKIE);
  }
}
