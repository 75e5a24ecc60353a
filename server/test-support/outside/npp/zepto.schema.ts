import * as z from 'zod';

/**
 * Zepto API, version 20260101, in our words: https://docs.zeptopayments.com/reference, /addananyonecontact, /makeapayment
 * and /listalltransactions, read on 1 December 2026.
 */
const printable = z.string().regex(/^[ -~]+$/);

export const zeptoContact = z.strictObject({
  name: printable.max(140),
  email: z.email().max(256),
  branch_code: z.string().regex(/^\d{6}$/),
  account_number: z.string().regex(/^\d+$/),
});

export const zeptoPayment = z.strictObject({
  description: printable,
  matures_at: z.iso.datetime(),
  your_bank_account_id: z.uuid(),
  channels: z.array(z.enum(['new_payments_platform', 'direct_entry'])).min(1),
  metadata: z.record(z.string(), z.string()),
  payouts: z.tuple([
    z.strictObject({
      amount: z.int().min(1).max(99_999_999_999),
      description: printable,
      recipient_contact_id: z.uuid(),
      end_to_end_id: z.string().max(35),
      metadata: z.record(z.string(), z.string()),
    }),
  ]),
});
export type ZeptoPayment = z.output<typeof zeptoPayment>;

export const zeptoList = z.strictObject({
  both_parties: z.literal('true'),
  min_created_date: z.iso.datetime(),
  max_created_date: z.iso.datetime(),
  per_page: z.coerce.number().max(100),
  page: z.coerce.number().min(1),
});
