import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { METHOD_NAMES } from '../rules/payment-methods.ts';
import { typed } from '../typed.ts';
import { accountNumber, instant, money } from '../wire.ts';
import { lookUpId } from './pay-id.ts';
import { transferAmount } from './transfer.ts';

/** BSB, biller code, account number or reference of a payee. Only what was paid before is known by it. */
export const payeeNumber = z
  .string('required')
  .check(typed.digits(), typed.required(), z.regex(/^[A-Za-z0-9]{1,20}$/, 'required'));

/**
 * Hold of a payment if it were ordered now, for its review. The payment decides again: what is ordered meanwhile counts
 * too.
 */
export const getPaymentHold = operation({
  name: 'getPaymentHold',
  method: 'POST',
  reads: true,
  path: 'transfer/getPaymentHold',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { MemberNumber: 'account', DestinationBSB: 'anyone', DestinationAccountNumber: 'anyone', LookUpId: 'lookUp' },
  summary: 'Whether a payment would be held, and until when',
  body: z.object({
    Method: z.enum(METHOD_NAMES, 'required'),
    /** The account that pays. */
    MemberNumber: accountNumber,
    /** BSB or biller code; null within the programme. */
    DestinationBSB: z.nullable(payeeNumber),
    /** Account number or reference. */
    DestinationAccountNumber: z.optional(payeeNumber),
    /** Look-up of a PayID, in place of a number. */
    LookUpId: z.optional(lookUpId),
    /** Dollars. */
    Amount: transferAmount,
  }),
  response: z.object({
    /** Until when it would be held; null: it would not be. */
    HeldUntil: z.nullable(instant),
    /** Sum to new payees within 24 hours, with this payment. */
    NewPayeesTotal: money,
  }),
  errors: ['invalid_card_details'],
});
