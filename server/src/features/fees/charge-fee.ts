import type { ErrorName, Result } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../context.ts';
import { type ChargedFee, type Fee, feeKind } from './fee.kind.ts';

type Charge = Fee & {
  readonly tenantId: number;
  /** Actor who charges it: `staff:3`. */
  readonly actor: string;
  /** The same for every attempt at this fee; unique for the actor over all kinds of payment. */
  readonly key: string;
  readonly requestId?: string;
};

/**
 * Charges a fee once. Refused with `insufficient_funds` where the account would fall below its floor,
 * with `not_found` where there is no open account of the number, and with `key_reused` where the key
 * stands for something else. Throws where the database is away; then the same key may be used again.
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
