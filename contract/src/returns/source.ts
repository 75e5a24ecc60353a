import * as z from 'zod/mini';
import { accountNumber, expirationDate, maskedCardNumber } from '../wire.ts';

/** The card whose money goes back. */
export const fundsSource = z.object({
  SourceAccountNumber: accountNumber,
  MaskedCardNumber: maskedCardNumber,
  ExpirationDate: expirationDate,
  /** A pending automatic top-up always counts; the wire carries the field. */
  CheckPendingAutoTopUp: z.optional(z.boolean('required')),
});
