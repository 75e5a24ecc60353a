import type { Channel } from '@wattle/contract/transactions/transaction.ts';
import { countryOf } from '../countries.ts';
import type { Connection } from '../port.ts';
import type { PurchaseMessage, ThreeDs } from '../purchase-message.ts';
import { merchantOf, openWords, shopAmountOf, type Words } from '../reading.ts';
import type { LithicAsk, LithicCircumstances, LithicEvent, LithicTransaction } from './objects.ts';

/** Ways to enter a card number. Null: they say nothing about the channel, which then goes by the presence of the card. */
const ENTRIES: Readonly<Record<string, Channel | null>> = {
  AUTO_ENTRY: null,
  BAR_CODE: null,
  CONTACTLESS: 'contactless',
  CREDENTIAL_ON_FILE: 'online',
  ECOMMERCE: 'online',
  ERROR_KEYED: 'manual',
  ERROR_MAGNETIC_STRIPE: 'magstripe',
  ICC: 'chip',
  KEY_ENTERED: 'manual',
  MAGNETIC_STRIPE: 'magstripe',
  MANUAL: 'manual',
  OCR: null,
  SECURE_CARDLESS: 'online',
  UNKNOWN: null,
  UNSPECIFIED: null,
};
/** Null: the number was entered as it says itself. */
const HOLDERS: Readonly<Record<string, Channel | null>> = {
  DEFERRED_BILLING: null,
  ELECTRONIC_ORDER: null,
  INSTALLMENT: null,
  MAIL_ORDER: 'manual',
  NOT_PRESENT: null,
  PREAUTHORIZED: null,
  PRESENT: null,
  REOCCURRING: null,
  TELEPHONE_ORDER: 'manual',
  UNKNOWN: null,
};
const RECURRING: ReadonlySet<string> = new Set(['REOCCURRING', 'INSTALLMENT']);
const PRESENCES: Readonly<Record<string, Channel>> = {
  NOT_PRESENT: 'online',
  PREAUTHORIZED: 'online',
  PRESENT: 'chip',
  UNKNOWN: 'online',
};
const THREE_DS: Readonly<Record<string, ThreeDs>> = {
  ATTEMPTS: 'attempted',
  DECLINE: 'failed',
  NONE: 'none',
  SUCCESS: 'authenticated',
};
/** The published text calls the shift one to the issuer, and `NONE` the merchant's liability. */
const LIABILITIES: Readonly<Record<string, 'shop' | 'issuer'>> = {
  '3DS_AUTHENTICATED': 'issuer',
  NONE: 'shop',
  TOKEN_AUTHENTICATED: 'issuer',
};
/** Null: a token that no device holds, of a shop or of others. It has verified no one. */
const WALLETS: Readonly<Record<string, 'apple' | 'google' | 'samsung' | 'other' | null>> = {
  APPLE_PAY: 'apple',
  GOOGLE_PAY: 'google',
  MASTERPASS: 'other',
  MERCHANT: null,
  OTHER: null,
  SAMSUNG_PAY: 'samsung',
};
const TAKES_PIN: Readonly<Record<string, boolean | null>> = {
  CAPABLE: true,
  INOPERATIVE: false,
  NOT_CAPABLE: false,
  UNSPECIFIED: null,
};
const ATM_MCC = '6011';

type Known = { readonly reference: string; readonly original?: string | undefined };

/** The purchase that Lithic asks about. */
export function askMessage(sent: LithicAsk, known: Known, connection: Connection): PurchaseMessage {
  const { amounts } = sent;
  const held = Math.abs((amounts.hold ?? amounts.cardholder).amount);
  const asked = Math.abs(amounts.cardholder.amount);
  const cash = sent.cash_amount || undefined;
  return {
    ...known,
    card: { connection: connection.id, id: sent.card.token },
    amount: held,
    askedAmount: asked === held ? undefined : asked,
    cashAmount: cash && Math.min(cash, held),
    at: sent.created,
    shopAmount: shopAmountFrom(amounts),
    ...circumstancesOf(sent, sent.transaction_initiator),
  };
}

/** A part of the life of a purchase. Its amount is the event's own. */
export function eventMessage(
  sent: LithicTransaction,
  { amounts, created }: LithicEvent,
  known: Known,
  connection: Connection,
): PurchaseMessage {
  return {
    ...known,
    card: { connection: connection.id, id: sent.card_token },
    amount: Math.abs(amounts.cardholder.amount),
    at: created,
    shopAmount: shopAmountFrom(amounts),
    ...circumstancesOf(sent),
  };
}

function shopAmountFrom({ cardholder, merchant }: LithicEvent['amounts']) {
  if (!merchant) return undefined;
  return shopAmountOf({
    billed: { amount: cardholder.amount, currency: cardholder.currency.toUpperCase() },
    shop: { amount: merchant.amount, currency: merchant.currency.toUpperCase() },
    rate: cardholder.conversion_rate,
  });
}

function circumstancesOf(sent: LithicCircumstances, initiator?: string | null) {
  const words = openWords();
  const { merchant, pos, cardholder_authentication: authentication, acquirer_fee: fee } = sent;
  const entry = pos?.entry_mode;
  words.of('transaction_initiator', initiator, { CARDHOLDER: true, MERCHANT: true, UNKNOWN: true });
  const wallet = words.of('token_info.wallet_type', sent.token_info?.wallet_type, WALLETS);
  return {
    acquirerFee: fee && fee > 0 ? fee : undefined,
    channel: channelOf(sent, words),
    merchant: merchantOf({
      name: merchant?.descriptor,
      city: merchant?.city,
      country: merchant?.country && countryOf(merchant.country),
      acceptorId: merchant?.acceptor_id,
      mcc: merchant?.mcc,
    }),
    // Lithic compares all three, and asks about nothing that did not match.
    proofs: { pin: entry?.pin_entered ? 'match' : 'absent', cvv2: 'notChecked', expiry: 'notChecked' },
    threeDs: words.of('cardholder_authentication.result', authentication?.authentication_result, THREE_DS) ?? 'none',
    liability: words.of('cardholder_authentication.liability', authentication?.liability_shift, LIABILITIES),
    wallet: wallet ? { kind: wallet } : undefined,
    credentialOnFile: entry?.pan === 'CREDENTIAL_ON_FILE' || initiator === 'MERCHANT' || undefined,
    recurring: RECURRING.has(entry?.cardholder ?? '') || undefined,
    takesPin: words.of('pos.terminal.pin_capability', pos?.terminal?.pin_capability, TAKES_PIN) ?? undefined,
    takesPart: pos?.terminal?.partial_approval_capable ?? undefined,
    risk: sent.network_risk_score === null ? undefined : sent.network_risk_score,
    unknown: words.unknown(),
  } satisfies Partial<PurchaseMessage>;
}

function channelOf({ pos, merchant }: LithicCircumstances, words: Words): Channel {
  const entry = pos?.entry_mode;
  const byHolder = words.of('pos.entry_mode.cardholder', entry?.cardholder, HOLDERS);
  const byEntry = words.of('pos.entry_mode.pan', entry?.pan, ENTRIES);
  const byPresence = words.of('pos.entry_mode.card', entry?.card, PRESENCES);
  if (pos?.terminal?.type === 'ATM' || merchant?.mcc === ATM_MCC) return 'atm';
  return byHolder ?? byEntry ?? byPresence ?? 'online';
}
