import { CASH_CODES } from '@wattle/contract/rules/merchant-codes.ts';
import type { PurchaseMessage } from '../../outside/processors/purchase-message.ts';
import { heldFeeOf } from '../fees/foreign-fee.domain.ts';

/** Cents. */
type Amount = bigint;

/** Whether a terminal can take an approval of a part. Cash is never paid out in part. */
export function takesPart({ takesPart: canTake, channel, cashAmount, merchant }: PurchaseMessage): boolean {
  return canTake === true && channel !== 'atm' && cashAmount === undefined && !CASH_CODES.has(merchant.mcc);
}

const ALL_POINTS = 10_000n;

/** Most cents that are available together with their foreign fee; 0: none. */
export function partWithin(available: Amount, feePoints: number | null): Amount {
  const fits = (cents: Amount) => cents + heldFeeOf(0n, cents, feePoints) <= available;
  // The fee is rounded, so the quotient may be a cent off.
  let part = (available * ALL_POINTS) / (ALL_POINTS + BigInt(feePoints ?? 0));
  while (part > 0n && !fits(part)) part -= 1n;
  while (fits(part + 1n)) part += 1n;
  return part > 0n ? part : 0n;
}
