import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { toDollars } from '../../platform/money.ts';
import { findFailedRefund, type FailedRefund, payingRefund } from '../gateway/public.ts';
import { paymentKind } from '../payments/public.ts';
import { bankSenderOf } from '../programme/public.ts';
import { keepPaymentOut } from '../settlement/public.ts';
import { type Destination, findDestination, refuseDestination } from '../transfers/public.ts';

export type PayRefund = {
  readonly refund: string;
  readonly bsb: string;
  readonly to: string;
  readonly name: string;
};

type Facts = {
  readonly failed: FailedRefund | undefined;
  readonly destination: Destination | undefined;
  readonly gateway: bigint;
  /** Name of the programme for the other bank. */
  readonly remitter: string;
};
type Answer = { readonly receiptNumber: string; readonly amount: string };
type Refused = 'not_found' | 'required_field' | 'bsb_closed' | 'bsb_lookup_away' | 'payee_blocked';

const ledger = openLedger();

/**
 * Pays a refund that the gateway has refused permanently to a bank account. The gateway keeps the cents of the charge,
 * so they leave its account.
 */
export const payRefund = paymentKind<PayRefund, Facts, Answer, Refused>({
  name: 'desk.payRefund',
  isMoneyOut: false,
  leavesAs: 'external',

  async read({ input }, within) {
    const { ctx, tx, tenantId } = within;
    const failed = await findFailedRefund(tx, tenantId, input.refund);
    return {
      failed,
      destination: failed && (await findDestination(within, failed.brandId, input)),
      gateway: await ledger.settlementAccount(tx, tenantId, 'gateway'),
      remitter: bankSenderOf(ctx, tenantId)?.userName ?? '',
    };
  },

  decide({ input, facts: { failed, destination, gateway, remitter }, atBank, today }) {
    if (!failed || !destination) return err('not_found', 'refund');
    const refused = refuseDestination(destination, { bsb: 'bsb', name: 'name' });
    if (refused) return refused;
    const { bsb, to: accountNumber, name } = input;
    const { amount } = failed.refund;
    return ok({
      from: { ledgerAccountId: gateway },
      to: atBank.settlement,
      amount,
      code: TRANSFER_CODE.transferOut,
      effects: [payingRefund(failed)],
      writes: (writing, { transferId }) =>
        keepPaymentOut(writing, {
          transferId,
          memberAccountId: null,
          method: 'external',
          bsb,
          accountNumber,
          name,
          amount,
          remitter,
          reference: 'Refund',
          paidOn: today,
          valueDate: atBank.valueDate,
        }),
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
