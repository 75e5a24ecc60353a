import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';
import { methodCall } from '../transfers/method-call.ts';
import { frequencyOrNow, numberOfPayments, paymentDay } from '../transfers/payment-dates.ts';
import { payeeId } from '../transfers/payees/payee.ts';
import { deText, optionalDeText, transferAmount } from '../transfers/transfer.ts';
import { accountNumber, instant } from '../wire.ts';
import { billerCode, customerReference } from './bpay.ts';

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
  ids: { accountNumber: 'account', PayeeId: 'payee' },
  summary: 'Pay a bill by BPAY',
  body: z.object({
    /** The account that pays. */
    accountNumber,
    billerCode,
    customerReference,
    /** Dollars. */
    amount: transferAmount,
    /** Stands in the payer's list; where it is empty, the name of the biller. */
    description: z.optional(z.nullable(optionalDeText)),
    /** A payment frequency: weekly 1, fortnightly 2, monthly 3, now 20, on a later day 21. */
    scheduleBPayWhen: frequencyOrNow,
    futureDate: paymentDay,
    startDate: paymentDay,
    endDate: paymentDay,
    noOfPayments: numberOfPayments,
    /** The name that a saved biller is kept under; its own where there is none. */
    PayeeName: z.optional(z.nullable(deText)),
    /** The same as for transfers (transfer-internal.ts), of billers with their references. */
    IsNewPayee: z.optional(z.boolean('required')),
    IsUpdatePayee: z.optional(z.boolean('required')),
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({
    /** YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
    BPayReceipt: z.string(),
    TransactionDate: instant,
    /** Until when a first payment to somebody is held; null: it is not. */
    HeldUntil: z.nullable(instant),
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
    'card_money_stays',
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
