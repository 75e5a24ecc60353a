import { randomInt, timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';

type Secrets = Pick<AppContext, 'secrets'>;

const DIGITS = 6;

export function drawCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/** HMAC of the code of a deposit, bound to its automatic top-up. Tries are counted, so it needs no slow hash. */
export function hashCode({ secrets }: Secrets, publicId: string, code: string): Buffer {
  return secrets.identifierHash(`autoTopup:${publicId}`, code.toUpperCase());
}

export function isCorrectCode(hash: Buffer, given: Buffer): boolean {
  return timingSafeEqual(hash, given);
}
