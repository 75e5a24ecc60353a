import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../../operation.ts';
import { accountNumber } from '../../wire.ts';

/** Where a bank transfer onto an account is sent to. */
export const getTopupBank = operation({
  name: 'getTopupBank',
  method: 'GET',
  path: 'topup/bank',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { accountNumber: 'account' },
  summary: 'Bank details that load an account',
  query: z.object({ accountNumber }),
  response: z.object({
    AccountName: z.string(),
    /** `xxx-xxx`. */
    Bsb: z.string(),
    AccountNumber: z.string(),
    /** Banking days until the money is there, at most. */
    BankingDays: z.number(),
  }),
  errors: ['invalid_card_details', 'card_problem'],
});
