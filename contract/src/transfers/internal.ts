import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';
import { accountNumber, instant, money } from '../wire.ts';
import { methodCall } from './method-call.ts';
import { payeeId } from './payee.ts';
import {
  bankAccountNumber,
  deText,
  frequencyOrNow,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  TRANSFER_DATES,
  transferAmount,
} from './transfer.ts';

/**
 * Money from one of the caller's accounts to another account of the same brand, now, on a later day or weekly or
 * monthly. Dates that do not fit, and fortnightly, are refused with 20247. An account none of whose cards was ever
 * activated is refused with 20342 (DestinationAccountNumber). A saved payee is written only together with its transfer
 * or its schedule.
 */
export const transferInternal = operation({
  name: 'transferInternal',
  method: 'POST',
  path: 'transfer/internal',
  auth: SIGNED_IN,
  proof: boundWhen(
    'the payee is new to the payer, the payment is scheduled, or the day comes to more than the product allows',
  ),
  money: true,
  ids: { MemberNumber: 'account', DestinationAccountNumber: 'anyone', PayeeId: 'payee' },
  summary: 'Transfer to another account of the same brand',
  body: z.object({
    /** The account that pays. */
    MemberNumber: accountNumber,
    DestinationAccountNumber: bankAccountNumber,
    DestinationAccountName: deText,
    /** Dollars. */
    Amount: transferAmount,
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    /** Shown in the payer's list. If it is empty, the list shows the payee's name. */
    Description: z.optional(z.nullable(optionalDeText)),
    /** Shown in the payee's list. */
    RecipientDescription: deText,
    /**
     * Saves who is paid, without a PayeeId. A payee with this account number is saved already: it takes
     * the name. 20010 with this field where as many are saved as may be.
     */
    IsNewPayee: z.optional(z.boolean('required')),
    /**
     * Gives the payee of PayeeId this name and account number. 20010 with this field where another of
     * the caller's payees has the number.
     */
    IsUpdatePayee: z.optional(z.boolean('required')),
    /**
     * The saved payee that is paid. 404 with this field where the caller has none of this id, or, without
     * IsUpdatePayee, none of this id with this account number: it may have been changed meanwhile.
     */
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({
    /** YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
    ReceiptNumber: z.string(),
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
    'insufficient_funds',
    'kept_aside',
    'outside_load_limits',
    'payee_blocked',
    'payee_reported',
    'payees_locked',
    'payee_not_activated',
    'daily_limit_reached',
    'dates_invalid',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    insufficient_funds: 'Amount',
    outside_load_limits: 'Amount',
    daily_limit_reached: 'Amount',
    payee_blocked: 'DestinationAccountNumber',
  },
});

export const internalCall = methodCall({
  method: 'internal',
  operation: transferInternal,
  fields: {
    account: 'MemberNumber',
    amount: 'Amount',
    payeeName: 'DestinationAccountName',
    bsb: null,
    number: 'DestinationAccountNumber',
    purpose: null,
    description: 'Description',
    recipientDescription: 'RecipientDescription',
    dates: TRANSFER_DATES,
  },
  receiptField: 'ReceiptNumber',
  payee: {
    DestinationAccountName: deText,
    DestinationBSB: z.null(),
    DestinationAccountNumber: bankAccountNumber,
  },
});
