import * as z from 'zod';

/** Rates of calls by network address, a part of the environment (config.ts). */
export const rateEnvironment = {
  /** Sign-in attempts from one address in a minute. */
  WATTLE_SIGN_IN_RATE: z.coerce.number().int().min(1).default(60),
  /** Questions about account numbers of sign-ups from one address in an hour, after which each one waits. */
  WATTLE_SIGN_UP_QUESTIONS: z.coerce.number().int().min(1).default(10),
  /** Searches for an address from one network address in a minute, and in a day. */
  WATTLE_ADDRESS_RATE: z.coerce.number().int().min(1).default(60),
  WATTLE_ADDRESS_DAY_RATE: z.coerce.number().int().min(1).default(500),
  /** Looks at payment links and attempts to pay by one, from one address in an hour. */
  WATTLE_PAYMENT_LINK_RATE: z.coerce.number().int().min(1).default(200),
  /** Payers who gave up at a payment page, from one address in an hour, for whom it is closed at its gateway. */
  WATTLE_PAYMENT_RETURN_RATE: z.coerce.number().int().min(1).default(100),
  /** Calls with receipts of messages that are not proven to be the provider's, from one address in a minute. */
  WATTLE_UNPROVEN_RECEIPT_RATE: z.coerce.number().int().min(1).default(120),
  WATTLE_VOUCHER_RATE: z.coerce.number().int().min(1).default(50),
  /** Orders placed, links opened and links asked for by one network address in an hour. */
  WATTLE_STORE_RATE: z.coerce.number().int().min(1).default(100),
  /** Complaints without an account, and looks at them by a link, from one network address in an hour. */
  WATTLE_COMPLAINT_RATE: z.coerce.number().int().min(1).default(60),
};

const shape = z.object(rateEnvironment);
type Environment = z.output<typeof shape>;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** At most `most` calls of one address in each `windowMs`. */
export type Rate = { readonly most: number; readonly windowMs: number };
/** Kinds of calls that are counted by address, on all servers together. A call has to keep to every rate of its kind. */
export type Rates = {
  readonly signIn: readonly Rate[];
  readonly signUpQuestion: readonly Rate[];
  readonly addressSearch: readonly Rate[];
  readonly voucher: readonly Rate[];
  readonly paymentLink: readonly Rate[];
  readonly paymentReturn: readonly Rate[];
  readonly unprovenReceipt: readonly Rate[];
  readonly store: readonly Rate[];
  readonly complaint: readonly Rate[];
};
export type RateName = keyof Rates;

export function ratesOf(value: Environment): Rates {
  return {
    signIn: [{ most: value.WATTLE_SIGN_IN_RATE, windowMs: MINUTE_MS }],
    // Not a limit: who is above it is slowed.
    signUpQuestion: [{ most: value.WATTLE_SIGN_UP_QUESTIONS, windowMs: HOUR_MS }],
    // The service behind it is paid for each search: enough for a few addresses, too little for a list.
    addressSearch: [
      { most: value.WATTLE_ADDRESS_RATE, windowMs: MINUTE_MS },
      { most: value.WATTLE_ADDRESS_DAY_RATE, windowMs: DAY_MS },
    ],
    // A token has 128 bits, so no one guesses one; this keeps a payer's browser from asking without end.
    paymentLink: [{ most: value.WATTLE_PAYMENT_LINK_RATE, windowMs: HOUR_MS }],
    // No one signs in to come back, and each closing is a call of the gateway.
    paymentReturn: [{ most: value.WATTLE_PAYMENT_RETURN_RATE, windowMs: HOUR_MS }],
    // A provider proves its calls, but for those that come before its certificate has been fetched.
    unprovenReceipt: [{ most: value.WATTLE_UNPROVEN_RECEIPT_RATE, windowMs: MINUTE_MS }],
    voucher: [{ most: value.WATTLE_VOUCHER_RATE, windowMs: HOUR_MS }],
    store: [{ most: value.WATTLE_STORE_RATE, windowMs: HOUR_MS }],
    // No one signs in to complain, and each complaint is a case of the desk and a message.
    complaint: [{ most: value.WATTLE_COMPLAINT_RATE, windowMs: HOUR_MS }],
  };
}
