import { err, ok } from '@wattle/contract/errors.ts';
import { move } from '../../../platform/state-table.domain.ts';
import type { Effect } from '../../payments/public.ts';
import {
  PAYMENT_OUT,
  type PaymentOutActor,
  type PaymentOutEvent,
  type PaymentOutState,
} from '../payment-out.states.domain.ts';
import { readState } from './payment.store.ts';

type Cause = { readonly event: PaymentOutEvent; readonly by: PaymentOutActor };

/** Checks under the lock of a payment that an event moves it. */
export function movingPayment(transferId: bigint, cause: Cause): Effect<'not_found', PaymentOutState | undefined> {
  return {
    lock: `paymentOut:${transferId}`,
    read: ({ tx, tenantId }) => readState(tx, tenantId, transferId),
    decide(state) {
      const moved = state && move(PAYMENT_OUT, { state, ...cause });
      return moved?.kind === 'changed' ? ok({ state: moved.to }) : err('not_found');
    },
  };
}
