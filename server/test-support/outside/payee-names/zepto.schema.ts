import * as z from 'zod';

/**
 * Zepto Validate, version 20260101, in our words: https://docs.zeptopayments.com/reference/post_cop-account-validate and
 * https://docs.zeptopayments.com/docs/cop-error-reason-codes, read on 29 November 2026.
 */
const unreserved = z.string().regex(/^[A-Za-z0-9._~-]{1,64}$/);

export const zeptoRequest = z.strictObject({
  uid: unreserved,
  account_identifier: z.strictObject({ type: z.literal('bban'), value: z.string().regex(/^\d{6}-?\d+$/) }),
  party_name: z.string().min(1),
  requester: z.strictObject({ id: unreserved }),
});

const channels = z.array(z.enum(['npp.sct', 'de.dc']));

/** 200. A name comes for a person with `match` and `close_match`, for a business with `no_match` too. */
export const zeptoAnswer = z.strictObject({
  data: z.strictObject({
    outcome: z.strictObject({
      result: z.enum(['match', 'close_match', 'no_match', 'account_closed']),
      match_name: z.string().optional(),
      message: z.string().optional(),
    }),
    insights: z
      .strictObject({
        risk_score: z.int().min(0).max(100).optional(),
        is_joint: z.boolean().optional(),
        suggested_payment_channels: channels.optional(),
      })
      .optional(),
    uid: unreserved.optional(),
  }),
});

const fault = z.strictObject({
  code: z.string().optional(),
  title: z.string(),
  detail: z.string(),
  retryable: z.boolean().optional(),
  links: z.strictObject({ about: z.string() }).optional(),
});

/** 404 names the question, 401, 403 and 422 do not; 429 has an empty body. */
export const zeptoRefusal = z.strictObject({
  errors: z.array(fault).min(1),
  data: z.strictObject({ uid: unreserved }).optional(),
});
