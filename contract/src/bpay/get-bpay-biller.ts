import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { billerCode } from './bpay.ts';

/** Who a biller code stands for. */
export const getBPayBiller = operation({
  name: 'getBPayBiller',
  method: 'POST',
  path: 'bPay/getBPayBiller',
  auth: SIGNED_IN,
  proof: 'session',
  summary: 'The biller of a code',
  body: z.object({ BillerCode: billerCode }),
  response: z.object({
    BillerName: z.string(),
    /** True: each bill has a reference of its own, so it cannot be paid regularly. */
    IsVariableCRN: z.boolean(),
  }),
  errors: ['biller_code_invalid', 'biller_unknown', 'biller_restricted', 'biller_deactivated'],
  errorFields: {
    biller_code_invalid: 'BillerCode',
    biller_unknown: 'BillerCode',
    biller_restricted: 'BillerCode',
    biller_deactivated: 'BillerCode',
  },
});
