import * as z from 'zod';

/**
 * Azupay Account Check, v1 (early release), in our words: https://developer.azupay.com.au/reference/checkaccountdetails
 * and https://developer.azupay.com.au/changelog/account-check-api-account-name-validation-rules (26 January 2026), read
 * on 29 November 2026. The pages list no codes of results; those here are of ISO 20022.
 */
const printable = (least: number, most: number) => z.string().regex(new RegExp(`^[ -~]{${least},${most}}$`));

export const azupayRequest = z.strictObject({
  accountCheckId: printable(5, 100),
  bsb: z.string().regex(/^\d{6}$/),
  accountNumber: z.string().regex(/^\d{4,12}$/),
  /** No space at either end, and two characters or more. */
  accountName: z
    .string()
    .regex(/^\S.*\S$/)
    .max(140),
  purposeCode: z.enum(['PYMT', 'PAYE', 'MAND', 'PIRQ', 'VADR']),
  additionalDetails: z.strictObject({ endUserId: printable(1, 50), endUserSessionId: printable(1, 34) }),
});

/** 200, whether or not a name could be compared. */
export const azupayAnswer = z.strictObject({
  accountCheckResultCode: z.string(),
  accountCheckResult: z.string(),
  displayAccountName: z.string().optional(),
  errorReasonCode: z.enum(['NAVL', 'RFSL', 'TMNY', 'TIME', 'TECH', 'BSBN', 'NCOP', 'OOUT', 'CNPF']).optional(),
  errorReasonDescription: z.string().optional(),
  retryAdvice: z.boolean().optional(),
});

/** 400, 401 and 403. */
export const azupayRefusal = z.strictObject({
  message: z.string(),
  details: z.strictObject({ failureCode: z.string(), failureReason: z.string() }).optional(),
});
