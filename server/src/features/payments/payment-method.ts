import type { AnyKind } from './kind.ts';
import type { MethodTraits } from './method-traits.ts';

/** Way in which a person pays, declared by its feature in `<name>.method.ts`. */
export type PaymentMethod<LookUp = unknown> = MethodTraits & {
  readonly kind: AnyKind;
  /** Route that says whom a number of its own kind belongs to. The composition root binds it. */
  readonly lookUp?: LookUp;
};

/** All payment methods, listed in the composition root and provided by the context. */
export type PaymentMethods = readonly PaymentMethod[];

/** Declares a payment method. Only its kind knows the types of its kind. */
export function paymentMethod<Kind, LookUp = never>(
  method: Omit<PaymentMethod<LookUp>, 'kind'> & { readonly kind: Kind },
): PaymentMethod<LookUp> {
  return method as unknown as PaymentMethod<LookUp>;
}
