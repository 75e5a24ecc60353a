import * as z from 'zod/mini';
import { typed } from '../typed.ts';
import { operation, SIGNED_IN } from '../operation.ts';
import { CHECK_RULES } from '../rules/bill-reference.ts';
import { payeeId } from '../transfers/payee.ts';
import { accountNumber, instant, money, requiredText } from '../wire.ts';
import { boundWhen, sessionShowing, WHOLE_REFERENCE } from '../proof.ts';
import { methodCall } from '../transfers/method-call.ts';
import {
  deText,
  frequencyOrNow,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  transferAmount,
} from '../transfers/transfer.ts';

/** The code of a biller: 3 to 10 digits, which the server checks (20243). */
export const billerCode = z.string('required').check(typed.digits(), typed.required(), z.maxLength(60, 'required'));

/**
 * A customer reference: 2 to 20 digits. Leading zeros are significant, so it is kept as text. A reference that is a
 * card number, or may be a tax file number, can be sent masked, as lists show it; the payee or schedule then supplies
 * it.
 */
export const customerReference = z
  .string('required')
  .check(
    typed.digits(),
    typed.required(),
    z.regex(/^\d{2,20}$|^\d{6}•{3,9}\d{4}$|^•{5,6}\d{3}$/, 'invalidReferenceLength'),
  );

/** Biller of a biller code. */
export const getBPayBiller = operation({
  name: 'getBPayBiller',
  method: 'POST',
  reads: true,
  path: 'bPay/getBPayBiller',
  auth: SIGNED_IN,
  proof: sessionShowing(WHOLE_REFERENCE),
  ids: { PayeeId: 'payee' },
  summary: 'The biller of a code',
  body: z.object({
    BillerCode: billerCode,
    /** Added: the saved payee whose reference is asked for. */
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({
    BillerName: z.string(),
    /** True: each bill has its own reference, so it cannot be paid regularly. */
    IsVariableCRN: z.boolean(),
    /** Added: the rules for its references, checked at the field. */
    CheckRule: z.enum(CHECK_RULES),
    ShortestReference: z.number(),
    LongestReference: z.number(),
    /** Added: least and greatest payment, in dollars; null if the biller has no limit. */
    LeastAmount: z.nullable(money),
    MostAmount: z.nullable(money),
    /** Added: card numbers that begin with one of these are the programme's, and a review shows them masked. */
    MaskedPrefixes: z.array(z.string()),
    /**
     * Added: the reference of that payee, for the payer's review and receipt: unmasked within five minutes of a proof,
     * else masked if it is a card number. Null: not requested, or not a payee of the caller.
     */
    PayeeReference: z.nullable(z.string()),
  }),
  errors: ['biller_code_invalid', 'biller_unknown', 'biller_restricted', 'biller_deactivated'],
  errorFields: {
    biller_code_invalid: 'BillerCode',
    biller_unknown: 'BillerCode',
    biller_restricted: 'BillerCode',
    biller_deactivated: 'BillerCode',
  },
});

/** Pays a bill by BPAY from one of the caller's accounts. */
export const processBPayRequest = operation({
  name: 'processBPayRequest',
  method: 'POST',
  path: 'bPay/processBPayRequest',
  auth: SIGNED_IN,
  proof: boundWhen(
    'the payee is new to the payer, the payment is scheduled, or the day comes to more than the product allows',
  ),
  money: true,
  ids: { accountNumber: 'account', PayeeId: 'payee', RepeatOf: 'paymentOut' },
  summary: 'Pay a bill by BPAY',
  body: z.object({
    /** The account that pays. */
    accountNumber,
    billerCode,
    customerReference,
    /** Dollars. */
    amount: transferAmount,
    /** Shown in the payer's list. If it is empty, the list shows the biller's name. */
    description: z.optional(z.nullable(optionalDeText)),
    /** A payment frequency: weekly 1, fortnightly 2, monthly 3, now 20, on a later day 21. */
    scheduleBPayWhen: frequencyOrNow,
    futureDate: paymentDay,
    startDate: paymentDay,
    endDate: paymentDay,
    noOfPayments: numberOfPayments,
    /** The name that a saved biller is kept under; its own where there is none. */
    PayeeName: z.optional(z.nullable(deText)),
    /** The same as for transfers (transfers/internal.ts), for billers with their references. */
    IsNewPayee: z.optional(z.boolean('required')),
    IsUpdatePayee: z.optional(z.boolean('required')),
    PayeeId: z.optional(z.nullable(payeeId)),
    /** The receipt number of a bill that the caller has paid. A masked reference then means the one of that bill. */
    RepeatOf: z.optional(z.nullable(requiredText)),
  }),
  response: z.object({
    /** YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
    BPayReceipt: z.string(),
    TransactionDate: instant,
    /** Until when a first payment to someone is held; null: it is not. */
    HeldUntil: z.nullable(instant),
    /** Sum that its payer ordered to new payees within 24 hours, this payment too; absent: it is not held. */
    NewPayeesTotal: z.optional(money),
  }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'bpay_off',
    'biller_code_invalid',
    'biller_unknown',
    'biller_restricted',
    'biller_deactivated',
    'bpay_reference_invalid',
    'biller_amount_refused',
    'biller_limit_reached',
    'bpay_date_unavailable',
    'bpay_insufficient_funds',
    'kept_aside',
    'card_money_stays',
    'payee_reported',
    'daily_limit_reached',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    biller_code_invalid: 'billerCode',
    biller_unknown: 'billerCode',
    biller_restricted: 'billerCode',
    biller_deactivated: 'billerCode',
    bpay_reference_invalid: 'customerReference',
    biller_amount_refused: 'amount',
    biller_limit_reached: 'amount',
    bpay_insufficient_funds: 'amount',
    daily_limit_reached: 'amount',
  },
});

export const bpayCall = methodCall({
  method: 'bpay',
  operation: processBPayRequest,
  fields: {
    account: 'accountNumber',
    amount: 'amount',
    payeeName: 'PayeeName',
    bsb: 'billerCode',
    number: 'customerReference',
    purpose: null,
    description: 'description',
    recipientDescription: null,
    repeatOf: 'RepeatOf',
    dates: {
      frequency: 'scheduleBPayWhen',
      futureDate: 'futureDate',
      startDate: 'startDate',
      endDate: 'endDate',
      noOfPayments: 'noOfPayments',
    },
  },
  receiptField: 'BPayReceipt',
  payee: {
    DestinationAccountName: deText,
    /** The biller code. */
    DestinationBSB: billerCode,
    /** The reference. */
    DestinationAccountNumber: customerReference,
  },
});
