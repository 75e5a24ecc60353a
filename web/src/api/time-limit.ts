import type { AnyOperation } from '@wattle/contract/operation.ts';

/** How long an answer is waited for. A look-up is asked for again; what changes something may have been carried out. */
const LOOK_UP_MS = 10_000;
const CHANGE_MS = 30_000;
/** A file on a slow line. */
const UPLOAD_MS = 120_000;
/** Facts a screen can do without. */
const FACTS = /^config\//;
const FACTS_MS = 5_000;

export function limitOf({ path, encoding, reads }: Pick<AnyOperation, 'path' | 'encoding' | 'reads'>): number {
  if (FACTS.test(path)) return FACTS_MS;
  if (encoding === 'bytes') return UPLOAD_MS;
  return reads ? LOOK_UP_MS : CHANGE_MS;
}

const TICK_MS = 500;

/**
 * Counts time in which the page runs: a tick that comes late, after the sleep of a device or in a tab that the browser
 * slows down, counts nothing, so that an answer that came meanwhile is read before the wait ends.
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

/** The work, given a signal that ends with the wait for it or with the caller's; it rejects then, whatever it does. */
export async function within<T>(
  ms: number,
  callers: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = afterAwake(ms, () => limit.abort());
  const signal = callers ? AbortSignal.any([callers, limit.signal]) : limit.signal;
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('no answer is waited for')), { once: true });
  });
  try {
    return await Promise.race([work(signal), ended]);
  } finally {
    stop();
  }
}
