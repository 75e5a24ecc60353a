import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { externalCall } from '@wattle/contract/transfers/external.ts';
import { categorySum, dailySum, paymentMethod } from '../../payments/public.ts';
import { readExternalRail } from '../reach/read-rail.ts';
import { externalTransfer } from './external-transfer.kind.ts';

/** A transfer to another bank: straight away where that is reached at any hour, else by direct entry. */
export const externalMethod = paymentMethod({
  name: 'external',
  operation: externalCall.operation,
  kind: externalTransfer,
  payeeType: PAYMENT_METHODS.external.payeeType,
  fields: externalCall.fields,
  scheduledAs: 'transferPayments',
  onAnyDay: false,
  // A payout of the programme has no purpose and counts towards no limit.
  countedOn: ({ purpose }, day) => (purpose === null ? [] : [dailySum(day), categorySum(purpose, day)]),
  bank: {
    by: 'file',
    format: 'directEntry',
    fileName: 'de',
    cutOff: 'external',
    account: 'directEntry',
    // The receiving bank credits it by the next morning.
    arrivesAfter: 1,
    receiptWords: 'receipt.bankAccount',
  },
  railOf: readExternalRail,
  instant: {
    by: 'call',
    callsOf: (outside, tenantId) => outside.instant(tenantId),
    account: 'instant',
    receiptWords: 'receipt.bankAccount',
  },
});
