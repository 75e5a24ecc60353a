import * as z from 'zod/mini';
import { operation, SIGNED_IN } from '../operation.ts';
import { instant } from '../wire.ts';
import { fundsSource } from './source.ts';

/** Whether the money of a card can go back to a bank account now. */
export const returnFundStatus = operation({
  name: 'returnFundStatus',
  method: 'POST',
  reads: true,
  path: 'card/returnfundstatus',
  auth: SIGNED_IN,
  proof: 'session',
  ids: { SourceAccountNumber: 'cardAccount', MaskedCardNumber: 'maskedCard', ExpirationDate: 'cardExpiry' },
  summary: 'Whether funds can be returned',
  body: fundsSource,
  response: z.object({
    CanRequestFund: z.boolean(),
    /** Added: the code that returnfund would be refused with now, whatever the destination; null: none. */
    Refusal: z.nullable(z.string()),
    /** Purchases that are not cleared yet, or funds that are on their way back. */
    HasPendingTransation: z.boolean(),
    /** Added: the password was reset, and no funds go back until then. */
    HeldUntil: z.nullable(instant),
  }),
  errors: ['invalid_card_details'],
});
