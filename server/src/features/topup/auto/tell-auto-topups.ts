import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { tellHolder } from '../../messages/public.ts';
import { listUntoldTopups, saveTopupTold, type UntoldTopup } from './untold-topup.store.ts';

/** Tells holders of what has happened to their automatic top-ups, once. */
export async function tellAutoTopups(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  const all = await ctx.database.read(tenantId, (tx) => listUntoldTopups(tx, tenantId, atOnce));
  for (const one of all) {
    await ctx.database.transact(tenantId, async (tx) => {
      await tell(ctx, tx, tenantId, one);
      await saveTopupTold(tx, tenantId, one);
    });
  }
}

async function tell(ctx: AppContext, tx: Tx, tenantId: number, one: UntoldTopup): Promise<void> {
  await tellHolder(tx, ctx, {
    tenantId,
    brandId: one.brand_id,
    holderId: one.holder_id,
    template: 'autoTopup',
    params: (language) => {
      const words = productTexts(language, 'topup')[`auto.news.${one.untold}`] ?? '';
      return { reason: words.replace('{{amount}}', money(toDollars(one.amount), language)) };
    },
    dedupKey: `autoTopup:${one.id}:${one.untold}:${one.referred}:${one.accepted_at}`,
    everyContact: false,
  });
}
