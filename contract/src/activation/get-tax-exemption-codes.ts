import { LANGUAGES } from '../rules/languages.ts';
import * as z from 'zod/mini';
import { operation } from '../operation.ts';

/** Reasons why somebody needs no tax file number, in the asked language. */
export const getTaxExemptionCodes = operation({
  name: 'getTaxExemptionCodes',
  method: 'GET',
  path: 'onlineAccount/GetTaxExemptionCodes',
  auth: 'public',
  proof: 'none',
  summary: 'Reasons for a tax exemption',
  query: z.object({ language: z.optional(z.enum(LANGUAGES)) }),
  response: z.object({ TaxExemptionCodes: z.array(z.object({ Key: z.string(), Value: z.string() })) }),
});
