import { createCipheriv } from 'node:crypto';

/**
 * The schemes' two check values: CVV2 for a card number and its expiry, PVV for a PIN. Both are
 * DES under a pair of 8-byte keys and end as decimal digits. Pure.
 */

/** Single DES as triple DES with the same key three times, because OpenSSL 3 has no single DES. */
function des(key: Buffer, block: Buffer): Buffer {
  return tripleDes(key, key, key, block);
}

function tripleDes(first: Buffer, second: Buffer, third: Buffer, block: Buffer): Buffer {
  const cipher = createCipheriv('des-ede3-ecb', Buffer.concat([first, second, third]), null);
  cipher.setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** The digits of a block in order, then its letters A–F as 0–5: the first `count` of them. */
function decimalise(block: Buffer, count: number): string {
  const nibbles = block.toString('hex');
  const digits = nibbles.replaceAll(/[a-f]/g, '');
  const letters = nibbles.replaceAll(/\d/g, '');
  const folded = [...letters].map((letter) => String(Number.parseInt(letter, 16) - 10)).join('');
  return (digits + folded).slice(0, count);
}

/** A key pair as 16 bytes: A, then B. */
function halves(keyPair: Buffer): [Buffer, Buffer] {
  return [keyPair.subarray(0, 8), keyPair.subarray(8, 16)];
}

/** Three digits. `expiry` is four digits in the issuer's order; service code 000 makes it a CVV2. */
export function cardVerificationValue(keyPair: Buffer, pan: string, expiry: string, serviceCode: string): string {
  const [a, b] = halves(keyPair);
  const data = Buffer.from(`${pan}${expiry}${serviceCode}`.padEnd(32, '0'), 'hex');
  const left = des(a, data.subarray(0, 8));
  const mixed = Buffer.from(left.map((byte, index) => byte ^ (data[8 + index] ?? 0)));
  return decimalise(tripleDes(a, b, a, mixed), 3);
}

/** Four digits, of the 11 rightmost digits of the number without its check digit, the key's index and the PIN. */
export function pinVerificationValue(keyPair: Buffer, pan: string, keyIndex: number, pin: string): string {
  const [a, b] = halves(keyPair);
  const block = Buffer.from(`${pan.slice(-12, -1)}${keyIndex}${pin}`, 'hex');
  return decimalise(tripleDes(a, b, a, block), 4);
}
