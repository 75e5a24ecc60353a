import type { Tx } from '../../platform/database/database.ts';
import type { Cents } from '../../platform/money.ts';
import { lockRoomTaken } from '../balance-watch/public.ts';
import type { TopupAccount } from './topup-account.store.ts';

/**
 * Whether a payment by card or link fits under the maximum beside everything in flight to the account. The account
 * stays locked until the transaction ends, so that the second of two concurrent payments sees the first.
 */
export async function fitsBelowMaximum(
  tx: Tx,
  tenantId: number,
  { memberAccountId, maxBalance }: Pick<TopupAccount, 'memberAccountId' | 'maxBalance'>,
  amount: Cents,
): Promise<boolean> {
  return (await lockRoomTaken(tx, tenantId, memberAccountId)) + amount <= maxBalance;
}
