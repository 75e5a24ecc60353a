import * as z from 'zod';
import type {
  CardBrand,
  CardWallet,
  Funding,
  GatewayCharge,
  GatewayDecline,
  GatewayRefundWord,
  GatewayWord,
  PayerCard,
} from '../port.ts';

/** Objects of Stripe, as far as they are used. What may be absent is undefined where it cannot be read. */
export const id = z.string().min(1).max(255);
export const word = z.string().nullish().catch(undefined);
/** An object that is sent whole, by `expand`, or as its id. */
export const idOf = z.union([id, z.object({ id }).transform((object) => object.id)]);

const card = z.object({
  brand: word,
  country: word,
  exp_month: z.int().min(1).max(12).nullish().catch(undefined),
  exp_year: z.int().min(2000).max(2099).nullish().catch(undefined),
  fingerprint: word,
  funding: word,
  last4: word,
  wallet: z.object({ type: z.string() }).nullish().catch(undefined),
});
type Card = z.output<typeof card>;

const details = z
  .object({ card: card.nullish().catch(undefined) })
  .nullish()
  .catch(undefined);

export const charge = z.object({
  id,
  amount: z.int().positive(),
  amount_refunded: z.int().min(0).catch(0),
  balance_transaction: z
    .object({ fee: z.int().min(0), currency: z.string() })
    .nullish()
    .catch(undefined),
  currency: z.string().length(3),
  customer: idOf.nullish().catch(undefined),
  payment_method: idOf.nullish().catch(undefined),
  payment_method_details: details,
  status: z.string(),
});
type Charge = z.output<typeof charge>;

const lastError = z.object({
  charge: idOf.nullish().catch(undefined),
  payment_method: z
    .object({ id, card: card.nullish().catch(undefined) })
    .nullish()
    .catch(undefined),
});

export const intent = z.object({
  id,
  last_payment_error: lastError.nullish().catch(undefined),
  metadata: z.object({ reference: z.string().optional() }).catch({}),
  setup_future_usage: word,
  status: z.string(),
});
type Intent = z.output<typeof intent>;

export const session = z.object({
  id,
  client_reference_id: word,
  expires_at: z.int(),
  payment_intent: z.union([intent, id]).nullish(),
  payment_status: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  url: word,
});
export type Session = z.output<typeof session>;

export const refund = z.object({
  id,
  charge: idOf.nullish(),
  failure_balance_transaction: z.unknown().optional(),
  metadata: z.record(z.string(), z.string()).nullish().catch(undefined),
  status: z.string().nullish(),
});
type Refund = z.output<typeof refund>;

/** A refund that has left the balance and come back to it was done, and has returned. */
export function refundWord({ status, failure_balance_transaction: back }: Refund): GatewayRefundWord {
  if (status === 'succeeded') return 'done';
  if (status !== 'failed' && status !== 'canceled') return 'pending';
  return back ? 'returned' : 'failed';
}

/** The payment intent of a session that was asked for with it; undefined: it has none yet. */
export function intentOf({ payment_intent: found }: Session): Intent | undefined {
  return found === null || typeof found === 'string' ? undefined : found;
}

/**
 * The word for a session with all charges of its intent: one that was declined is a charge too. Undefined: they
 * contradict each other, or it is not known yet.
 */
export function toWord(of: Session, charges: readonly Charge[]): GatewayWord | undefined {
  const found = intentOf(of);
  const declines = declinesOf(found, charges);
  const known = declines.length > 0 ? { declines } : {};
  if (found?.status === 'succeeded') {
    const paid = charges.filter(({ status }) => status === 'succeeded');
    return paid.length === 0 ? undefined : { kind: 'paid', charges: paid.map((one) => toCharge(one, found)), ...known };
  }
  if (found?.status === 'processing' || found?.status === 'requires_capture') return { kind: 'pending' };
  switch (of.status) {
    case 'open':
      return { kind: 'open', ...known };
    case 'complete':
      return of.payment_status === 'paid' ? undefined : { kind: 'closed', ...known };
    case 'expired':
      // The payer is with the bank of the card, and the page has expired meanwhile.
      if (found?.status === 'requires_action' || found?.status === 'requires_confirmation') return { kind: 'pending' };
      return { kind: 'closed', ...known };
  }
}

function declinesOf(of: Intent | undefined, charges: readonly Charge[]): GatewayDecline[] {
  const failed = charges
    .filter(({ status }) => status === 'failed')
    .map((one) => ({ id: one.id, card: toCard(one.payment_method_details?.card, one.id) }));
  const last = of && declineOf(of);
  return last && !failed.some((one) => one.id === last.id) ? [...failed, last] : failed;
}

/** The last attempt of an intent that failed; one that the card's bank did not hear of has no charge. */
export function declineOf({ id: intentId, last_payment_error: last }: Intent): GatewayDecline | undefined {
  if (!last) return undefined;
  const method = last.payment_method;
  const name = last.charge ?? (method ? `${intentId}.${method.id}` : undefined);
  return name === undefined ? undefined : { id: name, card: method?.card ? toCard(method.card, method.id) : undefined };
}

function toCharge(of: Charge, { setup_future_usage: keeps }: Intent): GatewayCharge {
  const { id: name, amount, currency, customer, payment_method: method, balance_transaction: booked } = of;
  const details = of.payment_method_details?.card;
  const [month, year] = [details?.exp_month, details?.exp_year];
  const saved =
    keeps && customer && method && month && year
      ? { token: `${customer}:${method}`, expires: `${year}-${String(month).padStart(2, '0')}` }
      : undefined;
  return {
    id: name,
    amount: BigInt(amount),
    currency: currency.toUpperCase(),
    card: { ...toCard(details, method ?? name), ...(saved && { saved }) },
    ...(booked?.currency === currency && { fee: BigInt(booked.fee) }),
  };
}

const FUNDINGS: Readonly<Record<string, Funding>> = { credit: 'credit', debit: 'debit', prepaid: 'prepaid' };
const BRANDS: Readonly<Record<string, CardBrand>> = {
  amex: 'amex',
  eftpos_au: 'eftpos',
  mastercard: 'mastercard',
  visa: 'visa',
};
const WALLETS: Readonly<Record<string, CardWallet>> = { apple_pay: 'applePay', google_pay: 'googlePay' };

const of = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** @param otherwise names the card where Stripe gives it no fingerprint */
function toCard(found: Card | null | undefined, otherwise: string): PayerCard {
  const { brand, country, funding, wallet } = found ?? {};
  return {
    fingerprint: found?.fingerprint || otherwise,
    ending: /^\d{4}$/.test(found?.last4 ?? '') ? (found?.last4 ?? '') : '0000',
    ...(funding && { funding: of(FUNDINGS, funding) ?? 'unknown' }),
    ...(country && /^[A-Z]{2}$/.test(country) && { country }),
    ...(brand && { brand: of(BRANDS, brand) ?? 'other' }),
    ...(wallet && { wallet: of(WALLETS, wallet.type) ?? 'other' }),
  };
}
