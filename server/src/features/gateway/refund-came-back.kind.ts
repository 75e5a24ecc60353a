import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type Effect, paymentKind, type PaymentTransaction } from '../payments/public.ts';
import { type ChargeState, chargeLock, readCharge } from './booking.ts';
import { findCharge } from './charge.store.ts';
import { backKeyOf, findRefund, type RefundRow, saveBackAtGateway, saveCameBack } from './refund.store.ts';
import type { Charge } from './purpose.ts';

const ledger = openLedger();

type CameBack = Pick<RefundRow, 'key' | 'attempt'> & Pick<Charge, 'chargeId' | 'paymentId'>;

export type BackFacts = {
  readonly refund: RefundRow | undefined;
  readonly isChargedBack: boolean;
  readonly gateway: bigint;
  readonly suspense: bigint;
  readonly losses: bigint;
};

export async function readFacts(
  { key, chargeId }: Pick<CameBack, 'key' | 'chargeId'>,
  { tx, tenantId }: PaymentTransaction,
): Promise<BackFacts> {
  const charge = await findCharge(tx, tenantId, chargeId);
  return {
    refund: await findRefund(tx, tenantId, key),
    isChargedBack: charge !== undefined && charge.charged_back_at !== null,
    gateway: await ledger.settlementAccount(tx, tenantId, 'gateway'),
    suspense: await ledger.settlementAccount(tx, tenantId, 'suspense'),
    losses: await ledger.settlementAccount(tx, tenantId, 'losses'),
  };
}

/**
 * Takes in a refund that failed after the gateway had made it: Done becomes CameBack. Its cents are at the gateway
 * again and are owed, so they are in suspense until `backAtGateway` follows. A refund of a charge that was never booked
 * has moved nothing, unless a chargeback has booked it as a loss.
 */
export const cameBack = paymentKind<CameBack, BackFacts, object, 'not_found'>({
  name: 'gateway.refund_came_back',
  isMoneyOut: false,
  read: ({ input }, within) => readFacts(input, within),
  decide({ input, facts: { refund, isChargedBack, gateway, suspense } }) {
    if (refund?.state !== 'Done' || refund.attempt !== input.attempt) return err('not_found');
    const amount = refund.transfer_id !== null || isChargedBack ? refund.amount : 0n;
    return ok({
      from: { ledgerAccountId: gateway },
      to: { ledgerAccountId: suspense },
      amount,
      code: TRANSFER_CODE.adjustment,
      effects: [cameBackOf(input, isChargedBack)],
      answer: () => ({}),
    });
  },
});

function cameBackOf(given: CameBack, isChargedBack: boolean): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const refund = state.refunds.find(({ key }) => key === given.key);
      const isSame = state.charge !== undefined && (state.charge.charged_back_at !== null) === isChargedBack;
      if (refund?.state !== 'Done' || refund.attempt !== given.attempt || !isSame) return err('not_found');
      const hasMoved = refund.transfer_id !== null || isChargedBack;
      const refunds = state.refunds.map((one) => (one === refund ? { ...one, state: 'CameBack' as const } : one));
      return ok({
        state: { ...state, refunds },
        write: ({ tx }, { at, transferId }) =>
          saveCameBack(tx, refund, { transferId: hasMoved ? transferId : null, atMs: at }),
        details: { charge: given.chargeId, refund: given.key },
      });
    },
  };
}

/**
 * Moves the cents of a refund that came back to another refund, which is refused already: the desk asks for it
 * again or pays it to a bank account, and a chargeback stops it. If the charge has been charged back, it is stopped from
 * the start, and the cents make up for the loss.
 */
export const backAtGateway = paymentKind<CameBack, BackFacts, object, 'not_found'>({
  name: 'gateway.refund_back_at_gateway',
  isMoneyOut: false,
  read: ({ input }, within) => readFacts(input, within),
  decide({ input, facts: { refund, isChargedBack, gateway, suspense, losses } }) {
    if (refund?.state !== 'CameBack') return err('not_found');
    return ok({
      from: { ledgerAccountId: suspense },
      to: { ledgerAccountId: isChargedBack ? losses : gateway },
      amount: refund.came_back_transfer_id === null ? 0n : refund.amount,
      code: TRANSFER_CODE.adjustment,
      effects: [backAtGatewayOf(input, isChargedBack)],
      answer: () => ({}),
    });
  },
});

function backAtGatewayOf(given: CameBack, isChargedBack: boolean): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const refund = state.refunds.find(({ key }) => key === given.key);
      const isSame = state.charge !== undefined && (state.charge.charged_back_at !== null) === isChargedBack;
      if (refund?.state !== 'CameBack' || !isSame) return err('not_found');
      const details = { charge: given.chargeId, refund: given.key };
      const renewed: RefundRow = {
        ...refund,
        key: backKeyOf(refund.key),
        state: isChargedBack ? 'Stopped' : 'Failed',
        attempt: 1,
        first_sent_at: null,
        transfer_id: isChargedBack ? null : refund.transfer_id,
        paid_transfer_id: null,
        came_back_transfer_id: null,
        decided_at: null,
      };
      return ok({
        state: { ...state, refunds: [...state.refunds, renewed] },
        write: ({ ctx, tx }, { at, transferId }) =>
          saveBackAtGateway(tx, renewed, {
            transferId: isChargedBack || refund.came_back_transfer_id === null ? null : transferId,
            atMs: at,
            nowMs: ctx.clocks.security.now(),
          }),
        details,
      });
    },
  };
}
