import {
  getScheduledPayments,
  type ScheduledPayment,
  skipScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { expectText, press } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, sent } from '../../../test-support/given-server.ts';
import { HELD_PAYMENT } from '../../../test-support/held-payment.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { paths } from '../../paths.ts';

/** Every Saturday, paid on Mondays. */
const WEEKLY: ScheduledPayment = {
  ...HELD_PAYMENT,
  frequency: 1,
  startDate: '2026-11-28',
  nextDate: '2026-11-28',
  nextPaymentDate: '2026-11-30',
  paymentsLeft: null,
  heldUntil: null,
  amount: 80,
  comingPayments: [
    { plannedDate: '2026-11-28', paymentDate: '2026-11-30' },
    { plannedDate: '2026-12-05', paymentDate: '2026-12-07' },
    { plannedDate: '2026-12-12', paymentDate: '2026-12-14' },
  ],
};

test('a weekly payment says once when it is made, and leaves out the next one on a press', async () => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [WEEKLY], bpayPayments: [] });
  await openScreen(paths.scheduledPayments(), { as: 'account' });
  await page.getByRole('link', { name: /Every week, first on Monday 30 November/ }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Jordan Blake' })).toBeVisible();
  await expectText(
    page.getByRole('paragraph').filter({ hasText: '$80.00 every week' }),
    /^\$80\.00 every week, first on Monday 30 November, until you stop it\. Saturdays move to Monday\.$/,
  );
  await expectText(page.getByText(/^Nothing yet/), 'Nothing yet. The first payment leaves on Monday 30 November.');
  await expectAccessible();
  await press('Skip 30 Nov');
  answer(skipScheduledPayment, { IsSuccessful: true });
  answer(getScheduledPayments, {
    transferPayments: [{ ...WEEKLY, nextDate: '2026-12-05', comingPayments: WEEKLY.comingPayments.slice(1) }],
    bpayPayments: [],
  });
  await press('Skip payment');
  await expect.element(page.getByRole('button', { name: 'Skip 7 Dec' })).toBeVisible();
  expect(sent(skipScheduledPayment).map(({ body }) => body.plannedDate)).toEqual(['2026-11-28']);
});

test('a payment that was stopped elsewhere says so', async () => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  await openScreen(paths.scheduledPayment(WEEKLY.id), { as: 'account' });
  await expect.element(page.getByText('This payment isn’t scheduled any more')).toBeVisible();
  await expectAccessible();
});
