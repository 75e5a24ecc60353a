import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { accountNumber, instant, isoDate } from '../wire.ts';
import { bankAccountNumber, deText, optionalDeText, paymentFrequency, transferAmount } from './transfer.ts';

const date = z.optional(z.nullable(isoDate));

/**
 * Money from one of the caller's accounts to another account of the same brand. Paid now: while there
 * are no schedules and no saved payees, a date or another frequency than Now is refused with 20247,
 * and a payee flag that asks for something with 20010.
 */
export const transferInternal = operation({
  name: 'transferInternal',
  method: 'POST',
  path: 'transfer/internal',
  auth: SIGNED_IN,
  money: true,
  summary: 'Transfer to another account of the same brand',
  body: z.object({
    /** The account that pays. */
    MemberNumber: accountNumber,
    DestinationAccountNumber: bankAccountNumber,
    DestinationAccountName: deText,
    /** Dollars. */
    Amount: transferAmount,
    PaymentFrequency: paymentFrequency,
    FutureDate: date,
    StartDate: date,
    EndDate: date,
    NoOfPayments: z.optional(z.nullable(z.int('required').check(z.minimum(1, 'required'), z.maximum(999, 'required')))),
    /** Stands in the payer's list; where it is empty, the name of who is paid. */
    Description: z.optional(z.nullable(optionalDeText)),
    /** Stands in the list of who is paid. */
    RecipientDescription: deText,
    IsNewPayee: z.optional(z.literal(false, 'required')),
    IsUpdatePayee: z.optional(z.literal(false, 'required')),
    PayeeId: z.optional(z.null('required')),
  }),
  response: z.object({
    /** YYDDD, a sequence of 6 digits or more, and a check digit (Luhn). */
    ReceiptNumber: z.string(),
    TransactionDate: instant,
  }),
  errors: [
    'required_field',
    'invalid_card_details',
    'card_problem',
    'insufficient_funds',
    'outside_load_limits',
    'daily_limit_reached',
    'dates_invalid',
    'key_reused',
  ],
});
