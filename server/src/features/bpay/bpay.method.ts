import { bpayCall } from '@wattle/contract/bpay/bpay.ts';
import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { billerSum, dailySum, paymentMethod } from '../payments/public.ts';
import { isReferenceValid } from './billers/biller.domain.ts';
import { findBiller } from './billers/biller.store.ts';
import { bpayPayment } from './bpay-payment.kind.ts';

/** A bill that is paid by BPAY. The biller code replaces a BSB. */
export const bpayMethod = paymentMethod({
  name: 'bpay',
  operation: bpayCall.operation,
  kind: bpayPayment,
  payeeType: PAYMENT_METHODS.bpay.payeeType,
  fields: bpayCall.fields,
  scheduledAs: 'bpayPayments',
  onAnyDay: false,
  countedOn: ({ bsb }, day) => [dailySum(day), billerSum(bsb ?? '', day)],
  async refuseNumber(tx, { bsb, number }) {
    const biller = await findBiller(tx, bsb);
    return biller && !isReferenceValid(biller, number) ? 'bpay_reference_invalid' : undefined;
  },
  bank: {
    by: 'file',
    format: 'bpay',
    fileName: 'bpay',
    cutOff: 'bpay',
    account: 'bpay',
    // A bill counts as paid on its value date.
    arrivesAfter: 0,
    receiptWords: 'row.biller',
  },
});
