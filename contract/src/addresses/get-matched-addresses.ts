import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { ADDRESS_SEARCH_FROM } from '../rules/address-search.ts';
import { brandIdentifier } from '../wire.ts';
import { countryCode } from './address.ts';

/**
 * Addresses that match what was typed so far, best first. Searches are counted by the caller's network
 * address: above the rate 429. Where the address service does not answer: 503, and the address is typed in.
 */
export const getMatchedAddresses = operation({
  name: 'getMatchedAddresses',
  method: 'POST',
  path: 'address/getMatchedAddresses',
  auth: 'public',
  proof: 'none',
  summary: 'Addresses that match what was typed',
  body: z.object({
    brand: z.optional(brandIdentifier),
    searchString: z
      .string()
      .check(z.trim(), z.minLength(ADDRESS_SEARCH_FROM, 'required'), z.maxLength(100, 'required')),
    countryCode,
  }),
  response: z.object({ Addresses: z.array(z.object({ Id: z.string(), Text: z.string() })) }),
  errors: ['not_found'],
});
