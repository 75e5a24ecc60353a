import { money } from '@wattle/contract/rules/amounts.ts';
import { toDollars } from '../../platform/money.ts';
import { productTexts } from '../../platform/text/texts.ts';
import type { AlertSubscriber, AlertedPosting, AlertedPurchase } from './alert.store.ts';

// Amounts, the merchant and the card's last four digits: no balance, no number, no link.

const amountOf = (cents: bigint, { language }: AlertSubscriber) => money(toDollars(cents), language, 'never');

export function purchaseParams(subscriber: AlertSubscriber, purchase: AlertedPurchase) {
  const reason = productTexts(subscriber.language, 'transactions')[`declined.${purchase.decline_reason ?? 'other'}`];
  return {
    amount: amountOf(purchase.amount, subscriber),
    merchant: purchase.merchant_name,
    ending: purchase.last4,
    reason: reason ?? '',
  };
}

export function postingParams(subscriber: AlertSubscriber, posting: AlertedPosting) {
  return { amount: amountOf(posting.amount, subscriber) };
}

export function lowBalanceParams(subscriber: AlertSubscriber) {
  return { amount: amountOf(subscriber.low_balance_below ?? 0n, subscriber) };
}
