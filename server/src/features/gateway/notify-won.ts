import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import { findLoadedHolder } from './dispute.store.ts';

type Restored = { readonly transfer: string; readonly account: string; readonly amount: string };

const WON: Queue<Restored> = { name: 'gateway.tell-won', clock: 'security' };

/**
 * Queues the notice that an account has the money of a top-up again, in the transaction that gives it back.
 *
 * @param restored amount in cents
 */
export function notifyWonLater(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  tenantId: number,
  restored: { readonly memberAccountId: bigint; readonly amount: Cents; readonly transferId: bigint },
): void {
  const { memberAccountId, amount, transferId } = restored;
  const payload = { transfer: String(transferId), account: String(memberAccountId), amount: String(amount) };
  enqueueLater(tx, clocks, WON, { tenantId, key: `${transferId}:${memberAccountId}`, payload });
}

/** Notifies holders that a disputed top-up is in their account again, as they were notified of the debit. */
export const notifyWon: QueuedJob<AppContext, Restored> = {
  queue: WON,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { transfer, account, amount } }) {
    const holder = await findLoadedHolder(tx, tenantId, BigInt(account));
    if (!holder) return 'done';
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId: holder.brand_id,
      holderId: holder.holder_id,
      template: 'topUpRestored',
      params: (language) => ({ amount: money(toDollars(BigInt(amount)), language, 'never') }),
      shown: { cents: BigInt(amount) },
      dedupKey: `top-up-restored:${transfer}:${account}`,
      everyContact: false,
    });
    return 'done';
  },
};
