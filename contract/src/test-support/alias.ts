import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';
import {
  accountTitle,
  frequencyOrNow,
  lodgementReference,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  TRANSFER_DATES,
  transferAmount,
} from '../transfers/transfer.ts';
import { methodCall } from '../transfers/method-call.ts';
import { payeeId } from '../transfers/payee.ts';
import { accountNumber, instant } from '../wire.ts';

/** A full email address. */
const aliasText = z
  .string('required')
  .check(z.trim(), z.toLowerCase(), z.minLength(1, 'required'), z.maxLength(256, 'required'));

/** Sample of a new payment method, an instant one that only the tests have: the look-up of its numbers, and its call. */
export const getAliasName = operation({
  name: 'getAliasName',
  method: 'POST',
  path: 'transfer/aliasName',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Whose an alias is',
  body: z.object({ Alias: aliasText }),
  response: z.object({ Name: z.string() }),
  errors: ['not_found'],
  errorFields: { not_found: 'Alias' },
});

export const transferAlias = operation({
  name: 'transferAlias',
  method: 'POST',
  path: 'transfer/alias',
  auth: SIGNED_IN,
  proof: boundWhen('the payment is scheduled'),
  money: true,
  ids: { MemberNumber: 'account', PayeeId: 'payee' },
  summary: 'Pay an email address or mobile number',
  body: z.object({
    MemberNumber: accountNumber,
    Alias: aliasText,
    AliasName: z.optional(z.nullable(accountTitle)),
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
    'kept_aside',
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

export const aliasCall = methodCall({
  // The method is not in the product's list.
  method: 'alias' as 'external',
  operation: transferAlias,
  fields: {
    account: 'MemberNumber',
    amount: 'Amount',
    payeeName: 'AliasName',
    bsb: null,
    number: 'Alias',
    purpose: null,
    description: 'Description',
    recipientDescription: 'Reference',
    dates: TRANSFER_DATES,
  },
  receiptField: 'ReceiptNumber',
  payee: {
    DestinationAccountName: accountTitle,
    DestinationBSB: z.null(),
    DestinationAccountNumber: aliasText,
  },
});
