/** Time in which a challenge may be answered. */
export const CHALLENGE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256 (IANA COSE algorithms), for which authenticators make keys. */
export const KEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

/**
 * Whether the signature count of an authenticator is credible. One that counts must have counted on since, or there are
 * two copies of it. One that does not count always says 0 (WebAuthn, 7.2 step 22).
 */
export function isCounterCredible(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before;
}
