import { LANGUAGES } from '../rules/languages.ts';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';
import { brandIdentifier } from '../wire.ts';

export const country = z.object({
  /** ISO 3166-1 alpha-2. */
  Code: z.string(),
  Name: z.string(),
  IsDefault: z.boolean(),
  States: z.array(z.object({ StateCode: z.string(), StateName: z.string(), IsDefault: z.boolean() })),
});

/** All countries, the brand's own first, then by name in the asked language. */
export const getCountries = operation({
  name: 'getCountries',
  method: 'POST',
  reads: true,
  path: 'country/getall',
  auth: 'public',
  proof: 'none',
  summary: 'Countries and their states',
  /** May be left out. */
  body: z._default(z.object({ brand: z.optional(brandIdentifier), language: z.optional(z.enum(LANGUAGES)) }), {}),
  response: z.object({ Countries: z.array(country) }),
  errors: ['not_found'],
});
