import * as z from 'zod';

/**
 * Azupay Payment Agreement and Payment Initiation, v1, in our words:
 * https://developer.azupay.com.au/reference/createpaymentagreement, /changestatusofpaymentagreement,
 * /searchpaymentagreement, /makepaymentinitiation and /searchpaymentinitiation, read on 1 December 2026.
 */
const key = z.string().min(5).max(100);
const clientId = z.string().min(5).max(50);
const money = z.string().regex(/^\d+\.\d{2}$/);
const printable = (least: number, most: number) => z.string().regex(new RegExp(`^[ -~]{${least},${most}}$`));

export const azupayAgreement = z.strictObject({
  PaymentAgreement: z.strictObject({
    clientId,
    contractId: z.string().min(1).max(50),
    clientTransactionId: key,
    agreementExpiryMinutes: z.int().min(5).max(7_199),
    payerDetails: z.strictObject({
      name: z
        .string()
        .max(100)
        .regex(/^[!-~]+( [!-~]+)*$/),
      type: z.enum(['Person', 'Organisation']),
      bankAccountDetails: z.strictObject({
        bsb: z.string().regex(/^\d{6}$/),
        accountNumber: z.string().regex(/^\d{4,9}$/),
      }),
    }),
    payeeDetails: z.strictObject({ payeeName: printable(1, 140) }),
    paymentAgreementType: z.literal('PERSONAL'),
    description: printable(5, 140),
    agreementDetails: z.strictObject({
      usageBasedAgreementDetails: z.strictObject({
        maximumAmount: money,
        startDate: z.iso.date(),
        frequency: z.literal('ADHOC'),
      }),
    }),
  }),
});

export const azupayAgreementSearch = z.strictObject({
  PaymentAgreementSearch: z.strictObject({ contractId: z.string().min(1).max(50) }),
});

export const azupayInitiation = z.strictObject({
  PaymentInitiation: z.strictObject({
    clientId,
    paymentAgreementId: z.string().min(1),
    clientTransactionId: key,
    paymentAmount: money,
    reference: printable(1, 35),
  }),
});

export const azupayInitiationSearch = z.strictObject({
  PaymentInitiationSearch: z.strictObject({ clientTransactionId: key }),
});
