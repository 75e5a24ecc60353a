import * as z from 'zod/mini';
import { accountNumber } from '../../wire.ts';

/** Letters and digits that a voucher's code has at most. */
export const VOUCHER_CODE_MAXIMUM = 20;
/** What may be typed of a code, spaces and hyphens included. */
export const VOUCHER_CODE_TYPED_MAXIMUM = 2 * VOUCHER_CODE_MAXIMUM;

const compact = (typed: string) => typed.replace(/[\s-]/g, '');
const typed = (problem: string) =>
  z.string().check(z.minLength(1, 'required'), z.maxLength(VOUCHER_CODE_TYPED_MAXIMUM, problem));

/** 11 digits; spaces and hyphens are ignored. */
export const voucherId = z.pipe(
  z.pipe(typed('voucherIdTooShort'), z.transform(compact)),
  z.string().check(z.regex(/^\d{11}$/, 'voucherIdTooShort')),
);

/** At least 6 characters; spaces and hyphens are ignored. */
export const voucherCode = z.pipe(
  z.pipe(typed('accessCodeTooShort'), z.transform(compact)),
  z.string().check(z.regex(/^[A-Za-z0-9]{6,}$/, 'accessCodeTooShort')),
);

/** A voucher, and the account that it is for. */
export const voucherOfAccount = z.object({ MemberNumber: accountNumber, VoucherId: voucherId });
