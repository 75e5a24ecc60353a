import { err, ok } from '@wattle/contract/errors.ts';
import type { AppContext } from '../../compose/context.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import type { Cents } from '../../platform/money.ts';
import { type Effect, paymentKind, type PaymentTransaction } from '../payments/public.ts';
import { type ChargeState, chargeLock, readCharge, returnedChargebackOf, sumRefunded } from './booking.ts';
import type { Charge } from './purpose.ts';
import { findRefund, listRefunds, type RefundAttempt, type RefundRow, saveRefundPaid } from './refund.store.ts';
import { findCharge } from './charge.store.ts';

const ledger = openLedger();

type Books = { readonly gateway: bigint; readonly losses: bigint };

async function readBooks({ tx, tenantId }: PaymentTransaction): Promise<Books> {
  return {
    gateway: await ledger.settlementAccount(tx, tenantId, 'gateway'),
    losses: await ledger.settlementAccount(tx, tenantId, 'losses'),
  };
}

const lossOf = ({ gateway, losses }: Books, amount: Cents) => ({
  from: { ledgerAccountId: losses },
  to: { ledgerAccountId: gateway },
  amount,
  code: TRANSFER_CODE.adjustment,
  answer: () => ({}),
});

/**
 * Books the chargeback of a charge that was never booked. Earlier refunds are a loss until the chargeback is contested.
 * Without refunds, the gateway has only reversed its charge.
 */
export const returnedChargeback = paymentKind<Charge, Books & { readonly refunded: Cents }, object, 'not_found'>({
  name: 'gateway.returned_charged_back',
  isMoneyOut: false,
  async read({ input }, within) {
    const refunds = await listRefunds(within.tx, within.tenantId, input.chargeId);
    return { ...(await readBooks(within)), refunded: sumRefunded(refunds) };
  },
  decide: ({ input, facts }) =>
    ok({ ...lossOf(facts, facts.refunded), effects: [returnedChargebackOf(input, facts.refunded)] }),
});

type LateRefund = Pick<RefundRow, 'key' | 'attempt' | 'amount'> & Pick<Charge, 'chargeId' | 'paymentId'>;

/** Books a refund that the gateway has made though it was stopped. The chargeback took the same cents, so they are lost. */
const lateRefund = paymentKind<LateRefund, Books, object, 'not_found'>({
  name: 'gateway.refunded_after_chargeback',
  isMoneyOut: false,
  read: (_, within) => readBooks(within),
  decide: ({ input, facts }) => ok({ ...lossOf(facts, input.amount), effects: [lateRefundOf(input)] }),
});

function lateRefundOf(given: LateRefund): Effect<'not_found', ChargeState> {
  return {
    lock: chargeLock(given.chargeId),
    read: (within) => readCharge(given, within),
    decide(state) {
      const refund = state.refunds.find(({ key }) => key === given.key);
      if (refund?.state !== 'Stopped' || refund.attempt !== given.attempt) return err('not_found');
      const refunds = state.refunds.map((one) => (one === refund ? { ...one, state: 'Done' as const } : one));
      return ok({
        state: { ...state, refunds },
        write: ({ tx }, { at, transferId }) => saveRefundPaid(tx, refund, { state: 'Done', transferId, atMs: at }),
        details: { charge: given.chargeId },
      });
    },
  };
}

/** Books a refund that was made, where it had been stopped. Elsewhere nothing happens. */
export async function bookLateRefund(ctx: AppContext, { tenant_id: tenantId, key, attempt }: RefundAttempt) {
  const found = await ctx.database.read(tenantId, async (tx) => {
    const refund = await findRefund(tx, tenantId, key);
    const charge = refund?.state === 'Stopped' ? await findCharge(tx, tenantId, refund.charge_id) : undefined;
    return refund && charge && { refund, charge };
  });
  if (!found) return;
  const { amount, charge_id: chargeId } = found.refund;
  await ctx.payments.submit({
    tenantId,
    kind: lateRefund,
    key: `late-refund:${key}:${attempt}`,
    actor: 'gateway',
    input: { key, attempt, amount, chargeId, paymentId: found.charge.payment_id },
    isRetryable: true,
  });
}
