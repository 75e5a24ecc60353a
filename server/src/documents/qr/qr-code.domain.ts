import { encode } from 'uqr';

/** Dark modules of a QR code, row by row, without the quiet zone around them. */
export type QrCode = { readonly size: number; isDark(x: number, y: number): boolean };

/** Denser codes are too fine for a phone at the size that a letter prints. */
const MOST_VERSION = 9;

/** The smallest QR code of correction level M for a text. */
export function makeQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 0, maxVersion: MOST_VERSION });
  return { size, isDark: (x, y) => data[y]?.[x] === true };
}
