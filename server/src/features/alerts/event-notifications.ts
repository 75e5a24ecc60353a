import { METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { NotificationKind } from '@wattle/contract/notifications/notifications.ts';
import type { NewNotification } from '../notifications/public.ts';
import type { AlertedPosting, AlertedPurchase } from './alert.store.ts';

type EventNotification = Omit<NewNotification, 'webAccountId'>;

/** Notification of a purchase or decline. It does not depend on the alerts that are on. */
export function purchaseNotification(purchase: AlertedPurchase, accountNumber: string): EventNotification {
  return {
    kind: purchase.is_declined ? 'declined' : 'purchase',
    cause: `authorisation:${purchase.id}`,
    params: {
      name: purchase.merchant_name,
      cents: -purchase.amount,
      category: purchase.category,
      channel: purchase.channel,
      declineReason: purchase.is_declined ? (purchase.decline_reason ?? 'other') : null,
      transactionId: purchase.public_id,
      accountNumber,
      words: inEachLanguage(() => ({ ending: purchase.last4 })),
    },
    at: Date.parse(purchase.at),
  };
}

const KIND_OF_POSTING: Readonly<Record<string, NotificationKind>> = {
  transferIn: 'moneyIn',
  pay: 'moneyIn',
  topUp: 'topUp',
  refund: 'refund',
  ...Object.fromEntries(METHOD_TRANSACTION_KINDS.map((kind) => [kind, 'moneyOut' as const])),
};

/** Ledger accounts of payments on their way to a bank. Money from one of them is a returned payment. */
const BANK_ACCOUNTS: ReadonlySet<string> = new Set(['directEntry', 'bpay']);

/**
 * Notification of a payment, top-up or refund. A purchase was listed when it was authorised, and fees and interest are
 * in the transactions. Undefined for those. The return of a payment has a separate notice, with its reason.
 */
export function postingNotification(posting: AlertedPosting, accountNumber: string): EventNotification | undefined {
  const kind = KIND_OF_POSTING[posting.kind];
  if (kind === undefined || (kind === 'moneyIn' && BANK_ACCOUNTS.has(posting.source ?? ''))) return undefined;
  return {
    kind,
    cause: `posting:${posting.account}/${posting.seq}`,
    params: {
      name: posting.name,
      cents: posting.amount,
      category: posting.category,
      transactionId: posting.public_id,
      accountNumber,
    },
    at: Date.parse(posting.at),
  };
}
