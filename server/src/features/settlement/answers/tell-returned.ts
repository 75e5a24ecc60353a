import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../context.ts';
import { Busy } from '../../../platform/busy.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { isChannelOn, queueMessage, queueNotices, toE164 } from '../../messages/public.ts';
import { listUntold, saveTold, type Untold } from './untold.store.ts';

/** Tells payers of what has come back, once for each. */
export async function tellReturned(ctx: AppContext, tenantId: number): Promise<void> {
  const all = await ctx.database.read(tenantId, (tx) => listUntold(tx, tenantId));
  for (const one of all) {
    try {
      await tell(ctx, tenantId, one);
    } catch (error) {
      // The person was told of many things within the hour: the next round tells of this one.
      if (!(error instanceof Busy)) throw error;
    }
  }
}

async function tell(ctx: AppContext, tenantId: number, one: Untold): Promise<void> {
  const { holder_id: holderId, language, brand_id: brandId } = one;
  const reasons = productTexts(language, 'settlement');
  const message = {
    ...{ tenantId, brandId, holderId, language },
    template: 'paymentReturned' as const,
    params: {
      firstName: one.first_name,
      amount: money(toDollars(one.cents), language),
      name: one.name,
      reason: reasons[`reason.${one.reason}`] ?? '',
    },
  };
  const key = (way: string) => `paymentReturned:${one.transfer_id}:${way}`;
  await ctx.database.transact(tenantId, async (tx) => {
    const number = toE164(one.mobile);
    if (one.email !== '' && isChannelOn(ctx, 'email')) {
      await queueMessage(tx, ctx, { ...message, channel: 'email', to: one.email, dedupKey: key('email') });
    } else if (number !== undefined && isChannelOn(ctx, 'sms')) {
      await queueMessage(tx, ctx, { ...message, channel: 'sms', to: number, dedupKey: key('sms') });
    }
    for (const webAccountId of one.web_account_ids) {
      await queueNotices(tx, ctx, { ...message, webAccountId, dedupKey: key(`push:${webAccountId}`) });
    }
    await saveTold(tx, tenantId, one, ctx.clocks.security.now());
  });
}
