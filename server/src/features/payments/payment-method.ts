import type { AnyKind } from './kind.ts';
import type { MethodTraits } from './method-traits.ts';

/** A way in which a person pays, declared once by the feature that owns it: `<name>.method.ts`. */
export type PaymentMethod = MethodTraits & { readonly kind: AnyKind };

/** All of them. The composition root lists them, and handlers find them in their context. */
export type PaymentMethods = readonly PaymentMethod[];

/** Declares a payment method. The types of its kind are of interest to the kind alone. */
export function paymentMethod<Kind>(method: MethodTraits & { readonly kind: Kind }): PaymentMethod {
  return method as unknown as PaymentMethod;
}
