import type { PaymentState } from '@wattle/contract/topup/card-topup.ts';
import { dayAt } from '../../platform/time/clock.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import { receiptNumber } from '../payments/public.ts';
import type { GatewayPaymentState } from './gateway-payment.states.domain.ts';
import { findSettled } from './payment.store.ts';

/** State of a payment for its payer. */
export type PaymentOfPayer = {
  readonly state: PaymentState;
  readonly amount: Cents;
  /** Receipt number of the credit; null: not credited yet. */
  readonly receipt: string | null;
};

const SHOWN: Readonly<Record<GatewayPaymentState, PaymentState>> = {
  Opening: 'Open',
  Open: 'Open',
  Unknown: 'Waiting',
  Paid: 'Paid',
  Declined: 'Declined',
  Cancelled: 'Cancelled',
  Expired: 'Expired',
  Refunded: 'Refunded',
  ChargedBack: 'Paid',
};

export async function readPaymentState(tx: Tx, tenantId: number, id: string): Promise<PaymentOfPayer | undefined> {
  const found = await findSettled(tx, tenantId, id);
  if (!found) return undefined;
  const { state, amount, transfer_id, booked_at, is_card_refused: isCardRefused } = found;
  const isBooked = transfer_id !== null && booked_at !== null;
  return {
    state: state === 'Refunded' && isCardRefused ? 'CardRefused' : SHOWN[state],
    amount,
    receipt: isBooked ? receiptNumber(dayAt(Date.parse(booked_at)), transfer_id) : null,
  };
}
