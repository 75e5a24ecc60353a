import type { CardSummary } from '@wattle/contract/cards/card.ts';
import type { PaymentMethod } from '@wattle/contract/rules/payment-methods.ts';
import { bpay } from './bpay/bpay.method.tsx';
import { external } from './external/external.method.tsx';
import { internal } from './internal/internal.method.tsx';
import { payId } from './pay-id/pay-id.method.tsx';
import type { MethodDescriptor } from './payment-method.ts';

/**
 * The payment methods, in the order in which a form offers them. It does not compile while a method of the contract is
 * missing.
 */
const LISTED = { external, payId, internal, bpay } as const satisfies Readonly<Record<PaymentMethod, MethodDescriptor>>;

export const METHODS: readonly MethodDescriptor[] = Object.values(LISTED);

/** Methods by which a card may pay. */
export function methodsOf(card: CardSummary): readonly MethodDescriptor[] {
  const may: Readonly<Record<string, unknown>> = card;
  return METHODS.filter(({ facts }) => may[facts.cardField] === true);
}

/** A method within the brand if there is one, else the first method. */
export function firstMethod(methods: readonly MethodDescriptor[] = METHODS): MethodDescriptor {
  return methods.find(({ facts }) => !facts.leavesProgramme) ?? methods[0] ?? internal;
}

/** The method of this name; the first method if none was chosen. */
export function methodOf(name: string | undefined): MethodDescriptor {
  return METHODS.find((each) => each.name === name) ?? firstMethod();
}
