/** As many as an account may have: a person's devices and keys, and not an endless list. */
export const PASSKEYS_OF_AN_ACCOUNT = 10;

/** How long a challenge may be answered. */
export const CHALLENGE_MS = 5 * 60_000;

/** EdDSA, ES256 and RS256 (IANA COSE algorithms): what authenticators make keys of. */
export const KEY_ALGORITHMS: readonly number[] = [-8, -7, -257];

/**
 * Whether what an authenticator says of its signatures so far can be true. One that counts has counted
 * on since; else there are two of it. One that does not count says 0 for ever (WebAuthn, 7.2 step 22).
 */
export function isCounterCredible(before: number, now: number): boolean {
  return (before === 0 && now === 0) || now > before;
}
