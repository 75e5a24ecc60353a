import { bpayMethod } from '../features/bpay/public.ts';
import type { PaymentMethod } from '../features/payments/public.ts';
import { returnMethod } from '../features/returns/public.ts';
import { externalMethod, internalMethod } from '../features/transfers/public.ts';
import type { Route } from '../http/handle.ts';

/** How people pay. A feature adds its method here; everything that differs between methods is looked up in it. */
export const paymentMethods: readonly PaymentMethod<Route>[] = [
  internalMethod,
  externalMethod,
  bpayMethod,
  returnMethod,
];
