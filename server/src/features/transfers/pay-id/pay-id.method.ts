import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { payIdCall } from '@wattle/contract/transfers/pay-id.ts';
import { categorySum, dailySum, paymentMethod } from '../../payments/public.ts';
import { findPayIdRoute } from './find-pay-id.route.ts';
import { payIdTransfer } from './pay-id-transfer.kind.ts';
import { resolveAgain } from './resolve-again.ts';

/** A payment to a PayID: by a call, and never by file. */
export const payIdMethod = paymentMethod({
  name: 'payId',
  operation: payIdCall.operation,
  kind: payIdTransfer,
  payeeType: PAYMENT_METHODS.payId.payeeType,
  fields: payIdCall.fields,
  scheduledAs: 'transferPayments',
  onAnyDay: true,
  countedOn: ({ purpose }, day) => [dailySum(day), ...(purpose === null ? [] : [categorySum(purpose, day)])],
  lookUp: findPayIdRoute,
  bank: {
    by: 'call',
    callsOf: (outside, tenantId) => outside.instant(tenantId),
    payeeOf: resolveAgain,
    account: 'instant',
    receiptWords: 'receipt.payId',
  },
});
