import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../../context.ts';
import type { Tx } from '../../../platform/database.ts';
import { toDollars } from '../../../platform/money.ts';
import { productTexts } from '../../../platform/texts.ts';
import { tellHolder } from '../../messages/public.ts';
import { findReturned, listUntold, type Returned, saveTold } from './untold.store.ts';

/** Tells payers of what has come back, once for each. */
export async function tellReturned(ctx: AppContext, tenantId: number): Promise<void> {
  const all = await ctx.database.read(tenantId, (tx) => listUntold(tx, ctx.secrets, tenantId));
  for (const one of all) {
    await ctx.database.transact(tenantId, async (tx) => {
      await tell(ctx, tx, tenantId, one);
      await saveTold(tx, tenantId, one, ctx.clocks.security.now());
    });
  }
}

/** The same for one that came back in another way. */
export async function tellReturnOf(ctx: AppContext, tx: Tx, tenantId: number, transferId: bigint): Promise<void> {
  const returned = await findReturned(tx, ctx.secrets, tenantId, transferId);
  if (returned) await tell(ctx, tx, tenantId, returned);
}

async function tell(ctx: AppContext, tx: Tx, tenantId: number, one: Returned): Promise<void> {
  await tellHolder(tx, ctx, {
    tenantId,
    brandId: one.brand_id,
    holderId: one.holder_id,
    template: 'paymentReturned',
    params: (language) => ({
      amount: money(toDollars(one.cents), language),
      name: one.name,
      reason: productTexts(language, 'settlement')[`reason.${one.reason}`] ?? '',
    }),
    dedupKey: `paymentReturned:${one.transfer_id}`,
    everyContact: false,
  });
}
