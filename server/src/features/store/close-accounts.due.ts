import type { AppContext } from '../../context.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { QueuedJob } from '../../platform/due-work/job.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { saveClosed } from '../endings/public.ts';
import { listAccountsWithoutCard } from './erasure.store.ts';

/** Orders that were dropped before a card was issued for them, by their ids. */
export const UNUSED_ACCOUNTS: Queue<{ readonly order: string }> = { name: 'store.unused-accounts', clock: 'security' };

const ledger = openLedger();

/**
 * Closes the accounts of an order that got no card. It has a transaction of its own, because booking a charge locks
 * accounts before the order.
 */
export const closeUnusedAccounts: QueuedJob<AppContext, { readonly order: string }> = {
  queue: UNUSED_ACCOUNTS,
  atOnce: 20,
  async inTransaction(ctx, tx, { tenantId, payload }) {
    const at = ctx.clocks.business.now();
    for (const { id, ledger_account_id: account } of await listAccountsWithoutCard(tx, tenantId, payload.order)) {
      // An account that has received money stays open for the desk.
      const closed = await ledger.closeAccount(tx, { tenantId, account, at });
      if (closed.ok) await saveClosed(tx, tenantId, id);
    }
    return 'done';
  },
};
