import { operation, SIGNED_IN } from '@wattle/contract/operation.ts';
import { boundWhen } from '@wattle/contract/proof.ts';
import { bsbNumber } from '@wattle/contract/transfers/bsb.ts';
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
} from '@wattle/contract/transfers/transfer.ts';
import { methodCall } from '@wattle/contract/transfers/method-call.ts';
import { payeeId } from '@wattle/contract/transfers/payee.ts';
import { accountNumber, instant } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';

const transferPayId = operation({
  name: 'transferPayId',
  method: 'POST',
  path: 'transfer/payId',
  auth: SIGNED_IN,
  proof: boundWhen('the payment is scheduled'),
  money: true,
  ids: { MemberNumber: 'account', PayeeId: 'payee' },
  summary: 'Pay an email address or mobile number',
  body: z.object({
    MemberNumber: accountNumber,
    PayId: z.string('required').check(z.trim(), z.maxLength(60, 'required')),
    PayIdName: accountTitle,
    Amount: transferAmount,
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    Description: z.optional(z.nullable(optionalDeText)),
    Reference: lodgementReference,
    IsNewPayee: z.optional(z.boolean('required')),
    IsUpdatePayee: z.optional(z.boolean('required')),
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({ ReceiptNumber: z.string(), TransactionDate: instant, HeldUntil: z.nullable(instant) }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'insufficient_funds',
    'card_money_stays',
    'payee_reported',
    'daily_limit_reached',
    'dates_invalid',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: { insufficient_funds: 'Amount', daily_limit_reached: 'Amount' },
});

/** Sample call of a new payment method, in one file of the contract. */
export const payIdCall = methodCall({
  // The method is not in the product's list.
  method: 'payId' as 'external',
  operation: transferPayId,
  fields: {
    account: 'MemberNumber',
    amount: 'Amount',
    payeeName: 'PayIdName',
    bsb: null,
    number: 'PayId',
    purpose: null,
    description: 'Description',
    recipientDescription: 'Reference',
    dates: TRANSFER_DATES,
  },
  receiptField: 'ReceiptNumber',
  payee: {
    DestinationAccountName: accountTitle,
    DestinationBSB: bsbNumber,
    DestinationAccountNumber: bankAccountNumber,
  },
});
