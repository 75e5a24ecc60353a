import { money } from '@wattle/contract/rules/amounts.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { toDollars } from '../../platform/money.ts';
import { tellHolder } from '../messages/public.ts';
import { listUntoldDebts, saveDebtTold, settlePaid, type UntoldDebt } from './debt.store.ts';

/** Ends debts that released holds have paid, and tells people of what they owe, once. */
export async function tellDebts(ctx: AppContext, tenantId: number, atOnce: number): Promise<void> {
  await ctx.database.transact(tenantId, (tx) => settlePaid(tx, tenantId, ctx.clocks.business.now()));
  const all = await ctx.database.read(tenantId, (tx) => listUntoldDebts(tx, tenantId, atOnce));
  for (const one of all) {
    await ctx.database.transact(tenantId, async (tx) => {
      await tell(ctx, tx, tenantId, one);
      await saveDebtTold(tx, tenantId, one.id, ctx.clocks.security.now());
    });
  }
}

async function tell(ctx: AppContext, tx: Tx, tenantId: number, one: UntoldDebt): Promise<void> {
  await tellHolder(tx, ctx, {
    tenantId,
    brandId: one.brand_id,
    holderId: one.holder_id,
    template: 'debtMade',
    params: (language) => ({ amount: money(toDollars(one.owed), language) }),
    dedupKey: `debt:${one.id}`,
    everyContact: false,
  });
}
