import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { ADDRESS_SEARCH_FROM } from '../rules/address-search.ts';
import { brandIdentifier } from '../wire.ts';
import { typed } from '../typed.ts';

/** ISO 3166-1 alpha-2. A country that no service knows has no hits. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/, 'required'));

/**
 * Addresses that match what was typed so far, best first. Searches are counted by the caller's network
 * address: above the rate 429. Where the address service does not answer: 503, and the address is typed in.
 */
export const getMatchedAddresses = operation({
  name: 'getMatchedAddresses',
  method: 'POST',
  reads: true,
  path: 'address/getMatchedAddresses',
  auth: 'public',
  proof: 'none',
  summary: 'Addresses that match what was typed',
  body: z.object({
    brand: z.optional(brandIdentifier),
    searchString: z
      .string()
      .check(typed.line(), z.minLength(ADDRESS_SEARCH_FROM, 'required'), z.maxLength(100, 'required')),
    countryCode,
  }),
  response: z.object({ Addresses: z.array(z.object({ Id: z.string(), Text: z.string() })) }),
  errors: ['not_found'],
});

/** The parts of an address that a search has found. A part that it lacks is empty. Counted like a search. */
export const getDetailedAddress = operation({
  name: 'getDetailedAddress',
  method: 'POST',
  reads: true,
  path: 'address/getDetailedAddress',
  auth: 'public',
  proof: 'none',
  summary: 'The parts of an address that was found',
  body: z.object({
    brand: z.optional(brandIdentifier),
    /** Id of a hit. */
    id: z.string().check(z.minLength(1, 'required'), z.maxLength(200, 'required')),
    countryCode,
  }),
  response: z.object({
    AddressLine1: z.string(),
    AddressLine2: z.string(),
    UnitNumber: z.string(),
    StreetNumber: z.string(),
    StreetName: z.string(),
    Suburb: z.string(),
    /** Code of the state or region, as in the country list: `NSW`, `AUK`. */
    State: z.string(),
    PostCode: z.string(),
    CountryCode: countryCode,
  }),
  errors: ['not_found'],
});
