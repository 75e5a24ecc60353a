import * as z from 'zod/mini';
import { channel } from '../transactions/transaction.ts';
import { cardNumber, instant } from '../wire.ts';

/** The card network's answers, ISO 8583 field 39. */
export const ANSWER = {
  approved: '00',
  doNotHonour: '05',
  /** For fewer cents than were asked for, `approvedAmount`. */
  partlyApproved: '10',
  noSuchCard: '14',
  lost: '41',
  stolen: '43',
  noFunds: '51',
  expired: '54',
  wrongPin: '55',
  notPermitted: '57',
  overLimit: '61',
  restricted: '62',
  pinTries: '75',
  duplicate: '94',
  error: '96',
} as const;
export type AnswerCode = (typeof ANSWER)[keyof typeof ANSWER];
/** Answers that decline a message. */
export type DeclineCode = Exclude<AnswerCode, typeof ANSWER.approved | typeof ANSWER.partlyApproved>;
export const answerCode = z.enum(Object.values(ANSWER) as [AnswerCode, ...AnswerCode[]]);

/** The network's own reference of one message: a repeat of it gets the stored answer again. */
export const reference = z.string().check(z.regex(/^[A-Za-z0-9-]{6,40}$/, 'required'));

/** Integer cents as digits: the network never sends decimals. Above zero, below 100,000,000.00. */
export const cents = z
  .number()
  .check(z.int('required'), z.minimum(1, 'required'), z.maximum(9_999_999_999, 'required'));

/** The same, or zero for a check of a card. */
export const centsOrNone = z.union([z.literal(0), cents], 'required');

/** An instant that exists, in this century: the network has no older messages. */
export const messageTime = instant.check(
  z.refine((at) => at >= '2000-01-01' && !Number.isNaN(Date.parse(at)), 'required'),
);

/** Only the category is always there: what a processor leaves out stops no message. */
export const merchant = z.object({
  /** Name of the shop, as the network sends it. Absent: it is shown by its number, or as unnamed. */
  name: z.optional(z.string().check(z.minLength(1, 'required'), z.maxLength(80, 'required'))),
  city: z.optional(z.string().check(z.maxLength(40, 'required'))),
  /** ISO 3166-1 alpha-2. Absent counts as abroad. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/, 'required'))),
  /** Its number at its own bank (field 42): the same shop under any shortened name. */
  acceptorId: z.optional(z.string().check(z.regex(/^[\x21-\x7e][\x20-\x7e]{0,14}$/, 'required'))),
  /** ISO 18245 category code. */
  mcc: z.string().check(z.regex(/^\d{4}$/, 'required')),
});

/** Amount in the merchant's currency, where it differs from the billing currency. */
export const shopAmount = z.object({
  /** In the smallest unit of the currency: 1200 are US$12.00, and 1200 yen. */
  amount: cents,
  /** ISO 4217. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/, 'required')),
  /** How many of the digits of `amount` are behind the point: 2, JPY 0, KWD 3. */
  exponent: z.number().check(z.int('required'), z.minimum(0, 'required'), z.maximum(4, 'required')),
  /** Conversion rate to the billing currency (field 10), without an exponent: 1.5417. */
  rate: z.string().check(z.regex(/^(?=.*[1-9])\d{1,7}(\.\d{1,10})?$/, 'required')),
});
export type ShopAmount = z.output<typeof shopAmount>;

const proofResult = z.enum(['match', 'mismatch', 'absent', 'notChecked'], 'required');

/** The wallet that was used in place of the card, and the network's id of the card in it. */
const wallet = z.object({
  kind: z.enum(['apple', 'google', 'samsung', 'other'], 'required'),
  token: z.optional(z.string().check(z.regex(/^[\x21-\x7e]{1,64}$/, 'required'))),
});

/** Fields of every message that names a card. */
export const authorisationFields = {
  reference,
  cardNumber,
  /** `yyyy-MM`, as read from the card; absent when the channel does not read it. */
  expiry: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'required'))),
  /** Billing amount. */
  amount: cents,
  currency: z.literal('AUD', 'required'),
  shopAmount: z.optional(shopAmount),
  channel,
  merchant,
  at: z.optional(messageTime),
  pin: z.optional(z.string().check(z.regex(/^\d{4}$/, 'required'))),
  cvv2: z.optional(z.string().check(z.regex(/^\d{3}$/, 'required'))),
  /** A phone or a watch was used in place of the card, and has verified its holder. */
  wallet: z.optional(z.union([z.boolean('required'), wallet])),
  /** The shop has kept the card: it sends no CVV2. */
  credentialOnFile: z.optional(z.boolean('required')),
  /** One of a series that the cardholder has agreed to with the shop. */
  recurring: z.optional(z.boolean('required')),
  /** Amount that the cardholder was asked for, if more is held: fuel, tips. */
  askedAmount: z.optional(centsOrNone),
  /** Part of `amount` that is paid out in cash. */
  cashAmount: z.optional(cents),
  /** Part of `amount` that the owner of the terminal charges: the fee of an ATM. */
  acquirerFee: z.optional(cents),
  /** Whether the terminal can take a PIN; absent: not known. */
  takesPin: z.optional(z.boolean('required')),
  /** Whether the terminal can take an approval of a part. */
  takesPart: z.optional(z.boolean('required')),
  /** Results where the network has compared. Then nothing is compared or counted here. */
  proofs: z.optional(z.object({ pin: proofResult, cvv2: proofResult, expiry: proofResult })),
  /** Outcome of 3-D Secure. */
  threeDs: z.optional(z.enum(['authenticated', 'attempted', 'failed', 'none'], 'required')),
  /** The network's estimate of fraud. */
  risk: z.optional(z.number().check(z.int('required'), z.minimum(0, 'required'), z.maximum(999, 'required'))),
  /** Party that pays for fraud. */
  liability: z.optional(z.enum(['shop', 'issuer'], 'required')),
};

/** Amount of an authorisation or an advice: 0 verifies the card and holds nothing. */
export const purchaseFields = { ...authorisationFields, amount: centsOrNone };

/**
 * Place of a message among those of its purchase, where the sender has put them in an order: what is held follows from
 * that order then, whatever the order of their arrival.
 */
export const place = z
  .number()
  .check(z.int('required'), z.minimum(0, 'required'), z.maximum(9_007_199_254_740_991, 'required'));

/** Response to the network. `answer` decides, because the HTTP status is 200 for an approval and a decline. */
export const networkAnswer = z.object({
  reference,
  answer: answerCode,
  /** 6 characters, on an approval. */
  approvalCode: z.nullable(z.string()),
  /** Cents that may still be spent, on an approval. */
  available: z.nullable(z.number()),
  /** Cents that are approved, where they are fewer than were asked for (answer 10). */
  approvedAmount: z.optional(z.number()),
  /** Cents of the account before what is held, on a balance inquiry. */
  ledgerBalance: z.optional(z.number()),
});
export type NetworkAnswer = z.output<typeof networkAnswer>;

/** Whether an answer approves, in full or in part. */
export function isApproval(answer: AnswerCode): boolean {
  return answer === ANSWER.approved || answer === ANSWER.partlyApproved;
}
