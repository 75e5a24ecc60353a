import type { AnyKind, PaymentTransaction, Person } from './kind.ts';
import type { MethodTraits, Rail } from './method-traits.ts';

/** Way in which a person pays, declared by its feature in `<name>.method.ts`. */
export type PaymentMethod<LookUp = unknown> = MethodTraits & {
  readonly kind: AnyKind;
  /** Route that says whom a number of its own kind belongs to. The composition root binds it. */
  readonly lookUp?: LookUp;
  /** Rail of a payment that would be made now; undefined: its payer has no such account. Absent: the method has one. */
  railOf?(within: PaymentTransaction, payment: PlannedDestination): Promise<Rail | undefined>;
};

type PlannedDestination = {
  readonly person: Person;
  /** Number of the paying account. */
  readonly account: string;
  readonly bsb: string;
  readonly number: string;
};

/** All payment methods, listed in the composition root and provided by the context. */
export type PaymentMethods = readonly PaymentMethod[];

/** Declares a payment method. Only its kind knows the types of its kind. */
export function paymentMethod<Kind, LookUp = never>(
  method: Omit<PaymentMethod<LookUp>, 'kind'> & { readonly kind: Kind },
): PaymentMethod<LookUp> {
  return method as unknown as PaymentMethod<LookUp>;
}
