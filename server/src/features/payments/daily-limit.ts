import { err } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Count } from './kind.ts';
import { dailySum } from './sums.domain.ts';

/**
 * Sum that an account pays in a Melbourne day by BPAY and transfers together. `limit` is the product's;
 * `field` names the amount on the wire.
 */
export function dailyPayments(
  today: string,
  cents: Cents,
  limit: Cents | null,
  field: string,
): Count<'daily_limit_reached'> {
  const refusal = err('daily_limit_reached', field);
  return { ...dailySum(today), of: 'from', cents, limit, refusal };
}
