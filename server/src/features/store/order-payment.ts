import type { ORDER_PAYMENTS } from '@wattle/contract/store/store.ts';
import type { GatewayPaymentState } from '../gateway/public.ts';

/** Purpose of gateway payments for orders. */
export const ORDER_PURPOSE = 'order';

export type OrderPayment = {
  readonly state: (typeof ORDER_PAYMENTS)[number];
  /** Last four digits of the card that paid. */
  readonly paidWith: string | null;
};

const SHOWN: Readonly<Record<GatewayPaymentState, OrderPayment['state']>> = {
  Opening: 'Waiting',
  Open: 'Waiting',
  Unknown: 'Unknown',
  Paid: 'Paid',
  Declined: 'Declined',
  Cancelled: 'Cancelled',
  Expired: 'Expired',
  Refunded: 'Refunded',
  ChargedBack: 'Refunded',
};

type Charge = {
  readonly state: GatewayPaymentState;
  readonly card_ending: string | null;
  readonly is_card_refused: boolean;
};

/** State of the payment of an order, by its newest payment at the gateway. */
export function orderPaymentOf(charge: Charge | undefined): OrderPayment {
  if (!charge) return { state: 'None', paidWith: null };
  const isCardRefused = charge.state === 'Refunded' && charge.is_card_refused;
  return { state: isCardRefused ? 'CardRefused' : SHOWN[charge.state], paidWith: charge.card_ending };
}

/** Whether to ask the gateway, which may know more about a payment than it has reported. */
export function mayBeUnreported({ state }: Pick<Charge, 'state'>): boolean {
  return state === 'Opening' || state === 'Open' || state === 'Unknown';
}
