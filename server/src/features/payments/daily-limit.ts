import { err } from '@wattle/contract/errors.ts';
import type { Cents } from '../../platform/money.ts';
import type { Count } from './kind.ts';
import { dailySum } from './sums.domain.ts';

/**
 * Sum of an account's BPAY payments and transfers in a Melbourne day. `limit` is that of the product; `field` is the
 * name of the amount in the request.
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
