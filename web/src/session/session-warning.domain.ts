/** Times of a session, by this browser's clock, as far as its idle end is concerned. */
export type IdleTimes = {
  readonly idleSinceMs: number;
  readonly idleTotalMs: number;
  readonly warningMs: number;
  readonly isWarningEnabled: boolean;
};

/** The part of the idle time that passes without a word: all of it where nobody is to be warned. */
export function quietMs({ idleTotalMs, warningMs, isWarningEnabled }: IdleTimes): number {
  return isWarningEnabled && warningMs > 0 && idleTotalMs > warningMs ? idleTotalMs - warningMs : idleTotalMs;
}

/** When the warning is due; null where there is none. */
export function warningAt(times: IdleTimes): number | null {
  const quiet = quietMs(times);
  return quiet < times.idleTotalMs ? times.idleSinceMs + quiet : null;
}

/** Whole seconds until the session ends: the last one counts until it is over. */
export function secondsLeft({ idleSinceMs, idleTotalMs }: IdleTimes, nowMs: number): number {
  return Math.max(0, Math.ceil((idleSinceMs + idleTotalMs - nowMs) / 1_000));
}

/**
 * The time left that is read out: each full minute, in the last one each 20 seconds. Null until the
 * first of these has come, because what was left at the beginning is part of the popup's own words.
 */
export function announcedSeconds(left: number, leftAtFirst: number): number | null {
  const step = left > 60 ? 60 : 20;
  const announced = Math.ceil(left / step) * step;
  return announced > 0 && announced < leftAtFirst ? announced : null;
}
