import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { freshWhen } from '../proof.ts';
import { LANGUAGES } from '../rules/languages.ts';
import { accountNumber, money } from '../wire.ts';
import { savedCardId } from './saved-cards.ts';

/** In floating point 0.29 × 100 is not 29, so the nearest cent is compared. */
const isWholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;

/** The widest range of an amount; the limits of the account are within it. */
export const TOPUP_AMOUNT = { least: 0, most: 10_000 } as const;

/** Amount of a top-up: dollars above 0, up to 10,000, with at most 2 decimals. */
export const topupAmount = z
  .number('nan')
  .check(z.gt(TOPUP_AMOUNT.least, 'gtZero'), z.lte(TOPUP_AMOUNT.most, 'ltLimit'), z.refine(isWholeCents, 'nan'));

/** Opens the page of the payment gateway: Sid and Sst are posted to url, once and within 20 minutes. */
export const openedPayment = z.object({
  /** An address of this server. */
  url: z.string(),
  /** Names the payment in later calls. */
  Sid: z.string(),
  /** Secret. */
  Sst: z.string(),
  /** `frame`: the post may go to a frame. `redirect`: the gateway's page is a page alone, and the browser comes back. */
  Page: z.enum(['frame', 'redirect']),
});

/** Added: the language of the gateway's page, which is that of the page around it. */
export const pageLanguage = z.optional(z.enum(LANGUAGES));

/**
 * Opens a payment by another card that loads an account. Only the gateway's message to the server causes the credit. An
 * earlier payment for the account that is still open is ended first. 20310 where one is paid, or it is not known
 * whether it is; 429 after a burst of declined payments.
 */
export const initiatePayment = operation({
  name: 'initiatePayment',
  method: 'POST',
  path: 'payment/initiate',
  auth: WEB_ACCOUNT,
  proof: freshWhen('the card is saved'),
  ids: { accountNumber: 'account', SavedCardId: 'savedCard', SaveCard: 'anyone' },
  summary: 'Open a payment by another card that loads an account',
  body: z.object({
    accountNumber,
    amount: topupAmount,
    Language: pageLanguage,
    /** Added: a saved card that the page offers first. */
    SavedCardId: z.optional(savedCardId),
    /** Added: keep the card that pays for the next time. Nothing is kept beyond the fifth. */
    SaveCard: z.optional(z.boolean()),
  }),
  response: openedPayment,
  errors: ['invalid_card_details', 'card_problem', 'outside_load_limits', 'payment_on_its_way', 'not_found'],
  errorFields: { outside_load_limits: 'amount', not_found: 'SavedCardId' },
});

/**
 * Where a payment by another card is. `Open`: not paid yet. `Waiting`: someone may have paid, and no one can be charged
 * for the same. `Refunded`: what was charged goes back to its card. `CardRefused`: so it
 * does, because cards of such a kind or country may not pay.
 */
export const PAYMENT_STATES = [
  'Open',
  'Waiting',
  'Paid',
  'Declined',
  'Cancelled',
  'Expired',
  'Refunded',
  'CardRefused',
] as const;

export const paymentState = z.enum(PAYMENT_STATES);

export type PaymentState = z.output<typeof paymentState>;

export const sid = z.string().check(z.regex(/^\d{1,9}\.[0-9a-f-]{36}$/, 'required'));

/** Added: state of a payment by another card. The server asks the gateway if it has heard nothing. */
export const getPaymentState = operation({
  name: 'getPaymentState',
  method: 'POST',
  reads: true,
  path: 'payment/state',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account', Sid: 'gatewayPayment' },
  summary: 'Where a payment by another card is',
  body: z.object({ accountNumber, Sid: sid }),
  response: z.object({
    State: paymentState,
    Amount: money,
    /** Receipt number of the credit; null before it. */
    ReceiptNumber: z.nullable(z.string()),
    /** Available balance of the account now. */
    AvailableAccountBalance: money,
  }),
  errors: ['invalid_card_details', 'not_found'],
});
