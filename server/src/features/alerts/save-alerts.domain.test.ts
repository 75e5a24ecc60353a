import { expect, it } from 'vitest';
import { allowedChannels } from './save-alerts.domain.ts';

const NO_WAY = {
  bank_transfer: [],
  debit_card: [],
  auto_top_up: [],
  voucher_top_up: [],
  declined: [],
  statement: [],
  over_value: [],
  low_balance: [],
};
const REACH = { email: true, sms: false, push: false };

it('keeps a channel that was saved before without a device, and adds none that never reached the person', () => {
  expect(allowedChannels(REACH, { ...NO_WAY, debit_card: [1, 3] })).toEqual({ email: true, sms: false, push: true });
  expect(allowedChannels(REACH, NO_WAY)).toEqual(REACH);
  expect(allowedChannels(REACH, undefined)).toEqual(REACH);
});
