import type { AppContext } from '../../compose/context.ts';
import type { Job, QueuedJob, RecurringJob } from '../../platform/due-work/job.ts';
import { notifyEnded } from './notify-ended.ts';
import { notifyInSavepoint } from '../messages/public.ts';
import { mailGift, mailOrder, mailRefund } from './links.ts';
import { saveNotified, saveUnlocked, takeDueGifts } from './order-changes.store.ts';
import { listItems, takeUnnotified, findItem, findOrder } from './order.store.ts';
import { itemStateOf } from './order.view.ts';
import { eraseOrder, takeToErase, listAccountsWithoutCard } from './erasure.store.ts';
import { ORDER_PURPOSE } from './order-payment.ts';
import { releaseCard } from '../cards/public.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Queue } from '../../platform/due-work/queue.ts';
import { saveClosed } from '../account-closing/public.ts';

/** Orders that were dropped before a card was issued for them, by their ids. */
const UNUSED_ACCOUNTS: Queue<{ readonly order: string }> = { name: 'store.unused-accounts', clock: 'security' };

const ledger = openLedger();

/**
 * Closes the accounts of an order that got no card. It has a separate transaction, because booking a charge locks
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

/** Unlocks gifts on their day and mails their links. */
const unlockGifts: RecurringJob<AppContext> = {
  name: 'store.unlock-gifts',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: 60_000 },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const gifts = await takeDueGifts(tx, tenantId, ctx.clocks.business.now(), atOnce);
    for (const gift of gifts) {
      await releaseCard(tx, tenantId, gift.card_id);
      await saveUnlocked(tx, tenantId, gift.id);
      await notifyInSavepoint(tx, ctx, { cause: `gift:${gift.id}` }, async () => {
        const order = await findOrder(tx, tenantId, gift.order_id);
        const item = await findItem(tx, tenantId, gift.id);
        if (order && item) await mailGift(tx, ctx, order, item);
      });
    }
    return gifts.length === atOnce ? 'more' : 'done';
  },
};

const HOUR_MS = 3_600_000;

/**
 * Erases the buyers of orders that were never paid, and, when every link of a paid order has expired, its buyer and
 * recipients. Accounts that got no card are closed then.
 */
const eraseOrders: RecurringJob<AppContext> = {
  name: 'store.erase-orders',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: HOUR_MS },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const now = ctx.clocks.business.now();
    const { unpaidKeptMs, paidKeptMs } = ctx.config.store;
    const orders = await takeToErase(tx, tenantId, {
      purpose: ORDER_PURPOSE,
      unpaidBefore: now - unpaidKeptMs,
      paidBefore: now - paidKeptMs,
      atMost: atOnce,
    });
    for (const { id, state } of orders) {
      await eraseOrder(tx, tenantId, id, now);
      if (state === 'Issued') continue;
      const key = String(id);
      await ctx.dueWork.enqueue(tx, UNUSED_ACCOUNTS, { tenantId, key, payload: { order: key } });
    }
    return orders.length === atOnce ? 'more' : 'done';
  },
};

/** Mails the outcome of orders: the receipt and the gifts that are due immediately, or that the money is refunded. */
const mailOrders: RecurringJob<AppContext> = {
  name: 'store.tell-orders',
  clock: 'security',
  scope: 'tenant',
  when: { everyMs: 2_000 },
  atOnce: 50,
  async inTransaction(ctx, tx, { tenantId, atOnce }) {
    const orders = await takeUnnotified(tx, tenantId, atOnce);
    for (const order of orders) {
      await notifyInSavepoint(tx, ctx, { cause: `order:${order.id}` }, async () => {
        if (order.state === 'Refused') return mailRefund(tx, ctx, order);
        const items = await listItems(tx, tenantId, order.id);
        await mailOrder(tx, ctx, order, items);
        for (const item of items) if (itemStateOf(order, item) === 'Sent') await mailGift(tx, ctx, order, item);
      });
      await saveNotified(tx, tenantId, order.id, ctx.clocks.security.now());
    }
    return orders.length === atOnce ? 'more' : 'done';
  },
};

/** The work of this feature that falls due. */
export const storeJobs: readonly Job<AppContext>[] = [
  mailOrders,
  notifyEnded,
  unlockGifts,
  eraseOrders,
  closeUnusedAccounts,
];
