import * as z from 'zod';

/**
 * Azupay Payment and Check Accounts, v1, in our words: https://developer.azupay.com.au/reference/makepayment, /getpayment,
 * /searchpayment, /enquireaccount and /checkpayid, read on 1 December 2026.
 */
const ascii = (most: number) => z.string().regex(new RegExp(`^[ -~]{1,${most}}$`));

const payId = { payID: z.string().min(1).max(140), payIDType: z.enum(['PHONE', 'EMAIL', 'ABN', 'ORG']) };
const account = { bsb: z.string().regex(/^\d{6}$/), accountNumber: z.string().regex(/^\d{4,12}$/) };

const paymentTo = <To extends z.ZodRawShape>(to: To) =>
  z.strictObject({
    clientPaymentId: z.string().regex(/^[a-zA-Z0-9\-_]{5,100}$/),
    payeeName: ascii(140),
    ...to,
    paymentAmount: z.string().regex(/^\d+\.\d{2}$/),
    paymentDescription: z.string().min(5).max(280),
    paymentReference: z.string().max(35).optional(),
    ultimatePayerName: z
      .string()
      .regex(/^[a-zA-Z0-9\-_ ]{1,140}$/)
      .optional(),
  });

/** A PayID or an account, and not both. */
export const azupayPayment = z.strictObject({ Payment: z.union([paymentTo(account), paymentTo(payId)]) });
export const azupayPayId = z.strictObject(payId);

export const azupaySearch = z.strictObject({
  PaymentSearch: z.strictObject({ clientPaymentId: z.string().regex(/^[a-zA-Z0-9\-_]{5,100}$/) }),
});

export const azupayEnquiry = z.strictObject({ bsb: z.string().regex(/^\d{6}$/) });
