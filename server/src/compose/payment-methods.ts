import { bpayMethod } from '../features/bpay/bpay.method.ts';
import type { PaymentMethod } from '../features/payments/public.ts';
import { returnMethod } from '../features/returns/return.method.ts';
import { externalMethod } from '../features/transfers/external/external.method.ts';
import { internalMethod } from '../features/transfers/internal/internal.method.ts';
import { payIdMethod } from '../features/transfers/pay-id/pay-id.method.ts';
import type { Route } from '../http/handle.ts';

/** How people pay. A feature adds its method here; everything that differs between methods is looked up in it. */
export const paymentMethods: readonly PaymentMethod<Route>[] = [
  internalMethod,
  externalMethod,
  bpayMethod,
  payIdMethod,
  returnMethod,
];
