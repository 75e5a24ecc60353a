import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier } from '../wire.ts';
import { countryCode } from './address.ts';

/** The parts of an address that a search has found. A part that it lacks is empty. Counted like a search. */
export const getDetailedAddress = operation({
  name: 'getDetailedAddress',
  method: 'POST',
  path: 'address/getDetailedAddress',
  auth: 'public',
  proof: 'none',
  summary: 'The parts of an address that was found',
  body: z.object({
    brand: z.optional(brandIdentifier),
    /** Of a hit. */
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
