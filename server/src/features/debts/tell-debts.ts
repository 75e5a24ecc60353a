import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../context.ts';
import { Busy } from '../../platform/busy.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { isChannelOn, queueMessage, queueNotices, toE164 } from '../messages/public.ts';
import { listUntoldDebts, saveDebtTold, settlePaid, type UntoldDebt } from './debt.store.ts';

/** Ends debts that released holds have paid, and tells people of what they owe, once. */
export async function tellDebts(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  await ctx.database.transact(tenantId, (tx) => settlePaid(tx, tenantId, ctx.clocks.business.now()));
  const all = await ctx.database.read(tenantId, (tx) => listUntoldDebts(tx, tenantId, atOnce));
  for (const one of all) {
    try {
      await ctx.database.transact(tenantId, (tx) => tell(ctx, tx, tenantId, one));
    } catch (error) {
      // The person was told of many things within the hour: the next round tells of this one.
      if (!(error instanceof Busy)) throw error;
    }
  }
}

async function tell(ctx: AppContext, tx: Tx, tenantId: number, one: UntoldDebt): Promise<void> {
  const { holder_id: holderId, language, brand_id: brandId } = one;
  const message = {
    ...{ tenantId, brandId, holderId, language },
    template: 'debtMade' as const,
    params: { firstName: one.first_name, amount: money(toDollars(one.owed), language) },
  };
  const key = (way: string) => `debt:${one.id}:${way}`;
  const number = toE164(one.mobile);
  if (one.email !== '' && isChannelOn(ctx, 'email')) {
    await queueMessage(tx, ctx, { ...message, channel: 'email', to: one.email, dedupKey: key('email') });
  } else if (number !== undefined && isChannelOn(ctx, 'sms')) {
    await queueMessage(tx, ctx, { ...message, channel: 'sms', to: number, dedupKey: key('sms') });
  }
  for (const webAccountId of one.web_account_ids) {
    await queueNotices(tx, ctx, { ...message, webAccountId, dedupKey: key(`push:${webAccountId}`) });
  }
  await saveDebtTold(tx, tenantId, one.id, ctx.clocks.security.now());
}
