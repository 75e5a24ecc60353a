/** Times of a session that determine its idle end, by this browser's clock. */
export type IdleTimes = {
  readonly idleSinceMs: number;
  readonly idleTotalMs: number;
  readonly warningMs: number;
  readonly isWarningEnabled: boolean;
};

/** Part of the idle time before the warning; all of it if there is no warning. */
export function quietMs({ idleTotalMs, warningMs, isWarningEnabled }: IdleTimes): number {
  return isWarningEnabled && warningMs > 0 && idleTotalMs > warningMs ? idleTotalMs - warningMs : idleTotalMs;
}

/** Time of the warning; null if there is none. */
export function warningAt(times: IdleTimes): number | null {
  const quiet = quietMs(times);
  return quiet < times.idleTotalMs ? times.idleSinceMs + quiet : null;
}

/** Whole seconds until the session ends, rounded up. */
export function secondsLeft({ idleSinceMs, idleTotalMs }: IdleTimes, nowMs: number): number {
  return Math.max(0, Math.ceil((idleSinceMs + idleTotalMs - nowMs) / 1_000));
}

/**
 * Remaining time to announce: every full minute, and every 20 seconds of the last one. Null before the first of these,
 * because the dialog itself says how much time is left.
 */
export function announcedSeconds(left: number, leftAtFirst: number): number | null {
  const step = left > 60 ? 60 : 20;
  const announced = Math.ceil(left / step) * step;
  return announced > 0 && announced < leftAtFirst ? announced : null;
}
