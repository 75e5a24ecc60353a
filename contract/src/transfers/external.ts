import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';
import { accountNumber, instant, money } from '../wire.ts';
import { bsbNumber } from './bsb.ts';
import { methodCall } from './method-call.ts';
import { payeeId } from './payee.ts';
import {
  accountTitle,
  bankAccountNumber,
  frequencyOrNow,
  lodgementReference,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  TRANSFER_DATES,
  transferAmount,
  transferCategory,
} from './transfer.ts';

/** Money from one of the caller's accounts to an account at another bank, by direct entry. */
export const transferExternal = operation({
  name: 'transferExternal',
  method: 'POST',
  path: 'transfer/external',
  auth: SIGNED_IN,
  proof: boundWhen(
    'the payee is new to the payer, the payment is scheduled, or the day comes to more than the product allows',
  ),
  money: true,
  ids: { MemberNumber: 'account', DestinationAccountNumber: 'anyone', PayeeId: 'payee' },
  summary: 'Transfer to an account at another bank',
  body: z.object({
    /** The account that pays. */
    MemberNumber: accountNumber,
    DestinationAccountBsb: bsbNumber,
    DestinationAccountNumber: bankAccountNumber,
    DestinationAccountName: accountTitle,
    /** Dollars. */
    Amount: transferAmount,
    /** Category of the purpose: housing 1, other expenses 2, an account at the own institution 3. */
    Purpose: transferCategory,
    PurposeDescription: z.optional(z.nullable(optionalDeText)),
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    /** Shown in the payer's list. If it is empty, the list shows the payee's name. */
    DescriptionPayer: z.optional(z.nullable(optionalDeText)),
    /** Shown in the list of the payee at the other bank. */
    DescriptionRecipient: lodgementReference,
    /** The same as for internal transfers (transfers/internal.ts), of BSBs with their accounts. */
    IsNewPayee: z.optional(z.boolean('required')),
    IsUpdatePayee: z.optional(z.boolean('required')),
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
    'card_money_stays',
    'payee_blocked',
    'payee_reported',
    'daily_limit_reached',
    'category_cap_reached',
    'dates_invalid',
    'bsb_closed',
    'bsb_lookup_away',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    insufficient_funds: 'Amount',
    daily_limit_reached: 'Amount',
    category_cap_reached: 'Amount',
    payee_blocked: 'DestinationAccountName',
    bsb_closed: 'DestinationAccountBsb',
    bsb_lookup_away: 'DestinationAccountBsb',
  },
});

export const externalCall = methodCall({
  method: 'external',
  operation: transferExternal,
  fields: {
    account: 'MemberNumber',
    amount: 'Amount',
    payeeName: 'DestinationAccountName',
    bsb: 'DestinationAccountBsb',
    number: 'DestinationAccountNumber',
    purpose: 'Purpose',
    description: 'DescriptionPayer',
    recipientDescription: 'DescriptionRecipient',
    dates: TRANSFER_DATES,
  },
  receiptField: 'ReceiptNumber',
  payee: {
    DestinationAccountName: accountTitle,
    DestinationBSB: bsbNumber,
    DestinationAccountNumber: bankAccountNumber,
  },
});

/** Purposes of a transfer to another bank. */
export const getExternalTransferPurpose = operation({
  name: 'getExternalTransferPurpose',
  method: 'POST',
  reads: true,
  path: 'card/getExternalTransferPurpose',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Purposes of transfers to other banks',
  response: z.object({
    Purposes: z.array(
      z.object({
        ExternalTransferCategoryId: z.number(),
        /** In English; the screen has its own words for the categories that it knows. */
        Description: z.string(),
      }),
    ),
  }),
});
