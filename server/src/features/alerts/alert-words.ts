import { money } from '@wattle/contract/rules/amounts.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/texts.ts';
import type { Listener, ToldPosting, ToldPurchase } from './alert.store.ts';

// Amounts, the merchant and the card's last four digits: no balance, no number, no link.

const amountOf = (cents: bigint, { language }: Listener) => money(toDollars(cents), language, 'never');

export function purchaseParams(listener: Listener, purchase: ToldPurchase) {
  const reason = productTexts(listener.language, 'transactions')[`declined.${purchase.decline_reason ?? 'other'}`];
  return {
    amount: amountOf(purchase.amount, listener),
    merchant: purchase.merchant_name,
    ending: purchase.last4,
    reason: reason ?? '',
  };
}

export function postingParams(listener: Listener, posting: ToldPosting) {
  return { amount: amountOf(posting.amount, listener) };
}

export function lowBalanceParams(listener: Listener) {
  return { amount: amountOf(listener.low_balance_below ?? 0n, listener) };
}
