import { move } from '../../platform/state-table.domain.ts';
import {
  PAYMENT_OUT,
  PAYMENT_OUT_STATES,
  type PaymentOutActor,
  type PaymentOutEvent,
  type PaymentOutState,
} from './payment-out.states.domain.ts';

/** States from which an event moves a payment, for a bulk update. */
export function statesThatMove(event: PaymentOutEvent, by: PaymentOutActor): PaymentOutState[] {
  return PAYMENT_OUT_STATES.filter((state) => move(PAYMENT_OUT, { state, event, by }).kind === 'changed');
}
