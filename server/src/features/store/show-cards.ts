import type { CardSecrets } from '@wattle/contract/store/store.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { audit } from '../../platform/audit.ts';
import type { Brand } from '../brands/public.ts';
import { readIssuedNumber } from '../cards/public.ts';
import type { ItemRow, OrderRow } from './order.store.ts';
import { toCardSecrets } from './order.view.ts';

type Showing = {
  readonly ctx: AppContext;
  readonly brand: Brand;
  readonly order: OrderRow;
  readonly items: readonly ItemRow[];
  readonly requestId: string;
};

/** The secrets of cards. Each showing is audited, and the caller has proved that they may be shown. */
export async function showCards(tx: Tx, { ctx, brand, order, items, requestId }: Showing): Promise<CardSecrets[]> {
  const { tenant_id: tenantId } = order;
  const shown: CardSecrets[] = [];
  for (const item of items) {
    const card = item.card_id === null ? undefined : await readIssuedNumber(tx, ctx.secrets, tenantId, item.card_id);
    if (!card) throw new Error('a card of an issued order is missing');
    shown.push(toCardSecrets(ctx, brand, item, card));
    audit(tx, ctx.clocks, {
      tenantId,
      actor: 'visitor',
      action: 'store.card_shown',
      object: `card:${item.card_id}`,
      outcome: 'ok',
      requestId,
      details: { order: String(order.id) },
    });
  }
  return shown;
}
