import { createHmac, timingSafeEqual } from 'node:crypto';

/** Time-based one-time passwords (RFC 6238), as every authenticator app makes them unless set otherwise. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps that the clock of a phone may be off. */
const DRIFT = 1;
/** Bytes of a new secret: the length of the hash (RFC 4226, section 4, R6). */
export const TOTP_SECRET_BYTES = 20;

/** RFC 4648, section 6. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A code of RFC 4226: the counter signed, and the bytes that its last half-byte points at. */
export function hotp(secret: Buffer, counter: number, digits = DIGITS): string {
  const moving = Buffer.alloc(8);
  moving.writeBigUInt64BE(BigInt(counter));
  const signed = createHmac('sha1', secret).update(moving).digest();
  const at = (signed.at(-1) ?? 0) & 0xf;
  return String((signed.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0');
}

/** Number of the step of 30 seconds that a moment is in. */
export const stepAt = (ms: number): number => Math.floor(ms / STEP_MS);

/**
 * The step that a code is of: the one of this moment, or one beside it. Undefined for a wrong code, and for one of a step
 * that was used already or of an earlier one.
 */
export function acceptedStep(
  secret: Buffer,
  code: string,
  { nowMs, lastStep }: { readonly nowMs: number; readonly lastStep: number | null },
): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const now = stepAt(nowMs);
  for (let step = now - DRIFT; step <= now + DRIFT; step += 1) {
    const isRight = step >= 0 && timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code));
    if (isRight && (lastStep === null || step > lastStep)) return step;
  }
  return undefined;
}

/** A secret as people type it into an app, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('');
}

/** Address that authenticator apps read from a QR code. */
export function totpUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
