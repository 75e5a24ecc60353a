import type { OrderView } from '@wattle/contract/store/store.ts';
import type { AppContext } from '../../compose/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Brand } from '../brands/public.ts';
import { findChargeOf } from '../gateway/public.ts';
import { ORDER_PURPOSE, orderPaymentOf } from './order-payment.ts';
import { listItems, type OrderRow } from './order.store.ts';
import { toOrderView } from './order.view.ts';

/** An order as its buyer sees it now. */
export async function viewOrder(tx: Tx, ctx: AppContext, brand: Brand, order: OrderRow): Promise<OrderView> {
  const { tenant_id: tenantId, id } = order;
  const items = await listItems(tx, tenantId, id);
  const payment = orderPaymentOf(await findChargeOf(tx, tenantId, ORDER_PURPOSE, String(id)));
  return toOrderView(ctx, { brand, order, items, payment });
}
