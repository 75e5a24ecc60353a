import { operation, SIGNED_IN } from '@wattle/contract/operation.ts';
import { boundWhen } from '@wattle/contract/proof.ts';
import {
  deText,
  frequencyOrNow,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  TRANSFER_DATES,
  transferAmount,
} from '@wattle/contract/transfers/transfer.ts';
import { payeeId } from '@wattle/contract/transfers/payee.ts';
import { accountNumber, instant } from '@wattle/contract/wire.ts';
import * as z from 'zod/mini';

/** A sample of the contract of a new payment method: a look-up, the call, and its row in the list of methods. */
export const getPayIdName = operation({
  name: 'getPayIdName',
  method: 'POST',
  path: 'transfer/payIdName',
  auth: SIGNED_IN,
  proof: 'session',
  ids: {},
  summary: 'Whose a PayID is',
  body: z.object({ PayId: z.string() }),
  response: z.object({ Name: z.string() }),
  errors: ['not_found'],
});

export const transferPayId = operation({
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
    PayId: z.string('required').check(z.trim(), z.minLength(1, 'required')),
    PayIdName: z.optional(z.nullable(deText)),
    Amount: transferAmount,
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    Description: z.optional(z.nullable(optionalDeText)),
    Reference: deText,
    IsNewPayee: z.optional(z.boolean('required')),
    IsUpdatePayee: z.optional(z.boolean('required')),
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({ ReceiptNumber: z.string(), TransactionDate: instant, HeldUntil: z.nullable(instant) }),
  errors: ['insufficient_funds', 'proof_needed'],
  errorFields: { insufficient_funds: 'Amount' },
});

export const payIdCall = {
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
} as const;

export const PAY_ID_FACTS = {
  payeeType: 4,
  transactionKind: 'transferOut',
  features: ['transfers'],
  productSetting: 'payId',
  cardField: 'IsPayIdAllowed',
  leavesProgramme: false,
} as const;
