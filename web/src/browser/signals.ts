/** A signal that aborts with the first of two. The last Safari of many phones, 16, has no AbortSignal.any. */
export function firstOf(one: AbortSignal, other: AbortSignal): AbortSignal {
  const both = new AbortController();
  for (const signal of [one, other]) {
    const abort = () => both.abort(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true, signal: both.signal });
  }
  return both.signal;
}
