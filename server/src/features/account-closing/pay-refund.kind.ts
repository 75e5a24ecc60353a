import { err, ok } from '@wattle/contract/errors.ts';
import { TRANSFER_CODE } from '../../ledger/ledger.ts';
import { openLedger } from '../../ledger/open-ledger.ts';
import { type BankingCalendar, valueDate } from '../../platform/time/banking-days/banking-days.domain.ts';
import { readBankingCalendar } from '../../platform/time/banking-days/holiday.store.ts';
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
  readonly calendar: BankingCalendar;
  readonly cutOff: string;
  readonly gateway: bigint;
  readonly onItsWay: bigint;
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

  async read({ input }, within) {
    const { ctx, tx, tenantId } = within;
    const failed = await findFailedRefund(tx, tenantId, input.refund);
    return {
      failed,
      destination: failed && (await findDestination(within, failed.brandId, input)),
      calendar: await readBankingCalendar(tx),
      cutOff: ctx.config.cutOffs.external,
      gateway: await ledger.settlementAccount(tx, tenantId, 'gateway'),
      onItsWay: await ledger.settlementAccount(tx, tenantId, 'directEntry'),
      remitter: bankSenderOf(ctx, tenantId)?.userName ?? '',
    };
  },

  decide({ input, facts, now, today }) {
    const { failed, destination, calendar, cutOff, gateway, onItsWay, remitter } = facts;
    if (!failed || !destination) return err('not_found', 'refund');
    const refused = refuseDestination(destination, { bsb: 'bsb', name: 'name' });
    if (refused) return refused;
    const { bsb, to: accountNumber, name } = input;
    const { amount } = failed.refund;
    return ok({
      from: { ledgerAccountId: gateway },
      to: { ledgerAccountId: onItsWay },
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
          purpose: null,
          paidOn: today,
          valueDate: valueDate(calendar, cutOff, now),
        }),
      answer: ({ number }) => ({ receiptNumber: number, amount: toDollars(amount).toFixed(2) }),
    });
  },
});
