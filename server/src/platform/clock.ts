/**
 * Two clocks, both injected. The business clock dates everything that has a date and can be moved
 * forward in the sandbox; the security clock is always real, for tokens, lockouts and signatures.
 */
export type Clocks = {
  readonly business: Clock;
  readonly security: Clock;
};

export type Clock = {
  /** Milliseconds since 1970, UTC. */
  now(): number;
};

export const realClock: Clock = { now: () => Date.now() };

/** The programme's zone: banking days, card expiry and statements all follow it. */
export const PROGRAMME_ZONE = 'Australia/Melbourne';

const melbourneDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: PROGRAMME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** The date in Melbourne, `2026-11-20`, at an instant in milliseconds. */
export function dayAt(ms: number): string {
  return melbourneDay.format(ms);
}

/** The month in Melbourne, `2026-11`, at an instant in milliseconds. */
export function monthAt(ms: number): string {
  return dayAt(ms).slice(0, 7);
}
