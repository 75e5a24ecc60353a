import * as z from 'zod/mini';
import { LANGUAGES } from '../rules/languages.ts';
import { ACTIVATION_OR_LOGIN, operation } from '../operation.ts';
import { checkTaxFileNumber, MASKED_TAX_FILE_NUMBER } from '../rules/tax-file-number.ts';
import { OUT_OF_TURN } from './activation.ts';
import { digitsText } from '../rules/typed-text.ts';

/** Reasons why someone needs no tax file number, in the asked language. */
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

/** Reasons why someone needs no tax file number. Stored as `EXEMPT` and the code. */
export const TAX_EXEMPTION_CODES = ['pension', 'otherPension', 'lowIncome', 'nonResident', 'childUnder16'] as const;
export type TaxExemptionCode = (typeof TAX_EXEMPTION_CODES)[number];

/** The stars of a known number are accepted and leave it unchanged. */
const problemOf = (number: string) => (number === MASKED_TAX_FILE_NUMBER ? null : checkTaxFileNumber(number));

const taxFileNumber = z.string().check(
  z.overwrite((number) => (number === MASKED_TAX_FILE_NUMBER ? number : digitsText(number))),
  z.minLength(1, 'taxFileNumberValid'),
  z.maxLength(20, 'taxFileNumberLengthValid'),
  z.refine((number: string) => problemOf(number) !== 'taxFileNumberLengthValid', 'taxFileNumberLengthValid'),
  z.refine((number: string) => problemOf(number) !== 'taxFileNumberValid', 'taxFileNumberValid'),
);

/**
 * Added: a tax file number, an exemption, or neither for now. During an activation it is kept for the new holder; a
 * signed-in primary holder sets their own, where the account earns interest on a debit product (else 10001). The nine
 * stars of a known number are accepted and leave it unchanged.
 */
export const setTaxFileNumber = operation({
  name: 'setTaxFileNumber',
  method: 'POST',
  path: 'onlineAccount/SetTaxFileNumber',
  auth: ACTIVATION_OR_LOGIN,
  proof: 'session',
  ids: { TaxFileNumber: 'anyone' },
  summary: 'Set a tax file number or an exemption',
  body: z.discriminatedUnion('Kind', [
    z.object({ Kind: z.literal('number'), TaxFileNumber: taxFileNumber }),
    z.object({ Kind: z.literal('exemption'), ExemptionCode: z.enum(TAX_EXEMPTION_CODES, 'taxExemptionCodeValid') }),
    z.object({ Kind: z.literal('notNow') }),
  ]),
  response: z.object({ IsSuccessful: z.literal(true) }),
  errors: [...OUT_OF_TURN, 'identity_not_verified'],
});
