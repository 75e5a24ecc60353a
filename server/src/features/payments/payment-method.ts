import type { Route } from '../../http/handle.ts';
import type { AnyKind } from './kind.ts';
import type { MethodTraits } from './method-traits.ts';

/** Way in which a person pays, declared by its feature in `<name>.method.ts`. */
export type PaymentMethod = MethodTraits & {
  readonly kind: AnyKind;
  /** The call that says whom a number of its own kind belongs to. */
  readonly lookUp?: Route;
};

/** All payment methods, listed in the composition root and provided by the context. */
export type PaymentMethods = readonly PaymentMethod[];

/** Declares a payment method. Only its kind knows the types of its kind. */
export function paymentMethod<Kind>(method: Omit<PaymentMethod, 'kind'> & { readonly kind: Kind }): PaymentMethod {
  return method as unknown as PaymentMethod;
}
