import { expect, it } from 'vitest';
import { feeNotice } from './upgrade-fee.domain.ts';

it.each([
  [0, true, null],
  [0, false, null],
  [0.01, true, 'confirm.feeNotice'],
  [4.5, true, 'confirm.feeNotice'],
  [4.5, false, 'confirm.feeLater'],
])('words a fee of %d, requested by a login: %s, as %s', (fee, isUser, notice) => {
  expect(feeNotice(fee, isUser)).toBe(notice);
});
