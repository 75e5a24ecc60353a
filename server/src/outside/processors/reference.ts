import { createHash } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 38;

/**
 * Reference of a message of a processor: `p-` and 38 characters of base32, of the SHA-256 of its connection and the
 * processor's id. Ids of processors have signs and lengths that references do not take. The first ask of a purchase
 * is known by the purchase's id, every other message by its own key.
 */
export function referenceOf(connection: number, id: string): string {
  const digest = createHash('sha256').update(`${connection}\n${id}`).digest();
  let bits = BigInt(`0x${digest.toString('hex')}`);
  let text = '';
  for (let n = 0; n < LENGTH; n += 1) {
    text += LETTERS[Number(bits & 31n)];
    bits >>= 5n;
  }
  return `p-${text}`;
}
