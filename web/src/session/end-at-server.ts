import { forget, readStored, store } from '../browser/storage.ts';
import type { Session } from './session-state.domain.ts';

/**
 * Ends sessions at the server by their refresh tokens, which are valid however old the access token is. A token stays
 * in the tab's storage until the server has answered, so that a sign-out without a network is sent later. If the tab is
 * closed before that, the session ends by its idle time.
 */
type Ending = Pick<Session, 'brand' | 'refreshToken'> & { readonly sinceMs: number };

/**
 * Path of the call `endSession`. It is repeated here because every page loads this code and must not load the
 * contract.
 */
export const END_PATH = '/api/token/end';
const STORAGE_KEY = 'wattle.ending';
/** Longest lifetime of a session. */
const KEPT_MS = 12 * 3_600_000;
/** Time limit of a response, as for every call that changes something. */
const LIMIT_MS = 30_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;

let pending = readPending();
const underWay = new Set<Ending>();
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

function readPending(): readonly Ending[] {
  const kept = readStored('sessionStorage', STORAGE_KEY);
  return Array.isArray(kept) ? (kept as readonly Ending[]) : [];
}

function keep(next: readonly Ending[]): void {
  pending = next;
  if (next.length > 0) store('sessionStorage', STORAGE_KEY, next);
  else forget('sessionStorage', STORAGE_KEY);
}

/** Whether the server has answered. It accepts any token; only an unknown brand is refused. */
async function end({ brand, refreshToken }: Ending): Promise<boolean> {
  try {
    const { ok, status } = await fetch(END_PATH, {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'Wattle-Brand': brand },
      body: JSON.stringify({ brand, refresh_token: refreshToken }),
      cache: 'no-store',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(LIMIT_MS),
      // The page may be closed at this moment.
      keepalive: true,
    });
    return ok || status === 400;
  } catch {
    return false;
  }
}

async function attempt(ending: Ending): Promise<void> {
  if (underWay.has(ending)) return;
  underWay.add(ending);
  const isAnswered = await end(ending);
  underWay.delete(ending);
  if (isAnswered) {
    failures = 0;
    keep(pending.filter((other) => other !== ending));
  } else retryLater();
}

function retryLater(): void {
  clearTimeout(timer);
  timer = setTimeout(retry, Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
  failures += 1;
}

function retry(): void {
  keep(pending.filter(({ sinceMs }) => Date.now() - sinceMs < KEPT_MS));
  for (const ending of pending) void attempt(ending);
}

/** Ends a session at the server, now or as soon as it can be reached. */
export function endAtServer({ brand, refreshToken }: Pick<Session, 'brand' | 'refreshToken'>): void {
  const ending = { brand, refreshToken, sinceMs: Date.now() };
  keep([...pending, ending]);
  void attempt(ending);
}

window.addEventListener('online', retry);
if (pending.length > 0) retry();
