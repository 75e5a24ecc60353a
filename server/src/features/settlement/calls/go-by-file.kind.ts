import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../../ledger/ledger.ts';
import { methodNamed, paymentKind } from '../../payments/public.ts';
import { movingPayment } from '../answers/moving-payment.ts';
import { findPaidOut, type PaidOut } from '../answers/payment.store.ts';
import { saveByFile } from './payment-call.store.ts';

type Facts = {
  readonly paid: PaidOut | undefined;
  /** False: its method has no files. */
  readonly hasFiles: boolean;
};

/**
 * Sends a payment by the next file after the network has refused its call: the same payment with its receipt, proof and
 * counts, and another day of arrival. Its money moves from the account of calls to that of files.
 */
export const goByFile = paymentKind<{ readonly transferId: string }, Facts, { readonly account: string }, 'not_found'>({
  name: 'settlement.goByFile',
  isMoneyOut: false,
  // The bank's part is that of direct entry. A method without files is refused.
  leavesAs: 'external',

  async read({ input }, { ctx, tx, tenantId }) {
    const paid = await findPaidOut(tx, ctx.secrets, tenantId, BigInt(input.transferId));
    const method = paid && methodNamed(ctx.paymentMethods, paid.method);
    return { paid, hasFiles: method?.name === 'external' && method.bank?.by === 'file' };
  },

  decide({ facts: { paid, hasFiles }, atBank: { settlement, instant, valueDate } }) {
    if (!paid || !hasFiles || !instant) return err('not_found');
    return ok({
      from: instant,
      to: settlement,
      amount: paid.amount,
      code: TRANSFER_CODE.settlement,
      effects: [movingPayment(paid.transfer_id, { event: 'goByFile', by: 'bank' })],
      writes: ({ tx, tenantId }) => saveByFile(tx, tenantId, paid.transfer_id, valueDate),
      answer: () => ({ account: String(paid.member_account_id) }),
    });
  },
});
