import type { Restriction } from '../payments/public.ts';
import { inDebt } from './debt.store.ts';

/** Blocks outgoing payments of an account with a debt, which incoming money pays first. */
export const debt: Restriction = {
  name: 'debt',
  refusal: 'card_problem',
  read: ({ tx, tenantId }, accounts) => inDebt(tx, tenantId, accounts),
};
