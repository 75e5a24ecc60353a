import {
  deleteScheduledPayment,
  getScheduledPayments,
  type ScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, refuse } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

const HELD: ScheduledPayment = {
  id: 'b0a7c0de-0000-4000-8000-000000000001',
  transferType: 3,
  transferTypeDescription: 'Transfer to another bank',
  frequency: 21,
  startDate: '2026-11-21',
  endDate: null,
  noOfPayments: null,
  paymentsLeft: 1,
  nextDate: '2026-11-21',
  nextPaymentDate: '2026-11-21',
  isReturnOfFunds: false,
  state: 'Active',
  amount: 350,
  heldUntil: '2026-11-21T02:00:00.000Z',
  isWaiting: false,
  accountName: 'Jordan Blake',
  bsb: '000101',
  accountNumber: '44172208',
  purpose: 2,
  description: '',
  recipientDescription: 'Bond',
  runs: [],
};

test.each(LANGUAGES)('a held payment that was just paid is not shown as cancelled, in %s', async (language) => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [HELD], bpayPayments: [] });
  await openScreen(paths.scheduledPayments(), { as: 'account', language });
  const words = (key: string, values = {}) => wordsIn(language, `schedules:${key}`, values);
  await page.getByRole('button', { name: `${words('stop')} ${HELD.accountName}` }).click();
  const dialog = page.getByRole('dialog');
  // It was paid meanwhile: the server refuses, and its list no longer has it.
  refuse(deleteScheduledPayment, 'payment_made', 'scheduledPaymentId');
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  await dialog.getByRole('button', { name: words('stopAction') }).click();
  await expect.element(dialog.getByText(wordsIn(language, 'errors:20318'))).toBeVisible();
  await expect.element(page.getByText(words('stopped', { name: HELD.accountName }))).not.toBeInTheDocument();
  await expectAccessible();
});
