import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { CHECK_RULES } from '../rules/bill-reference.ts';
import { payeeId } from '../transfers/payees/payee.ts';
import { money } from '../wire.ts';
import { billerCode } from './bpay.ts';

/** Biller of a biller code. */
export const getBPayBiller = operation({
  name: 'getBPayBiller',
  method: 'POST',
  reads: true,
  path: 'bPay/getBPayBiller',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { PayeeId: 'payee' },
  summary: 'The biller of a code',
  body: z.object({
    BillerCode: billerCode,
    /** Added: the saved payee whose reference is asked for. */
    PayeeId: z.optional(z.nullable(payeeId)),
  }),
  response: z.object({
    BillerName: z.string(),
    /** True: each bill has a reference of its own, so it cannot be paid regularly. */
    IsVariableCRN: z.boolean(),
    /** Added: what its references are checked by, at the field. */
    CheckRule: z.enum(CHECK_RULES),
    ShortestReference: z.number(),
    LongestReference: z.number(),
    /** Added: what a payment is at least and at most, in dollars; null where the biller says nothing. */
    LeastAmount: z.nullable(money),
    MostAmount: z.nullable(money),
    /** Added: card numbers that begin with one of these are the programme's, and a review shows them masked. */
    MaskedPrefixes: z.array(z.string()),
    /**
     * Added: the reference of that payee as it was typed, for the review and receipt of who pays it. Null: none was asked
     * for, or it is not the caller's.
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
