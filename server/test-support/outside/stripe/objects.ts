import balance from './published/balance.json' with { type: 'json' };
import balanceTransaction from './published/balance-transaction.json' with { type: 'json' };
import charge from './published/charge.json' with { type: 'json' };
import session from './published/checkout-session.json' with { type: 'json' };
import customer from './published/customer.json' with { type: 'json' };
import dispute from './published/dispute.json' with { type: 'json' };
import event from './published/event.json' with { type: 'json' };
import intent from './published/payment-intent.json' with { type: 'json' };
import method from './published/payment-method.json' with { type: 'json' };
import payout from './published/payout.json' with { type: 'json' };
import warning from './published/radar-early-fraud-warning.json' with { type: 'json' };
import refund from './published/refund.json' with { type: 'json' };

/** Objects as Stripe publishes them. */
export const PUBLISHED = {
  balance,
  balance_transaction: balanceTransaction,
  charge,
  'checkout.session': session,
  customer,
  dispute,
  event,
  payment_intent: intent,
  payment_method: method,
  payout,
  'radar.early_fraud_warning': warning,
  refund,
} as const;

export type Made = { readonly id: string } & Record<string, unknown>;

/** A published object with other values. A field that is not published is a fault of the test. */
export function like(kind: keyof typeof PUBLISHED, own: Made): Made {
  const strange = Object.keys(own).filter((name) => !(name in PUBLISHED[kind]));
  if (strange.length > 0) throw new Error(`${kind} has no ${strange.join(', ')}`);
  return { ...PUBLISHED[kind], ...own };
}

export type StripeCard = {
  readonly number: string;
  readonly funding: string;
  readonly country: string;
  readonly brand: string;
  readonly does: 'pays' | 'declines' | 'failsProof' | 'isPending';
};

const VISA = { funding: 'credit', country: 'AU', brand: 'visa', does: 'pays' } as const;

/** Cards of a test. */
export const STRIPE_CARDS = {
  approves: { ...VISA, number: '4111111111111111' },
  declines: { ...VISA, number: '4000000000000002', does: 'declines' },
  isPrepaid: { ...VISA, number: '5105105105105100', funding: 'prepaid', brand: 'mastercard' },
  isDebit: { ...VISA, number: '4000000000000077', funding: 'debit', brand: 'eftpos_au' },
  failsProof: { ...VISA, number: '4000000000000028', does: 'failsProof' },
  isUnknown: { ...VISA, number: '4000000000009235', does: 'isPending' },
} as const satisfies Readonly<Record<string, StripeCard>>;

export function cardOf({ number, funding, country, brand }: StripeCard) {
  const known = { brand, country, funding, exp_month: 12, exp_year: 2028, last4: number.slice(-4) };
  return {
    ...PUBLISHED.charge.payment_method_details.card,
    ...known,
    fingerprint: `fp_${number.slice(-8)}`,
    wallet: null,
  };
}
