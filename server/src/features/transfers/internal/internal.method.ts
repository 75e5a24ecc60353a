import { PAYMENT_METHODS } from '@wattle/contract/rules/payment-methods.ts';
import { internalCall } from '@wattle/contract/transfers/internal.ts';
import { dailySum, paymentMethod } from '../../payments/public.ts';
import { internalTransfer } from './internal-transfer.kind.ts';

/** A transfer to another account of the same brand. */
export const internalMethod = paymentMethod({
  name: 'internal',
  operation: internalCall.operation,
  kind: internalTransfer,
  payeeType: PAYMENT_METHODS.internal.payeeType,
  fields: internalCall.fields,
  scheduledAs: 'transferPayments',
  onAnyDay: true,
  countedOn: (_paid, day) => [dailySum(day)],
});
