import type { AppContext } from '../../compose/context.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import { enqueueLater } from '../../platform/due-work/enqueue-later.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type DeskRefusal, type DeskRefusalName, refused } from '../desk/public.ts';
import { notifyHolder } from '../messages/public.ts';
import { type EndingAccount, findAccountOf } from './ending.store.ts';

/** Obstacle to closing an account; undefined when only its balance is left. */
export function waitsFor(account: EndingAccount): DeskRefusalName | undefined {
  // An account without a working card can no longer be used.
  const isWanted = account.is_closure_asked || account.has_died || !account.has_card_in_use;
  if (!isWanted) return 'not_asked_for';
  const waits = moneyWaitsFor(account);
  if (waits) return waits;
  return account.has_payment_out || account.has_debit ? 'payments_open' : undefined;
}

/** Reason why money cannot leave an account yet, whether or not the account is closed with it. */
export function moneyWaitsFor(account: EndingAccount): DeskRefusalName | undefined {
  if (account.held !== 0n) return 'holds_open';
  if (account.has_open_dispute) return 'disputes_open';
  return account.has_card_money ? 'card_money_open' : undefined;
}

/** Reason why an account cannot be closed yet. */
export function refuseClosing(account: EndingAccount): DeskRefusal | undefined {
  const about = { field: 'account', object: `account:${account.id}` };
  if (account.is_closed) return refused('nothing_to_do', about);
  const waits = waitsFor(account);
  return waits && refused(waits, about);
}

type Closed = { readonly account: string };

const CLOSED_ACCOUNTS: Queue<Closed> = { name: 'endings.tell-closed', clock: 'security' };

/** Notifies the holder, in the transaction that closes the account. */
export function notifyClosedLater(tx: Tx, { clocks }: Pick<AppContext, 'clocks'>, tenantId: number, id: bigint): void {
  const account = String(id);
  enqueueLater(tx, clocks, CLOSED_ACCOUNTS, { tenantId, key: account, payload: { account } });
}

export const notifyClosed: QueuedJob<AppContext, Closed> = {
  queue: CLOSED_ACCOUNTS,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload: { account } }) {
    const closed = await findAccountOf(tx, tenantId, BigInt(account));
    if (!closed || closed.holder_id === null || closed.has_died || !closed.is_closure_asked) return 'done';
    await notifyHolder(tx, ctx, {
      tenantId,
      brandId: closed.brand_id,
      holderId: closed.holder_id,
      template: 'accountClosed',
      dedupKey: `account-closed:${account}`,
      everyContact: true,
    });
    return 'done';
  },
};
