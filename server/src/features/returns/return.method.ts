import { returnFund } from '@wattle/contract/returns/returns.ts';
import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { paymentMethod } from '../payments/public.ts';
import { returnFunds } from './return-funds.kind.ts';

/** Return of all funds of a card to a bank account. It is scheduled only when held, and leaves as `external`. */
export const returnMethod = paymentMethod({
  name: 'return',
  operation: returnFund,
  kind: returnFunds,
  payeeType: PAYMENT_METHODS.external.payeeType,
  fields: {
    payeeName: 'DestinationAccountName',
    bsb: 'DestinationBsb',
    number: 'DestinationAccountNumber',
    purpose: null,
    description: null,
    recipientDescription: null,
  },
  scheduledAs: 'transferPayments',
  onAnyDay: false,
  leavesAs: 'external',
  countedOn: () => [],
});
