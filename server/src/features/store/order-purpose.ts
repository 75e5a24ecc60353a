import type { GatewayPurpose } from '../gateway/public.ts';
import { orderBooking } from './order-booking.kind.ts';
import { orderChargeback } from './order-chargeback.kind.ts';
import { ORDER_PURPOSE } from './order-payment.ts';
import { saveRefused } from './order-changes.store.ts';
import { findOrder } from './order.store.ts';

/** Orders of the store, paid at the gateway by guests. */
export const orderPurpose: GatewayPurpose = {
  name: ORDER_PURPOSE,
  pays: 'purchase',
  isPublic: true,
  booking: orderBooking,
  chargeback: orderChargeback,
  async nameOf(tx, tenantId, subject) {
    const order = await findOrder(tx, tenantId, BigInt(subject));
    return `order ${order?.number ?? ''}`;
  },
  async ended(tx, _, { tenantId, subject, state }) {
    // The whole charge is refunded, because nothing was issued for it.
    if (state === 'Refunded') await saveRefused(tx, tenantId, BigInt(subject));
  },
};
