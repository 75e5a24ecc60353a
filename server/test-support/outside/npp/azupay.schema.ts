import * as z from 'zod';

/**
 * Azupay Payment and Check Accounts, v1, in our words: https://developer.azupay.com.au/reference/makepayment, /getpayment,
 * /searchpayment and /enquireaccount, read on 1 December 2026.
 */
const ascii = (most: number) => z.string().regex(new RegExp(`^[ -~]{1,${most}}$`));

export const azupayPayment = z.strictObject({
  Payment: z.strictObject({
    clientPaymentId: z.string().regex(/^[a-zA-Z0-9\-_]{5,100}$/),
    payeeName: ascii(140),
    bsb: z.string().regex(/^\d{6}$/),
    accountNumber: z.string().regex(/^\d{4,12}$/),
    paymentAmount: z.string().regex(/^\d+\.\d{2}$/),
    paymentDescription: z.string().min(5).max(280),
    paymentReference: z.string().max(35).optional(),
    ultimatePayerName: z
      .string()
      .regex(/^[a-zA-Z0-9\-_ ]{1,140}$/)
      .optional(),
  }),
});

export const azupaySearch = z.strictObject({
  PaymentSearch: z.strictObject({ clientPaymentId: z.string().regex(/^[a-zA-Z0-9\-_]{5,100}$/) }),
});

export const azupayEnquiry = z.strictObject({ bsb: z.string().regex(/^\d{6}$/) });
