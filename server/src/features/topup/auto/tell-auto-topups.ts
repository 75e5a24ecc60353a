import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../context.ts';
import { Busy } from '../../../platform/busy.ts';
import type { Tx } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { isChannelOn, queueMessage, queueNotices, toE164 } from '../../messages/public.ts';
import { listUntoldTopups, saveTopupTold, type UntoldTopup } from './untold-topup.store.ts';

/** Tells holders of what has happened to their automatic top-ups, once. */
export async function tellAutoTopups(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  const all = await ctx.database.read(tenantId, (tx) => listUntoldTopups(tx, tenantId, atOnce));
  for (const one of all) {
    try {
      await ctx.database.transact(tenantId, (tx) => tell(ctx, tx, tenantId, one));
    } catch (error) {
      // The person was told of many things within the hour: the next round tells of this one.
      if (!(error instanceof Busy)) throw error;
    }
  }
}

/** What has happened, in words. */
function reasonOf({ untold, amount, language }: UntoldTopup): string {
  const words = productTexts(language, 'topup')[`auto.news.${untold}`] ?? '';
  return words.replace('{{amount}}', money(toDollars(amount), language));
}

async function tell(ctx: AppContext, tx: Tx, tenantId: number, one: UntoldTopup): Promise<void> {
  const { holder_id: holderId, language, brand_id: brandId } = one;
  const message = {
    ...{ tenantId, brandId, holderId, language },
    template: 'autoTopup' as const,
    params: { firstName: one.first_name, reason: reasonOf(one) },
  };
  const key = (way: string) => `autoTopup:${one.id}:${one.untold}:${one.referred}:${one.accepted_at}:${way}`;
  const number = toE164(one.mobile);
  if (one.email !== '' && isChannelOn(ctx, 'email')) {
    await queueMessage(tx, ctx, { ...message, channel: 'email', to: one.email, dedupKey: key('email') });
  } else if (number !== undefined && isChannelOn(ctx, 'sms')) {
    await queueMessage(tx, ctx, { ...message, channel: 'sms', to: number, dedupKey: key('sms') });
  }
  for (const webAccountId of one.web_account_ids) {
    await queueNotices(tx, ctx, { ...message, webAccountId, dedupKey: key(`push:${webAccountId}`) });
  }
  await saveTopupTold(tx, tenantId, one);
}
