import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Cents, toDollars } from '../../platform/money.ts';
import { notifyHolder } from '../messages/public.ts';
import { findKeeper, takeOfGoals } from './savings.store.ts';

type Taken = { readonly account: string; readonly cents: string; readonly merchant: string };

const TAKEN: Queue<Taken> = { name: 'savings.tell-taken', clock: 'security' };

type ForPurchase = {
  readonly tenantId: number;
  readonly memberAccountId: bigint;
  readonly cents: Cents;
  /** Reference of the message of the network. */
  readonly reference: string;
  readonly merchant: string;
};

/**
 * Takes of the goals what the ledger has let a purchase take of what is kept aside, in the transaction of its hold. Due
 * work tells the primary holder, so that no purchase waits for the notice.
 */
export function takeForPurchase(
  tx: Tx,
  { clocks }: Pick<AppContext, 'clocks'>,
  { tenantId, memberAccountId, cents, reference, merchant }: ForPurchase,
): void {
  takeOfGoals(tx, tenantId, memberAccountId, cents);
  const account = String(memberAccountId);
  const payload = { account, cents: String(cents), merchant };
  enqueueLater(tx, clocks, TAKEN, { tenantId, key: `${account}:${reference}`, payload });
}

/** Tells the primary holder of an account that a purchase has used money that was kept aside. */
export const notifyTaken: QueuedJob<AppContext, Taken> = {
  queue: TAKEN,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, key, payload: { account, cents, merchant } }) {
    const keeper = await findKeeper(tx, tenantId, BigInt(account));
    if (!keeper) return 'done';
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId: keeper.brand_id,
      holderId: keeper.holder_id,
      template: 'savingsUsed',
      params: (language) => ({ amount: money(toDollars(BigInt(cents)), language, 'never'), name: merchant }),
      shown: { name: merchant },
      dedupKey: `savingsUsed:${key}`.slice(0, 100),
      everyContact: false,
    });
    return 'done';
  },
};
