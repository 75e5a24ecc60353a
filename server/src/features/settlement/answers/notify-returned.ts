import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/text/texts.ts';
import { type NoticeOf, notifyEach, notifyOne } from '../../messages/public.ts';
import { findReturned, listUnnotified, type Returned, saveNotified } from './unnotified.store.ts';

/** Notifies payers of returned payments, once for each. */
export async function notifyReturned(ctx: AppContext, tenantId: number): Promise<void> {
  await notifyEach(ctx, tenantId, {
    list: (tx) => listUnnotified(tx, ctx.secrets, tenantId),
    noticeOf,
    save: (tx, one) => saveNotified(tx, tenantId, one, ctx.clocks.security.now()),
  });
}

/** The same for a payment that was returned without a line. */
export async function notifyReturnOf(ctx: AppContext, tx: Tx, tenantId: number, transferId: bigint): Promise<void> {
  const returned = await findReturned(tx, ctx.secrets, tenantId, transferId);
  if (returned) await notifyOne(ctx, tx, tenantId, returned, noticeOf);
}

const noticeOf: NoticeOf<Returned> = (one) => ({
  template: 'paymentReturned',
  params: (language) => ({
    amount: money(toDollars(one.cents), language),
    name: one.name,
    reason: productTexts(language, 'settlement')[`reason.${one.reason}`] ?? '',
  }),
  shown: { name: one.name, cents: one.cents },
  dedupKey: `paymentReturned:${one.transfer_id}`,
});
