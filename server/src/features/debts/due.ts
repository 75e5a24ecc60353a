import { notifyFormerMoney } from './former-money.ts';
import { notifyForcedDebits } from './notify-forced-debit.ts';
import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../compose/context.ts';
import { toDollars } from '../../platform/money.ts';
import { notifyEach, type NoticeOf } from '../messages/public.ts';
import { listUnnotifiedDebts, saveDebtNotified, settlePaid, type UnnotifiedDebt } from './debt.store.ts';
import { nothingToSettle, type RecurringJob } from '../../platform/due-work/job.ts';

/** Ends debts that released holds have paid, and notifies each debtor once. */
export async function notifyDebts(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  await ctx.database.transact(tenantId, (tx) => settlePaid(tx, tenantId, ctx.clocks.business.now()));
  await notifyEach(ctx, tenantId, {
    list: (tx) => listUnnotifiedDebts(tx, tenantId, atOnce),
    noticeOf,
    save: (tx, { id }) => saveDebtNotified(tx, tenantId, id, ctx.clocks.security.now()),
  });
}

const noticeOf: NoticeOf<UnnotifiedDebt> = ({ id, owed }) => ({
  template: 'debtMade',
  params: (language) => ({ amount: money(toDollars(owed), language) }),
  dedupKey: `debt:${id}`,
});

const EVERY_MS = 30_000;

/** Ends paid debts and notifies debtors. */
const notifyDebtsJob: RecurringJob<AppContext> = {
  name: 'debts.tell',
  clock: 'business',
  scope: 'tenant',
  when: { everyMs: EVERY_MS },
  atOnce: 100,
  async outside(ctx, { tenantId, atOnce }) {
    await notifyDebts(ctx, tenantId, atOnce);
    return nothingToSettle;
  },
};

export const debtsJobs = [notifyDebtsJob, notifyForcedDebits, notifyFormerMoney];
