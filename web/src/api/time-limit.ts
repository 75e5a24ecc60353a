import type { AnyOperation } from '@wattle/contract/operation.ts';
import { firstOf } from '../browser/signals.ts';

/** Time limits of responses. A look-up is repeated; a changing call may have been carried out. */
const LOOK_UP_MS = 10_000;
const CHANGE_MS = 30_000;
/** For a file over a slow connection. */
const UPLOAD_MS = 120_000;
/** Paths of calls that a screen can do without. */
const FACTS = /^config\//;
const FACTS_MS = 5_000;
/** Waited for like a look-up, although it notes the verdict: its page asks again and gets the same. */
const ASKED_AGAIN = 'greenId/getVerificationResult';

export function limitOf({ path, encoding, reads }: Pick<AnyOperation, 'path' | 'encoding' | 'reads'>): number {
  if (FACTS.test(path)) return FACTS_MS;
  if (encoding === 'bytes') return UPLOAD_MS;
  return reads || path === ASKED_AGAIN ? LOOK_UP_MS : CHANGE_MS;
}

const TICK_MS = 500;

/**
 * Counts the time in which the page runs. A late tick, after the device slept or in a throttled tab, does not count, so
 * that a response that arrived in the meantime is read before the limit ends the wait.
 */
export function afterAwake(ms: number, onEnd: () => void): () => void {
  let leftMs = ms;
  let lastMs = Date.now();
  const timer = setInterval(() => {
    const nowMs = Date.now();
    if (nowMs - lastMs < 2 * TICK_MS) leftMs -= TICK_MS;
    lastMs = nowMs;
    if (leftMs > 0) return;
    clearInterval(timer);
    onEnd();
  }, TICK_MS);
  return () => clearInterval(timer);
}

/** Runs work with a signal that aborts at the limit or with the caller's signal. Rejects then in any case. */
export async function within<T>(
  ms: number,
  callers: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = afterAwake(ms, () => limit.abort());
  const signal = callers ? firstOf(callers, limit.signal) : limit.signal;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer is waited for')), { once: true });
  });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    stop();
  }
}
