import { METHOD_TRANSACTION_KINDS } from '@wattle/contract/rules/payment-methods.ts';
import { inEachLanguage } from '@wattle/contract/rules/languages.ts';
import type { NotificationKind } from '@wattle/contract/notifications/notifications.ts';
import type { NewNotification } from '../notifications/public.ts';
import type { ToldPosting, ToldPurchase } from './alert.store.ts';

type Listed = Omit<NewNotification, 'webAccountId'>;

/** A purchase or decline at the bell, whatever alerts are on. */
export function bellOfPurchase(purchase: ToldPurchase, accountNumber: string): Listed {
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

/** Ledger accounts of payments on their way to a bank: money from there is a payment that was returned. */
const OUTSIDE: ReadonlySet<string> = new Set(['directEntry', 'bpay']);

/**
 * A payment, top-up or refund at the bell. A purchase was listed when it was authorised, and fees and interest are in
 * the transactions. Undefined for those. The return of a payment is a notice of its own, with its reason.
 */
export function bellOfPosting(posting: ToldPosting, accountNumber: string): Listed | undefined {
  const kind = KIND_OF_POSTING[posting.kind];
  if (kind === undefined || (kind === 'moneyIn' && OUTSIDE.has(posting.source ?? ''))) return undefined;
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
