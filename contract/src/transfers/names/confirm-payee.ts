import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../../operation.ts';
import { bsbNumber } from '../bsb/bsb.ts';
import { accountTitle } from '../external/direct-entry.ts';
import { bankAccountNumber } from '../transfer.ts';

/**
 * Compares the name of a payee with the one that the other side knows. It informs and never blocks: silence is
 * `cannotSay`, and so is a caller or an account that was asked about too often.
 */
export const confirmPayee = operation({
  name: 'confirmPayee',
  method: 'POST',
  reads: true,
  path: 'transfer/confirmPayee',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { AccountNumber: 'anyone' },
  summary: 'Whether a name is that of an account',
  body: z.object({
    /** Without one it is an account of the same brand. */
    Bsb: z.optional(z.nullable(bsbNumber)),
    AccountNumber: bankAccountNumber,
    AccountName: accountTitle,
  }),
  response: z.object({
    Outcome: z.enum(['match', 'close', 'noMatch', 'cannotSay', 'closed']),
    /** The name of a business, as the other side returns it. A person's is never told. */
    BusinessName: z.nullable(z.string()),
  }),
  errors: [],
});
