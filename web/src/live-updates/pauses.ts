/** Resolves after a time, or earlier when the browser is online again or `stop` aborts. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', end);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = window.setTimeout(end, ms);
    window.addEventListener('online', end);
    stop.addEventListener('abort', end);
    if (stop.aborted) end();
  });
}

/** Resolves when the page is visible or `stop` aborts. */
export function untilShown(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (document.visibilityState === 'hidden' && !stop.aborted) return;
      document.removeEventListener('visibilitychange', look);
      stop.removeEventListener('abort', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    stop.addEventListener('abort', look);
    look();
  });
}

/** Signal that aborts with `stop`, or when the page has been hidden for `graceMs`. */
export function whileShown(stop: AbortSignal, graceMs: number): AbortSignal {
  const turn = new AbortController();
  let timer = 0;
  const look = () => {
    window.clearTimeout(timer);
    if (document.visibilityState === 'hidden') timer = window.setTimeout(end, graceMs);
  };
  const end = () => {
    window.clearTimeout(timer);
    document.removeEventListener('visibilitychange', look);
    stop.removeEventListener('abort', end);
    turn.abort();
  };
  document.addEventListener('visibilitychange', look);
  stop.addEventListener('abort', end);
  if (stop.aborted) end();
  return turn.signal;
}

/** Throttle: calls `work` immediately, and again after `ms` if there were further calls. */
export function seldom(work: () => void, ms: number): () => void {
  let timer = 0;
  let isDue = false;
  const run = () => {
    timer = 0;
    if (!isDue) return;
    isDue = false;
    timer = window.setTimeout(run, ms);
    work();
  };
  return () => {
    isDue = true;
    if (timer === 0) run();
  };
}
