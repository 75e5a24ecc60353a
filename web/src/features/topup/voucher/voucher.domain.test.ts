import { describe, expect, it } from 'vitest';
import { refusedVoucher } from './voucher.domain.ts';

describe('a refused voucher', () => {
  it('that is unknown or whose code is wrong marks number and code', () => {
    expect(refusedVoucher({ code: '20052', field: 'AccessCode', status: 400 }, true)).toEqual({
      problems: { number: 'voucherRefused', code: 'voucherRefused' },
    });
  });

  it('marks both when its person is stopped, or a rule of the server finds one wrong', () => {
    for (const [code, field] of [
      ['20245', 'AccessCode'],
      ['20010', 'VoucherId'],
    ] as const)
      expect(refusedVoucher({ code, field, status: 400 }, true)).toEqual({
        refusal: { code, fields: ['number', 'code'], isTrouble: false },
      });
  });

  it('marks neither for what is not about it: the card, trouble, no answer', () => {
    expect(refusedVoucher({ code: '10001', field: 'MemberNumber', status: 400 }, true)).toBeUndefined();
    expect(refusedVoucher({ code: '429', status: 429 }, true)).toBeUndefined();
    expect(refusedVoucher({ code: '99999', status: 0 }, true)).toBeUndefined();
  });
});
