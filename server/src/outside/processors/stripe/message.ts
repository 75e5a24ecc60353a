import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import type { Connection } from '../port.ts';
import type { ProofResult, PurchaseMessage, ThreeDs } from '../purchase-message.ts';
import { instantOf, merchantOf, openWords, shopAmountOf, type Words } from '../reading.ts';
import type { StripeAuthorization, StripePart, StripeTransaction } from './objects.ts';

const METHODS: Readonly<Record<string, Channel>> = {
  chip: 'chip',
  contactless: 'contactless',
  keyed_in: 'manual',
  online: 'online',
  swipe: 'magstripe',
};
const PRESENCES: Readonly<Record<string, Channel>> = { present: 'chip', not_present: 'online' };
const CHECKS: Readonly<Record<string, ProofResult>> = {
  match: 'match',
  mismatch: 'mismatch',
  not_provided: 'absent',
};
/** `required`: the bank asked for it, and it has not taken place. */
const THREE_DS: Readonly<Record<string, ThreeDs>> = {
  authenticated: 'authenticated',
  attempt_acknowledged: 'attempted',
  failed: 'failed',
  required: 'none',
};
const WALLETS: Readonly<Record<string, 'apple' | 'google' | 'samsung'>> = {
  apple_pay: 'apple',
  google_pay: 'google',
  samsung_pay: 'samsung',
};
/** ATMs. Stripe has no separate channel for them. */
const ATM_MCC = '6011';

/** How a message is known: its reference, that of the purchase that it belongs to, and Unix seconds. */
type Known = { readonly reference: string; readonly original?: string | undefined; readonly created: number };

/** One request of an authorisation: the pending one, or one of its history. */
export function requestMessage(
  sent: StripeAuthorization,
  part: StripePart & { readonly is_amount_controllable?: boolean | null | undefined },
  { reference, original, created }: Known,
  connection: Connection,
): PurchaseMessage {
  const words = openWords();
  const { verification_data: checks } = sent;
  return {
    reference,
    original,
    card: { connection: connection.id, id: sent.card },
    ...amountsOf(part, sent.merchant_data?.category_code === ATM_MCC),
    channel: channelOf(sent, words),
    merchant: merchantSent(sent),
    at: instantOf(created),
    proofs: {
      // Stripe compares PINs, and says nothing about them.
      pin: 'notChecked',
      cvv2: words.of('verification_data.cvc_check', checks?.cvc_check, CHECKS) ?? 'notChecked',
      expiry: words.of('verification_data.expiry_check', checks?.expiry_check, CHECKS) ?? 'notChecked',
    },
    threeDs: words.of('verification_data.three_d_secure.result', checks?.three_d_secure?.result, THREE_DS) ?? 'none',
    wallet: walletOf(sent, words),
    takesPart: part.is_amount_controllable ?? undefined,
    risk: part.network_risk_score ?? undefined,
    unknown: words.unknown(),
  };
}

/** A capture or a refund. */
export function transactionMessage(
  sent: StripeTransaction,
  { reference, original, created }: Known,
  connection: Connection,
): PurchaseMessage {
  const words = openWords();
  const isAtm = sent.merchant_data?.category_code === ATM_MCC;
  return {
    reference,
    original,
    card: { connection: connection.id, id: sent.card },
    ...amountsOf(sent, isAtm),
    // A transaction does not say how the card was read. Where the purchase is known, its channel is.
    channel: isAtm ? 'atm' : 'online',
    merchant: merchantSent(sent),
    at: instantOf(created),
    wallet: walletOf(sent, words),
    unknown: words.unknown(),
  };
}

type Amounts = Pick<PurchaseMessage, 'amount' | 'cashAmount' | 'acquirerFee' | 'shopAmount'>;

/** Signs are not relied on: what an amount means follows from the kind of its object. */
function amountsOf(part: Omit<StripePart, 'network_risk_score'>, isAtm: boolean): Amounts {
  const amount = Math.abs(part.amount);
  const fee = part.amount_details?.atm_fee || undefined;
  const cash = part.amount_details?.cashback_amount || (isAtm ? amount - (fee ?? 0) : 0);
  return {
    amount,
    cashAmount: cash > 0 ? Math.min(cash, amount) : undefined,
    acquirerFee: fee,
    shopAmount: shopAmountOf({
      billed: { amount, currency: part.currency.toUpperCase() },
      shop: { amount: Math.abs(part.merchant_amount), currency: part.merchant_currency.toUpperCase() },
    }),
  };
}

function channelOf({ authorization_method, card_presence, merchant_data }: StripeAuthorization, words: Words): Channel {
  const channel = words.of('authorization_method', authorization_method, METHODS);
  if (merchant_data?.category_code === ATM_MCC) return 'atm';
  return channel ?? words.of('card_presence', card_presence, PRESENCES) ?? 'online';
}

function merchantSent({ merchant_data: sent }: Pick<StripeAuthorization, 'merchant_data'>) {
  return merchantOf({
    name: sent?.name,
    city: sent?.city,
    country: sent?.country,
    acceptorId: sent?.network_id,
    mcc: sent?.category_code,
  });
}

/** A token without a wallet is a shop's, and its device has verified no one. */
function walletOf({ wallet, token }: Pick<StripeAuthorization, 'wallet' | 'token'>, words: Words) {
  const kind = words.of('wallet', wallet, WALLETS);
  return kind && { kind, token: token ?? undefined };
}
