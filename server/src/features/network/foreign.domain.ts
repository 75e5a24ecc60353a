import type { ShopAmount as SentShopAmount } from '@wattle/contract/network/message.ts';
import type { ShopAmount } from '@wattle/contract/transactions/transaction.ts';

/** Cents that the network bills are of this currency. */
const BILLED_CURRENCY = 'AUD';

type Sent = {
  readonly shopAmount?: SentShopAmount | undefined;
  readonly merchant: { readonly country?: string | undefined };
};

/** Amount in the shop's currency, where that is not the billed one. */
export function shopAmountOf({ shopAmount }: Sent): ShopAmount | null {
  if (shopAmount === undefined || shopAmount.currency === BILLED_CURRENCY) return null;
  const { amount, currency, exponent, rate } = shopAmount;
  return { Amount: amount, Currency: currency, Exponent: exponent, Rate: rate };
}

/** Facts that decide about the fee of a card's product. */
export type FeeRule = { readonly foreign_fee_points: number; readonly home_country: string };

/**
 * Basis points of the fee; null: not a foreign purchase. One is in another currency, or at a shop abroad that bills in
 * Australian dollars.
 */
export function feePointsOf(message: Sent, rule: FeeRule): number | null {
  const isForeign = shopAmountOf(message) !== null || message.merchant.country !== rule.home_country;
  return isForeign ? rule.foreign_fee_points : null;
}
