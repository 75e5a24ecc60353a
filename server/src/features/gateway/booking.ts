import { err, ok } from '@wattle/contract/errors.ts';
import { move } from '../../platform/state-table.domain.ts';
import type { Cents } from '../../platform/money.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Effect, PaymentTransaction } from '../payments/public.ts';
import { type ChargeRow, findCharge, saveBooked, saveChargedBack, saveWon } from './charge.store.ts';
import { GATEWAY_PAYMENT, type GatewayPaymentEvent } from './gateway-payment.states.domain.ts';
import { saveDisputeWon, saveTaken } from './dispute.store.ts';
import { findPayment, type GatewayPayment, saveState } from './payment.store.ts';
import type { Charge } from './purpose.ts';
import {
  listLost,
  listRefunds,
  owedAs,
  oweStopped,
  type RefundRow,
  type RefundState,
  stopRefunds,
} from './refund.store.ts';

export type ChargeState = {
  readonly charge: ChargeRow | undefined;
  readonly payment: GatewayPayment | undefined;
  readonly refunds: readonly RefundRow[];
};

/** Lock for every change of a charge's state and its refunds. */
export const chargeLock = (chargeId: string) => `gatewayCharge:${chargeId}`;

/** The same for all effects on a charge, which may meet in one batch. */
export async function readCharge(
  { chargeId, paymentId }: Pick<Charge, 'chargeId' | 'paymentId'>,
  { tx, tenantId }: Pick<PaymentTransaction, 'tx' | 'tenantId'>,
): Promise<ChargeState> {
  const [charge, payment, refunds] = await Promise.all([
    findCharge(tx, tenantId, chargeId),
    findPayment(tx, tenantId, paymentId),
    listRefunds(tx, tenantId, chargeId),
  ]);
  return { charge, payment, refunds };
}

/** A charge and its payment; undefined: the charge is not known. */
export async function findCharged(tx: Tx, tenantId: number, chargeId: string) {
  const charge = await findCharge(tx, tenantId, chargeId);
  const payment = charge && (await findPayment(tx, tenantId, charge.payment_id));
  return charge && payment && { charge, payment };
}

const sumOf = (refunds: readonly RefundRow[], states: readonly RefundState[]): Cents =>
  refunds.reduce((sum, { amount, state }) => (states.includes(state) ? sum + amount : sum), 0n);

/** Cents of requested refunds that have not reached the card or a bank account. */
export const sumUnpaid = (refunds: readonly RefundRow[]) => sumOf(refunds, ['Asked', 'Pending', 'Failed']);

/** Cents that were refunded. */
export const sumRefunded = (refunds: readonly RefundRow[]) => sumOf(refunds, ['Done', 'Paid']);

/**
 * Cents of refunds that were made after their charge was charged back, and were booked as a loss. One that came back
 * since is among them: what made up for the loss is owed again.
 */
export const sumLate = ({ charge, refunds }: Pick<ChargeState, 'charge' | 'refunds'>) => {
  const chargeback = charge?.chargeback_transfer_id ?? null;
  const isLate = ({ paid_transfer_id: paid }: RefundRow) => chargeback !== null && paid !== null && paid > chargeback;
  return sumOf(refunds.filter(isLate), ['Done', 'CameBack']);
};

const stoppedOf = (refunds: readonly RefundRow[]) =>
  refunds.map((refund): RefundRow => {
    if (sumUnpaid([refund]) === 0n) return refund;
    const { state, first_sent_at, decided_at } = refund;
    const mayBeMade = state !== 'Failed' || decided_at !== null;
    return { ...refund, state: 'Stopped', first_sent_at: mayBeMade ? first_sent_at : null, decided_at: null };
  });

function moved({ charge, payment }: ChargeState, event: GatewayPaymentEvent, from: ChargeRow['state']) {
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
export function bookingOf(given: Charge, credited: bigint | null = null): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const next = moved(state, 'book', 'Received');
      if (!next) return err('not_found');
      const { charge, payment } = next;
      return ok({
        state: { ...state, charge: { ...charge, state: 'Booked' }, payment: { ...payment, state: next.state } },
        write({ tx }, { transferId, at }) {
          saveBooked(tx, charge, { transferId, atMs: at, memberAccountId: credited });
          saveState(tx, payment, next.state, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}

/**
 * The same for a chargeback of a booked charge. Refunds that the gateway has not made are stopped.
 *
 * @param unpaid cents of those refunds when the amount was decided
 */
export function chargebackOf(given: Charge, unpaid: Cents = 0n): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const next = moved(state, 'chargeBack', 'Booked');
      // A refund was made or asked for since, so the amount is decided again.
      if (!next || sumUnpaid(state.refunds) !== unpaid) return err('not_found');
      const { charge, payment } = next;
      return ok({
        state: {
          charge: { ...charge, state: 'ChargedBack' },
          payment: { ...payment, state: next.state },
          refunds: stoppedOf(state.refunds),
        },
        write({ tx, tenantId }, { at, transferId }) {
          saveChargedBack(tx, charge, { state: 'ChargedBack', transferId, atMs: at });
          if (given.disputeId !== undefined) saveTaken(tx, tenantId, given.disputeId, { transferId, atMs: at });
          stopRefunds(tx, tenantId, charge.id, at);
          saveState(tx, payment, next.state, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}

/** The same for a charge that was never booked, because its whole amount was to be refunded. */
export function returnedChargebackOf(given: Charge, refunded: Cents): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const { charge, refunds } = state;
      if (charge?.state !== 'Returned' || charge.charged_back_at !== null) return err('not_found');
      if (sumRefunded(refunds) !== refunded) return err('not_found');
      return ok({
        state: { ...state, refunds: stoppedOf(refunds) },
        write({ tx, tenantId }, { at, transferId }) {
          saveChargedBack(tx, charge, { state: 'Returned', transferId, atMs: at });
          if (given.disputeId !== undefined) saveTaken(tx, tenantId, given.disputeId, { transferId, atMs: at });
          stopRefunds(tx, tenantId, charge.id, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}

/**
 * The same for a dispute that was won: the chargeback is over, and refunds that it had stopped are owed again. Those
 * that came back meanwhile follow by a payment of their own (`owedAgain`).
 *
 * @param refunded cents that were refunded when the postings were decided
 */
export function wonOf(given: Charge, refunded: Cents): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const { charge, payment, refunds } = state;
      if (!charge || !payment || charge.charged_back_at === null) return err('not_found');
      // A stopped refund turned out to be made, or one came back.
      if (sumRefunded(refunds) !== refunded) return err('not_found');
      const next = move(GATEWAY_PAYMENT, { state: payment.state, event: 'win', by: 'programme' });
      const to = charge.state === 'ChargedBack' && next.kind === 'changed' ? next.to : payment.state;
      const lost = listLost(refunds);
      const stopped = refunds.filter((one) => one.state === 'Stopped' && !lost.includes(one));
      const owed = refunds.map((one): RefundRow => (stopped.includes(one) ? { ...one, state: owedAs(one) } : one));
      return ok({
        state: {
          charge: { ...charge, state: charge.state === 'ChargedBack' ? 'Booked' : charge.state, charged_back_at: null },
          payment: { ...payment, state: to },
          refunds: owed,
        },
        write({ ctx, tx, tenantId }, { at, transferId }) {
          saveWon(tx, charge);
          const keys = stopped.map(({ key }) => key);
          oweStopped(tx, tenantId, keys, { business: at, security: ctx.clocks.security.now() });
          saveDisputeWon(tx, tenantId, given.disputeId ?? charge.id, { transferId, atMs: at });
          if (to !== payment.state) saveState(tx, payment, to, at);
        },
        details: { charge: charge.id },
      });
    },
  };
}
