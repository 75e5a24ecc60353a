import { bpayCall } from '../bpay/bpay.ts';
import type { PaymentMethod } from '../rules/payment-methods.ts';
import { externalCall } from './external.ts';
import { internalCall } from './internal.ts';
import { payIdCall } from './pay-id.ts';

/** The call of each payment method. TypeScript refuses a method of the list that has none. */
export const METHOD_CALLS = {
  internal: internalCall,
  external: externalCall,
  bpay: bpayCall,
  payId: payIdCall,
} as const satisfies Readonly<Record<PaymentMethod, unknown>>;
