import { timingSafeEqual } from 'node:crypto';
import type { AppContext } from '../../../compose/context.ts';

type Secrets = Pick<AppContext, 'secrets'>;

/** HMAC of a voucher's code, bound to its number. Codes are random and tries are counted, so it needs no slow hash. */
export function hashVoucherCode({ secrets }: Secrets, brandId: number, number: string, code: string): Buffer {
  return secrets.identifierHash(`voucher:${brandId}:${number}`, code.toUpperCase());
}

/** Whether the code matches the hash; false for an unknown voucher. */
export function isVoucherCode(hash: Buffer | undefined, given: Buffer): boolean {
  return timingSafeEqual(hash ?? Buffer.alloc(given.length), given) && hash !== undefined;
}

const CODE_DIGITS = 6;

/**
 * Code of a voucher that the programme has made. It is derived from a key, so it need not be stored to be shown once.
 */
export function batchCode({ secrets }: Secrets, batch: string, number: string): string {
  const drawn = secrets.identifierHash(`voucher batch:${batch}`, number).readUIntBE(0, 6);
  return String(drawn % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
}
