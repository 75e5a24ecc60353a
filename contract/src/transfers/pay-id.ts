import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { boundWhen } from '../proof.ts';
import { PAY_ID_KINDS, payIdOf } from '../rules/pay-id.ts';
import { typed } from '../typed.ts';
import { accountNumber, instant, money } from '../wire.ts';
import { methodCall } from './method-call.ts';
import { payeeId } from './payee.ts';
import {
  frequencyOrNow,
  numberOfPayments,
  optionalDeText,
  paymentDay,
  TRANSFER_DATES,
  transferAmount,
} from './transfer.ts';

/** A PayID, in whatever form it was typed. It is kept as the network has it. */
export const payId = z.string('required').check(
  z.overwrite((text) => payIdOf(text) ?? text),
  typed.required(),
  z.maxLength(256, 'payIdValid'),
  z.refine((text) => payIdOf(text) === text, 'payIdValid'),
);

/** Name of a look-up of the caller: random, and known to the server alone otherwise. */
export const lookUpId = z.string('required').check(z.uuid('required'), z.toLowerCase());

/** Name behind a PayID, as its bank gives it. */
const payIdName = z.string('required').check(typed.name(), z.minLength(1, 'required'), z.maxLength(140, 'required'));

const MESSAGE_MAX = 280;

/** Text for the payee: longer than other rails carry. */
const payIdMessage = z
  .string('required')
  .check(typed.line(), z.minLength(1, 'required'), z.maxLength(MESSAGE_MAX, 'messageTooLong'));

/**
 * Added: whose a PayID is, asked once by a person who is about to pay. What cannot be found has one answer, whatever the
 * reason, after the same time. Look-ups are counted by person, network address and programme.
 */
export const findPayId = operation({
  name: 'findPayId',
  method: 'POST',
  path: 'transfer/findPayId',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { MemberNumber: 'account', PayId: 'anyone' },
  summary: 'Whose a PayID is',
  body: z.object({
    /** The account that is going to pay. */
    MemberNumber: accountNumber,
    PayId: payId,
  }),
  response: z.object({
    /** `limit`: the caller has looked up too many. `away`: PayIDs cannot be looked up now. */
    Outcome: z.enum(['found', 'unknown', 'limit', 'away']),
    PayId: z.string(),
    Kind: z.enum(PAY_ID_KINDS),
    /** Name of a found one, and what a payment names. The account stays on the server. */
    Found: z.nullable(
      z.object({
        LookUpId: lookUpId,
        Name: z.string(),
        /** Name of its bank; null: not told. */
        Bank: z.nullable(z.string()),
        /** The caller has not paid it before. */
        IsNew: z.boolean(),
        /** The caller's last payment to it, if it had another name or went to another account; null: neither. */
        Moved: z.nullable(z.object({ Name: z.string(), PaidAt: instant })),
      }),
    ),
    /** When the caller may look up PayIDs again, where there were too many. */
    TryAfter: z.nullable(instant),
  }),
  errors: ['invalid_card_details', 'card_problem'],
  errorFields: { invalid_card_details: 'MemberNumber', card_problem: 'MemberNumber' },
});

/** Money from one of the caller's accounts to a PayID that the caller has looked up. It goes by a call, and never by file. */
export const transferPayId = operation({
  name: 'transferPayId',
  method: 'POST',
  path: 'transfer/payId',
  auth: SIGNED_IN,
  proof: boundWhen(
    'the payee is new to the payer, the payment is scheduled, or the day comes to more than the product allows',
  ),
  money: true,
  ids: { MemberNumber: 'account', PayId: 'anyone', PayeeId: 'payee', LookUpId: 'lookUp' },
  summary: 'Pay a PayID',
  body: z.object({
    /** The account that pays. */
    MemberNumber: accountNumber,
    PayId: payId,
    /** The caller's look-up of it, half an hour old at most. It names the account that is paid. */
    LookUpId: lookUpId,
    /** The name that the caller has seen. */
    PayIdName: payIdName,
    /** Dollars. */
    Amount: transferAmount,
    PaymentFrequency: frequencyOrNow,
    FutureDate: paymentDay,
    StartDate: paymentDay,
    EndDate: paymentDay,
    NoOfPayments: numberOfPayments,
    /** Shown in the payer's list. If it is empty, the list shows the payee's name. */
    Description: z.optional(z.nullable(optionalDeText)),
    /** Shown to the payee. */
    Message: payIdMessage,
    /** The same as for internal transfers (transfers/internal.ts), of PayIDs. */
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
    'outside_load_limits',
    'payee_blocked',
    'payee_reported',
    'payee_not_activated',
    'daily_limit_reached',
    'category_cap_reached',
    'dates_invalid',
    'pay_id_look_up_old',
    'pay_id_moved',
    'not_found',
    'proof_needed',
    'key_reused',
  ],
  errorFields: {
    insufficient_funds: 'Amount',
    daily_limit_reached: 'Amount',
    category_cap_reached: 'Amount',
    outside_load_limits: 'Amount',
    payee_blocked: 'PayIdName',
    payee_not_activated: 'PayId',
    pay_id_look_up_old: 'PayId',
    pay_id_moved: 'PayId',
  },
});

export const payIdCall = methodCall({
  method: 'payId',
  operation: transferPayId,
  fields: {
    account: 'MemberNumber',
    amount: 'Amount',
    payeeName: 'PayIdName',
    bsb: null,
    number: 'PayId',
    purpose: null,
    description: 'Description',
    recipientDescription: 'Message',
    lookUp: 'LookUpId',
    dates: TRANSFER_DATES,
  },
  receiptField: 'ReceiptNumber',
  payee: {
    DestinationAccountName: payIdName,
    DestinationBSB: z.null(),
    DestinationAccountNumber: payId,
  },
});
