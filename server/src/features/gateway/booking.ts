import { err, ok } from '@wattle/contract/errors.ts';
import { move } from '../../platform/state-table.domain.ts';
import type { Effect } from '../payments/public.ts';
import { type ChargeRow, findCharge, saveBooked, saveChargedBack } from './charge.store.ts';
import { GATEWAY_PAYMENT, type GatewayPaymentEvent } from './gateway-payment.states.domain.ts';
import { findPayment, type GatewayPayment, saveState } from './payment.store.ts';
import type { Charge } from './purpose.ts';

type State = { readonly charge: ChargeRow | undefined; readonly payment: GatewayPayment | undefined };

/** Lock for every change of a charge's state. */
export const chargeLock = (chargeId: string) => `gatewayCharge:${chargeId}`;

async function read(
  { chargeId, paymentId }: Charge,
  { tx, tenantId }: { readonly tx: Parameters<typeof findCharge>[0]; readonly tenantId: number },
): Promise<State> {
  const [charge, payment] = await Promise.all([
    findCharge(tx, tenantId, chargeId),
    findPayment(tx, tenantId, paymentId),
  ]);
  return { charge, payment };
}

function moved({ charge, payment }: State, event: GatewayPaymentEvent, from: ChargeRow['state']) {
  if (!charge || !payment || charge.state !== from || payment.charge_id !== charge.id) return undefined;
  const next = move(GATEWAY_PAYMENT, { state: payment.state, event, by: 'programme' });
  return next.kind === 'refused'
    ? undefined
    : { charge, payment, state: next.kind === 'changed' ? next.to : payment.state };
}

/**
 * Effect of every payment that books a charge: settles the charge once and marks its payment as paid. As an effect of
 * the kind, it commits with the money or not at all.
 *
 * @param credited account in which money from a card must stay for a while
 */
export function bookingOf(given: Charge, credited: bigint | null = null): Effect<'not_found', State> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => read(given, within),
    decide(state) {
      const next = moved(state, 'book', 'Received');
      if (!next) return err('not_found');
      const { charge, payment } = next;
      return ok({
        state: { charge: { ...charge, state: 'Booked' }, payment: { ...payment, state: next.state } },
        write({ tx }, { transferId, at }) {
          saveBooked(tx, charge, { transferId, atMs: at, memberAccountId: credited });
          saveState(tx, payment, next.state, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}

/** The same for a chargeback of a booked charge. */
export function chargebackOf(given: Charge): Effect<'not_found', State> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => read(given, within),
    decide(state) {
      const next = moved(state, 'chargeBack', 'Booked');
      if (!next) return err('not_found');
      const { charge, payment } = next;
      return ok({
        state: { charge: { ...charge, state: 'ChargedBack' }, payment: { ...payment, state: next.state } },
        write({ tx }, { at }) {
          saveChargedBack(tx, charge, at);
          saveState(tx, payment, next.state, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}
