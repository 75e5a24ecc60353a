import { randomInt } from 'node:crypto';
import { COLLECTION_CODE_LENGTH } from '@wattle/contract/store/store.ts';
import type { AppContext } from '../../context.ts';
import { openAccountOfNobody } from '../people/public.ts';
import { savePreparedItem, savePreparedOrder } from './order-changes.store.ts';
import { type ItemRow, listItems, lockOrder, type OrderRow } from './order.store.ts';

function drawCode(): string {
  return String(randomInt(10 ** COLLECTION_CODE_LENGTH)).padStart(COLLECTION_CODE_LENGTH, '0');
}

type PreparedItem = { readonly item: ItemRow; readonly code: string; readonly hash: string };

/**
 * Prepares the cards of an order before it is paid: an empty account and a code for each, and the code of its links.
 * The booking of the charge then needs only the database. Repeated, it does nothing.
 */
export async function prepareOrder(ctx: AppContext, order: OrderRow): Promise<void> {
  if (order.code_cipher !== null) return;
  const { tenant_id: tenantId, brand_id: brandId, id } = order;
  const items = await ctx.database.read(tenantId, (tx) => listItems(tx, tenantId, id));
  const drawn: PreparedItem[] = [];
  for (const item of items) {
    const code = drawCode();
    drawn.push({ item, code, hash: await ctx.secrets.hashSecret(code) });
  }
  await ctx.database.transact(tenantId, async (tx) => {
    const locked = await lockOrder(tx, tenantId, id);
    if (!locked || locked.code_cipher !== null) return;
    for (const { item, code, hash } of drawn) {
      const memberAccountId = await openAccountOfNobody(tx, { tenantId, brandId });
      const sealed = ctx.secrets.encrypt(code, 'storeItem', item.id);
      await savePreparedItem(tx, tenantId, item.id, { ...sealed, codeHash: hash, memberAccountId });
    }
    await savePreparedOrder(tx, tenantId, id, ctx.secrets.encrypt(drawCode(), 'storeOrder', id));
  });
}
