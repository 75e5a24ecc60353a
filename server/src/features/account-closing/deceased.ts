import type { Restriction } from '../payments/public.ts';
import { listOfTheDead } from './ending.store.ts';

/** Blocks payments from the account of a deceased person, except by the programme to the estate. */
export const deceased: Restriction = {
  name: 'deceased',
  refusal: 'invalid_card_details',
  async read({ tx, tenantId }, accounts) {
    return new Set(await listOfTheDead(tx, tenantId, accounts));
  },
};
