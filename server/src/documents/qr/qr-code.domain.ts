import { encode } from 'uqr';

/** Dark modules of a QR code, row by row, without the quiet zone. */
export type QrCode = { readonly size: number; isDark(x: number, y: number): boolean };

/** Larger codes are too fine for a phone at the printed size of a letter. */
const MOST_VERSION = 9;

/** Smallest QR code of correction level M for a text. */
export function makeQrCode(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 0, maxVersion: MOST_VERSION });
  return { size, isDark: (x, y) => data[y]?.[x] === true };
}
