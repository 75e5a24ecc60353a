import { hotp, stepAt } from '../../server/src/features/desk/second-factor/totp.ts';

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Code that an authenticator app shows for a key as it is typed in, now or a half minute later. */
export function codeOf(key: string, halfMinutesLater = 0): string {
  const bits = [...key.replaceAll(' ', '')].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  return hotp(Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))), stepAt(Date.now()) + halfMinutesLater);
}
