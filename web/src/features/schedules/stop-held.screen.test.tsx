import { deleteScheduledPayment, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, refuse } from '../../../test-support/given-server.ts';
import { HELD_PAYMENT as HELD } from '../../../test-support/held-payment.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenBrand } from '../../../test-support/brand-view.ts';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

test.each(LANGUAGES)('a held payment that was just paid is not shown as cancelled, in %s', async (language) => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [HELD], bpayPayments: [] });
  await openScreen(paths.scheduledPayment(HELD.id), { as: 'account', language });
  const words = (key: string, values = {}) => wordsIn(language, `schedules:${key}`, values);
  await page.getByRole('button', { name: `${words('stop')} ${HELD.accountName}` }).click();
  const dialog = page.getByRole('dialog');
  // It was paid meanwhile: the server refuses, and its list no longer has it.
  refuse(deleteScheduledPayment, 'payment_made', 'scheduledPaymentId');
  answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
  await dialog.getByRole('button', { name: wordsIn(language, 'settlement:stop.action') }).click();
  await expect.element(dialog.getByText(wordsIn(language, 'errors:20318'))).toBeVisible();
  await expect
    .element(page.getByText(wordsIn(language, 'settlement:stop.done', { name: HELD.accountName })))
    .not.toBeInTheDocument();
  await expectAccessible();
});

test('bills have a tab at a brand without BPAY only while some are left', async () => {
  givenAccount();
  const settings = { Features: { ...givenBrand('wattle').Features, bpay: false } };
  const tabs = page.getByRole('tab');
  answer(getScheduledPayments, { transferPayments: [HELD], bpayPayments: [HELD] });
  await openScreen(paths.scheduledPayments(), { as: 'account', settings });
  await expect.element(tabs.getByText('BPAY')).toBeVisible();
  answer(getScheduledPayments, { transferPayments: [HELD], bpayPayments: [] });
  await openScreen(paths.scheduledPayments(), { as: 'account', settings });
  await expect.element(page.getByText(HELD.accountName).first()).toBeVisible();
  expect(tabs.elements()).toEqual([]);
});

test.each([null, HELD.heldUntil])(
  'a payment that can be stopped can be reported as a scam: held until %s',
  async (heldUntil) => {
    givenAccount();
    answer(getScheduledPayments, { transferPayments: [{ ...HELD, heldUntil }], bpayPayments: [] });
    await openScreen(paths.scheduledPayment(HELD.id), { as: 'account' });
    await expect
      .element(page.getByRole('link', { name: 'I think this is a scam' }))
      .toHaveAttribute('href', paths.reportScam(HELD.receiptNumber));
  },
);
