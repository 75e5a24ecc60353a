import { money } from '@wattle/contract/rules/amounts.ts';
import { fullDay } from '@wattle/contract/rules/full-day.ts';
import type { AppContext } from '../../../compose/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { readBankingCalendar } from '../../../platform/time/banking-days/holiday.store.ts';
import { type NoticeOf, notifyOne } from '../../messages/public.ts';
import { arrivalDay, methodNamed } from '../../payments/public.ts';
import { findSwitched, type Switched } from './switched.store.ts';

/** Tells the payer of a payment that goes by file, after the network has refused its call, when it arrives. */
export async function notifySwitchOf(ctx: AppContext, tx: Tx, tenantId: number, transferId: bigint): Promise<void> {
  const switched = await findSwitched(tx, ctx.secrets, tenantId, transferId);
  if (!switched) return;
  const { bank } = methodNamed(ctx.paymentMethods, switched.method);
  const arrives = arrivalDay(await readBankingCalendar(tx), bank, switched.value_date);
  const noticeOf: NoticeOf<Switched> = (one) => ({
    template: 'paymentSlower',
    params: (language) => ({
      amount: money(toDollars(one.cents), language),
      name: one.name,
      date: fullDay(arrives, language),
    }),
    shown: { name: one.name, cents: one.cents },
    dedupKey: `paymentSlower:${one.transfer_id}`,
  });
  await notifyOne(ctx, tx, tenantId, switched, noticeOf);
}
