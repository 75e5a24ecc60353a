import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { openLedger } from '../../../ledger/open-ledger.ts';
import { carrierOf, methodNamed, paymentKind } from '../../payments/public.ts';
import { movingPayment } from '../answers/moving-payment.ts';
import { findPaidOut, type PaidOut, saveSettled } from '../answers/payment.store.ts';
import { statesThatMove } from '../moving.domain.ts';

type Facts = {
  readonly paid: PaidOut | undefined;
  /** Account of the money in flight. */
  readonly onItsWay: bigint;
  readonly bank: bigint;
};

const ledger = openLedger();

/** Settles a payment that the bank has carried out by a call: its money leaves the account of money in flight. */
export const settleCalled = paymentKind<
  { readonly transferId: string },
  Facts,
  { readonly account: string },
  'not_found'
>({
  name: 'settlement.call',
  isMoneyOut: false,

  async read({ input }, { ctx, tx, tenantId }) {
    const paid = await findPaidOut(tx, ctx.secrets, tenantId, BigInt(input.transferId));
    const { account = 'bank' } = (paid && carrierOf(methodNamed(ctx.paymentMethods, paid.method), paid.rail)) ?? {};
    const [onItsWay, bank] = await Promise.all([
      ledger.settlementAccount(tx, tenantId, account),
      ledger.settlementAccount(tx, tenantId, 'bank'),
    ]);
    return { paid, onItsWay, bank };
  },

  decide({ facts: { paid, onItsWay, bank }, now }) {
    if (!paid) return err('not_found');
    return ok({
      from: { ledgerAccountId: onItsWay },
      to: { ledgerAccountId: bank },
      amount: paid.amount,
      code: TRANSFER_CODE.settlement,
      effects: [movingPayment(paid.transfer_id, { event: 'settle', by: 'bank' })],
      writes: ({ tx, tenantId }) => saveSettled(tx, tenantId, paid.transfer_id, statesThatMove('settle', 'bank'), now),
      answer: () => ({ account: String(paid.member_account_id) }),
    });
  },
});
