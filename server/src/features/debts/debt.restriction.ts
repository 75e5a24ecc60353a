import type { Restriction } from '../payments/public.ts';
import { inDebt } from './debt.store.ts';

/** No money leaves an account that owes something. What comes in pays the debt first. */
export const debt: Restriction = {
  name: 'debt',
  refusal: 'card_problem',
  read: ({ tx, tenantId }, accounts) => inDebt(tx, tenantId, accounts),
};
