import { expect, it } from 'vitest';
import { feeNotice } from './upgrade-fee.domain.ts';

it.each([
  [0, true, null],
  [0, false, null],
  [0.01, true, 'confirm.feeNotice'],
  [4.5, true, 'confirm.feeNotice'],
  [4.5, false, 'confirm.feeLater'],
])('the notice of a fee of %d, asked by a login: %s, is %s', (fee, isUser, notice) => {
  expect(feeNotice(fee, isUser)).toBe(notice);
});
