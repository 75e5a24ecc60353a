import * as z from 'zod/mini';
import { instant, isoDate, money } from '../../wire.ts';

/** Names a link in its address: 22 characters, random. */
export const linkToken = z.string().check(z.regex(/^[\w-]{22}$/, 'required'));

/** For how many days a link can be used. */
export const LINK_DAYS = [7, 30, 90] as const;

const PAYER_NAME_MAXIMUM = 60;

/** Who pays, as they give it: letters of any script, marks of names, no digits. */
export const payerName = z
  .string('required')
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(PAYER_NAME_MAXIMUM, 'textTooLong'),
    z.regex(/^[\p{L}\p{M}][\p{L}\p{M} .,'’-]*$/u, 'required'),
  );

/** A link as its owner sees it. */
export const paymentLink = z.object({
  LinkId: z.string(),
  Token: linkToken,
  /** Dollars of one payment, at most. */
  MaximumAmount: money,
  /** The last day. */
  EndsOn: isoDate,
  /** False once it has ended. */
  IsOpen: z.boolean(),
  Payments: z.array(z.object({ PayerName: z.string(), Amount: money, PaidAt: instant })),
});
