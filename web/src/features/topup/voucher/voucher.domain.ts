import { type Failed, refusalOf } from '../../../form/form.domain.ts';

type VoucherField = 'number' | 'code';

const WRONG = '20052';

/** How a refused voucher is shown: number and code are both marked, for either may be the wrong one. */
export function refusedVoucher(
  failure: { readonly code: string; readonly field?: string; readonly status: number },
  isOnline: boolean,
): Failed<VoucherField> | undefined {
  if (failure.code === WRONG) return { problems: { number: 'voucherRefused', code: 'voucherRefused' } };
  const isOfVoucher = failure.field === 'VoucherId' || failure.field === 'AccessCode';
  return isOfVoucher ? { refusal: refusalOf(failure, ['number', 'code'], isOnline) } : undefined;
}
