import * as z from 'zod/mini';
import { operation, WEB_ACCOUNT } from '../operation.ts';
import { carriedBy } from '../proof.ts';
import { accountNumber, done, instant, isoDate, money } from '../wire.ts';
import { typed } from '../typed.ts';

/** Letters and digits that a voucher's code has at most. */
export const VOUCHER_CODE_MAXIMUM = 20;

/** Characters accepted in a code, spaces and hyphens included. */
export const VOUCHER_CODE_TYPED_MAXIMUM = 2 * VOUCHER_CODE_MAXIMUM;

/** 11 digits. */
export const voucherId = z.string().check(typed.digits(), typed.required(), z.regex(/^\d{11}$/, 'voucherIdTooShort'));

/** At least 6 characters. */
export const voucherCode = z
  .string()
  .check(
    typed.digits(),
    typed.required(),
    z.maxLength(VOUCHER_CODE_TYPED_MAXIMUM, 'accessCodeTooShort'),
    z.regex(/^[A-Za-z0-9]{6,}$/, 'accessCodeTooShort'),
  );

/** A voucher, and the account that it is for. */
export const voucherOfAccount = z.object({ MemberNumber: accountNumber, VoucherId: voucherId });

/**
 * Checks number and code of a voucher. What follows within ten minutes in the same session needs no code. One
 * answer, 20052, for a voucher that is unknown, used, expired or blocked, and for a wrong code. Five wrong codes
 * stop the caller for 24 hours: 20245.
 */
export const validateVoucher = operation({
  name: 'validateVoucher',
  method: 'POST',
  path: 'topup/voucher-validate',
  auth: WEB_ACCOUNT,
  proof: carriedBy('AccessCode'),
  ids: { MemberNumber: 'account', VoucherId: 'anyone' },
  summary: 'Check number and code of a voucher',
  body: z.extend(voucherOfAccount, { AccessCode: voucherCode }),
  response: done,
  errors: [
    'invalid_card_details',
    'card_problem',
    'access_code_wrong',
    'login_locked_or_token_expired',
    'too_many_requests',
  ],
});

/** Value of a voucher whose code was entered in this session. */
export const getVoucherBalance = operation({
  name: 'getVoucherBalance',
  method: 'POST',
  reads: true,
  path: 'topup/voucher-balance',
  auth: WEB_ACCOUNT,
  proof: 'session',
  ids: { MemberNumber: 'account', VoucherId: 'voucher' },
  summary: 'What a voucher is worth',
  body: voucherOfAccount,
  response: z.object({
    Balance: money,
    /** Its last day. */
    ExpiryDate: isoDate,
  }),
  errors: ['invalid_card_details', 'card_problem', 'access_code_wrong'],
});

/**
 * Loads all that a voucher is worth onto an account, once its code was given in this session. 20071 where the
 * balance, with what is on its way, would pass the account's maximum.
 */
export const redeemVoucher = operation({
  name: 'redeemVoucher',
  method: 'POST',
  path: 'topup/voucher-redeem',
  auth: WEB_ACCOUNT,
  proof: 'session',
  money: true,
  ids: { MemberNumber: 'account', VoucherId: 'voucher' },
  summary: 'Redeem a voucher',
  body: voucherOfAccount,
  response: z.object({
    ReceiptNumber: z.string(),
    TransactionDate: instant,
    /** Dollars that were loaded. */
    Amount: money,
  }),
  errors: ['invalid_card_details', 'card_problem', 'access_code_wrong', 'outside_load_limits', 'key_reused'],
});
