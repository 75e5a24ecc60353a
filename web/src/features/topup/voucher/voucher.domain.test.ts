import { describe, expect, it } from 'vitest';
import { refusedVoucher } from './voucher.domain.ts';

describe('a refused voucher', () => {
  it('marks number and code if it is unknown or its code is wrong', () => {
    expect(refusedVoucher({ code: '20052', field: 'AccessCode', status: 400 }, true)).toEqual({
      problems: { number: 'voucherRefused', code: 'voucherRefused' },
    });
  });

  it('marks both if its person is blocked, or a rule of the server rejects one', () => {
    for (const [code, field] of [
      ['20245', 'AccessCode'],
      ['20010', 'VoucherId'],
    ] as const)
      expect(refusedVoucher({ code, field, status: 400 }, true)).toEqual({
        refusal: { code, fields: ['number', 'code'], isTrouble: false },
      });
  });

  it('marks neither if the card, a failure or a missing response is the cause', () => {
    expect(refusedVoucher({ code: '10001', field: 'MemberNumber', status: 400 }, true)).toBeUndefined();
    expect(refusedVoucher({ code: '429', status: 429 }, true)).toBeUndefined();
    expect(refusedVoucher({ code: '99999', status: 0 }, true)).toBeUndefined();
  });
});
