import * as z from 'zod/mini';
import { METHOD_NAMES } from '../rules/payment-methods.ts';
import {
  frequencyOrNow,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  paymentFrequency,
  transferAmount,
} from '../transfers/transfer.ts';
import { payeeType } from '../transfers/payee.ts';
import { accountNumber, done, instant, isoDate, money } from '../wire.ts';
import { payeeNumber } from '../transfers/payment-hold.ts';
import { paymentRail } from '../settlement/payment-course.ts';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';

/** Random; names a scheduled payment of the caller. */
export const scheduledPaymentId = z.string('required').check(z.uuid('required'), z.toLowerCase());

/** Outcome of a payment of a schedule. Retry: the balance was too low, and it is tried again that day. */
const run = z.object({
  /** The day that the schedule names. */
  plannedDate: isoDate,
  /** When it was last tried. */
  triedAt: instant,
  /** Missed: it was not carried out in time, through no fault of its payer. Skipped: its payer left it out. */
  state: z.enum(['Paid', 'Retry', 'Failed', 'Missed', 'Skipped']),
  /** Why it was not paid: a code of the catalogue. */
  errorCode: z.nullable(z.string()),
  /** Dollars that were available when it was not paid for a lack of money. */
  available: z.nullable(money),
  receiptNumber: z.nullable(z.string()),
});

/** A payment that is made later, once or regularly. */
export const scheduledPayment = z.object({
  id: scheduledPaymentId,
  /** BPAY 1, internal 2, external 3. */
  transferType: payeeType,
  transferTypeDescription: z.string(),
  /** Added: the whole balance of the account is returned to a bank account, and is held for now. */
  isReturnOfFunds: z.boolean(),
  /** Weekly 1, fortnightly 2, monthly 3, once 21. */
  frequency: paymentFrequency,
  startDate: isoDate,
  /** Added: date of the month of a monthly one whose first month is too short for it; null: that of its first day. */
  monthDay: z.nullable(z.number()),
  endDate: z.nullable(isoDate),
  noOfPayments: z.nullable(z.number()),
  /** Payments that are still to come; null: it goes on until it is stopped. */
  paymentsLeft: z.nullable(z.number()),
  /** The planned day of the next one, and the day on which it is carried out; null: there is no further one. */
  nextDate: z.nullable(isoDate),
  nextPaymentDate: z.nullable(isoDate),
  /** Added: the next payments by their planned day and by that on which each is made: of the next 30 days, or three. */
  comingPayments: z.array(z.object({ plannedDate: isoDate, paymentDate: isoDate })),
  /** Active, or ended: Completed after the last payment, Cancelled after 3 failures in a row. */
  state: z.enum(['Active', 'Completed', 'Cancelled']),
  amount: money,
  /** Added: number of the receipt that it was made with, not of its payments. */
  receiptNumber: z.string(),
  /** A payment that is held, and until when; null: it is not. */
  heldUntil: z.nullable(instant),
  /** Added: it was made shortly before the password was reset, and waits until it is kept or cancelled. */
  isWaiting: z.boolean(),
  accountName: z.string(),
  /** For BPAY the biller code. */
  bsb: z.nullable(z.string()),
  /** For BPAY the reference. */
  accountNumber: z.string(),
  /** Category of the purpose of an external transfer. */
  purpose: z.nullable(z.number()),
  description: z.string(),
  recipientDescription: z.string(),
  /** Newest first. */
  runs: z.array(run),
});
export type ScheduledPayment = z.output<typeof scheduledPayment>;

/**
 * The caller's scheduled payments from an account, the next one first. An ended schedule is listed for up to 30 days if
 * its last payment failed, unless it is deleted.
 */
export const getScheduledPayments = operation({
  name: 'getScheduledPayments',
  method: 'GET',
  path: 'schedulePayments',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Scheduled payments of an account',
  query: z.object({ accountNumber }),
  response: z.object({
    transferPayments: z.array(scheduledPayment),
    bpayPayments: z.array(scheduledPayment),
  }),
  errors: ['invalid_card_details'],
});

/**
 * Ends one of the caller's scheduled payments; another person's gets 404. Completed payments stay. Added: 20318 for one
 * whose last payment has been made, a held one too: there is nothing to stop.
 */
export const deleteScheduledPayment = operation({
  name: 'deleteScheduledPayment',
  method: 'POST',
  path: 'schedulePayments/delete',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { scheduledPaymentId: 'schedule', accountNumber: 'account' },
  summary: 'Delete a scheduled payment',
  body: z.object({ scheduledPaymentId, accountNumber }),
  response: done,
  errors: ['not_found', 'payment_made'],
});

/**
 * Added: leaves out the next payment of one of the caller's regular payments; the others stay as planned. Repeating it
 * leaves out no further one. 20318 where that payment has been made, and 404 where it is not the next one, where its
 * schedule has ended or is not regular, and where it is held or waits for its payer.
 */
export const skipScheduledPayment = operation({
  name: 'skipScheduledPayment',
  method: 'POST',
  path: 'schedulePayments/skip',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { scheduledPaymentId: 'schedule', accountNumber: 'account' },
  summary: 'Skip the next payment of a schedule',
  body: z.object({
    scheduledPaymentId,
    accountNumber,
    /** The planned day of the payment, as in `nextDate`. */
    plannedDate: isoDate,
  }),
  response: done,
  errors: ['not_found', 'payment_made'],
});

/** Date of the month that a month may be too short for. */
const monthDay = z.int('required').check(z.minimum(29, 'required'), z.maximum(31, 'required'));

/**
 * Added: changes one of the caller's scheduled payments from its next payment on, and never whom it pays. The changed one
 * replaces the other, with a new id and receipt number, and is ordered like a new one: by the rules of its payment
 * method, and after the same proof. 404 where the payment is held, waits for its payer, has ended or was
 * changed before; 20318 where the payment of `plannedDate` has been made, and 20247 with that field on its day.
 */
export const changeScheduledPayment = operation({
  name: 'changeScheduledPayment',
  method: 'POST',
  path: 'schedulePayments/change',
  auth: SIGNED_IN,
  proof: boundWhen('the payee is not the payer, and the product asks for proofs'),
  money: true,
  ids: { scheduledPaymentId: 'schedule', accountNumber: 'account' },
  summary: 'Change a scheduled payment',
  body: z.object({
    scheduledPaymentId,
    accountNumber,
    /** The planned day of its next payment, as in `nextDate`. */
    plannedDate: isoDate,
    /** Dollars. */
    Amount: transferAmount,
    /** How often, or once on a later day; not now. */
    PaymentFrequency: paymentFrequency,
    FutureDate: paymentDay,
    /** The first changed payment of a regular one. */
    StartDate: paymentDay,
    EndDate: paymentDay,
    /** Payments from that day on. */
    NoOfPayments: numberOfPayments,
    /** Description that the payer reads; the one for the payee stays as it is. */
    Description: z.optional(z.nullable(optionalDeText)),
  }),
  response: z.object({ scheduledPaymentId: z.string(), receiptNumber: z.string() }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'payee_blocked',
    'payee_reported',
    'biller_unknown',
    'biller_amount_refused',
    'bsb_closed',
    'bsb_lookup_away',
    'daily_limit_reached',
    'category_cap_reached',
    'dates_invalid',
    'payment_made',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    biller_amount_refused: 'Amount',
    daily_limit_reached: 'Amount',
    category_cap_reached: 'Amount',
  },
});

const plannedPayment = z.object({
  /** The day that its payer names; today for a payment made now. */
  PlannedDate: isoDate,
  /** The day on which it is carried out. */
  PaymentDate: isoDate,
  /** The day on which the payee has the money, for a biller the day on which it counts as paid. */
  ArrivalDate: isoDate,
});

/**
 * Added: when a payment that is made now, later or regularly is carried out and arrives. Only the server knows cut-offs
 * and holidays.
 */
export const getPaymentDates = operation({
  name: 'getPaymentDates',
  method: 'POST',
  reads: true,
  path: 'transfer/getPaymentDates',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { MemberNumber: 'account', DestinationBSB: 'anyone', DestinationAccountNumber: 'anyone' },
  summary: 'When a payment would be made and arrive',
  body: z.object({
    Method: z.enum(METHOD_NAMES, 'required'),
    /** Payer and payee of a transfer to another bank, which may go straight away. Without them it goes by file. */
    MemberNumber: z.optional(accountNumber),
    DestinationBSB: z.optional(payeeNumber),
    DestinationAccountNumber: z.optional(payeeNumber),
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    /** Date of the month of a monthly one whose first month is too short for it. */
    MonthDay: z.optional(monthDay),
    /** End of the hold of a payment that is made once it ends. Without it a payment made now is made now. */
    HeldUntil: z.optional(instant),
  }),
  response: z.object({
    /** The payee has the money as soon as it is paid: no file carries it. */
    IsStraightAway: z.boolean(),
    /** Rail of a payment made now; null: no bank is involved. */
    Rail: z.nullable(paymentRail),
    /** The day by which it arrives if the network refuses it and a file carries it instead; null: none would. */
    OtherwiseArrives: z.nullable(isoDate),
    /** The next payments, three at most. */
    Payments: z.array(plannedPayment),
    /** The last payment of a regular one; null: it has no end. */
    Last: z.nullable(plannedPayment),
  }),
  errors: ['dates_invalid', 'invalid_card_details'],
  errorFields: { invalid_card_details: 'MemberNumber' },
});
