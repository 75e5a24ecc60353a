import type { Blocker } from '../payments/public.ts';
import { inDebt } from './debt.store.ts';

/** No money leaves an account that owes something. What comes in pays the debt first. */
export const debt: Blocker = {
  name: 'debt',
  refusal: 'card_problem',
  read: ({ tx, tenantId }, accounts) => inDebt(tx, tenantId, accounts),
};
