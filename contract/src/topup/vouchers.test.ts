import { expect, it } from 'vitest';
import { validateVoucher } from './vouchers.ts';

function judge(given: { readonly VoucherId?: string; readonly AccessCode?: string }) {
  const body = { MemberNumber: '200100017', VoucherId: '80000000010', AccessCode: '654321', ...given };
  const { success, error } = validateVoucher.body.safeParse(body);
  return success ? 'taken' : error?.issues.map(({ path, message }) => [path[0], message]);
}

it.each([
  ['', 'required'],
  ['8000000001', 'voucherIdTooShort'],
  ['800000000100', 'voucherIdTooShort'],
  ['8000000001O', 'voucherIdTooShort'],
])('the number of a voucher is 11 digits: "%s" is %s', (VoucherId, problem) => {
  expect(judge({ VoucherId })).toEqual([['VoucherId', problem]]);
});

it.each([
  ['', 'required'],
  ['65432', 'accessCodeTooShort'],
  ['65-43-2', 'accessCodeTooShort'],
])('the code of a voucher is at least 6 characters: "%s" is %s', (AccessCode, problem) => {
  expect(judge({ AccessCode })).toEqual([['AccessCode', problem]]);
});

it('accepts a number and a code with spaces and hyphens, and a longer code', () => {
  expect(judge({})).toBe('taken');
  expect(judge({ VoucherId: '8000 0000-010', AccessCode: 'ab-12 34' })).toBe('taken');
  expect(judge({ AccessCode: '6543210' })).toBe('taken');
});
