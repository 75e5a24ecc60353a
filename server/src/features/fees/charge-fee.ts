import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { type ChargedFee, type Fee, feeKind } from './fee.kind.ts';

type Charge = Fee & {
  readonly tenantId: number;
  /** Actor who charges the fee, such as `staff:3`. */
  readonly actor: string;
  /** The same for every attempt at this fee; unique per actor over all kinds of payment. */
  readonly key: string;
  readonly requestId?: string;
};

/**
 * Charges a fee once. Refuses with `insufficient_funds` below the minimum balance, `not_found` for an unknown or closed
 * account, and `key_reused` when the key belongs to another payment. Throws when the database is unavailable; the same
 * key may then be used again.
 */
export function chargeFee(
  { payments }: Pick<AppContext, 'payments'>,
  charge: Charge,
): Promise<Result<ChargedFee, ErrorName>> {
  const { tenantId, actor, key, requestId, accountNumber, name, amount } = charge;
  return payments.submit({
    tenantId,
    kind: feeKind,
    key,
    actor,
    ...(requestId !== undefined && { requestId }),
    input: { accountNumber, name, amount },
  });
}
