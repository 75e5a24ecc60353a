import type { Restriction } from '../payments/public.ts';
import { listFrozen } from './sanction-hit.store.ts';

/** Keeps the money of an account whose owner's name is like one of the list. The refusal is one that others have too. */
export const frozen: Restriction = {
  name: 'frozen',
  refusal: 'invalid_card_details',
  async read({ tx, tenantId }, accounts) {
    return new Set(await listFrozen(tx, tenantId, accounts));
  },
};
