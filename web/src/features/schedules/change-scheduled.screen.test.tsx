import { giveProof, startStepUp } from '@wattle/contract/access/step-up.ts';
import {
  changeScheduledPayment,
  getPaymentDates,
  getScheduledPayments,
  type ScheduledPayment,
} from '@wattle/contract/schedules/schedules.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { expectAlert, expectAt, expectText, field, fillDate, press, title } from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { HELD_PAYMENT } from '../../../test-support/held-payment.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../test-support/words.ts';
import { paths } from '../../paths.ts';

/** On the last day of each month, 5 times more. */
const MONTHLY: ScheduledPayment = {
  ...HELD_PAYMENT,
  frequency: 3,
  startDate: '2027-01-31',
  nextDate: '2027-02-28',
  nextPaymentDate: '2027-03-01',
  paymentsLeft: 5,
  heldUntil: null,
  amount: 80,
  description: 'Wilson St',
  comingPayments: [{ plannedDate: '2027-02-28', paymentDate: '2027-03-01' }],
};
const CHANGED = { ...MONTHLY, id: 'b0a7c0de-0000-4000-8000-000000000002', amount: 95.5 };

beforeEach(() => {
  givenAccount();
  answer(getScheduledPayments, { transferPayments: [MONTHLY], bpayPayments: [] });
  answer(getPaymentDates, { IsStraightAway: false, Rail: 'file', OtherwiseArrives: null, Payments: [], Last: null });
});

const open = (language: (typeof LANGUAGES)[number] = 'enAU') =>
  openScreen(paths.changeScheduled(MONTHLY.id), { as: 'account', language });
const bodies = () => sent(changeScheduledPayment).map(({ body }) => body);

test.each(LANGUAGES)('a schedule can be read and changed, in %s', async (language) => {
  await open(language);
  await expectText(title, wordsIn(language, 'schedules:change.title'));
  await expect.element(field(wordsIn(language, 'transfers:field.amount'))).toHaveValue('80.00');
  await expect.element(field(wordsIn(language, 'transfers:schedule.noOfPayments'))).toHaveValue('5');
  await expectAccessibleInBothSchemes();
});

test('what was typed is sent once with the day that it changes from, and leads to the changed payment', async () => {
  await open();
  // A monthly payment keeps its date of the month while its next day stays as it is.
  await expect.poll(() => sent(getPaymentDates).at(-1)?.body.MonthDay).toBe(31);
  await field('Amount in dollars').fill('95.50');
  answer(changeScheduledPayment, { scheduledPaymentId: CHANGED.id, receiptNumber: '263240000021' });
  answer(getScheduledPayments, { transferPayments: [CHANGED], bpayPayments: [] });
  await press('Save changes');
  await expectAt(paths.scheduledPayment(CHANGED.id));
  await expect.element(page.getByText('$95.50 every month')).toBeVisible();
  expect(bodies()).toEqual([
    {
      scheduledPaymentId: MONTHLY.id,
      accountNumber: expect.any(String) as string,
      plannedDate: '2027-02-28',
      Amount: 95.5,
      PaymentFrequency: 3,
      FutureDate: null,
      StartDate: '2027-02-28',
      EndDate: null,
      NoOfPayments: 5,
      Description: 'Wilson St',
    },
  ]);
});

test('it asks for a proof of this change, and sends the same with the same key', async () => {
  await open();
  await field('Amount in dollars').fill('95.50');
  refuse(changeScheduledPayment, 'proof_needed');
  answer(startStepUp, { Methods: ['password'], Passkey: null, NothingUntil: null });
  answer(giveProof, { IsSuccessful: true });
  await press('Save changes');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Password' }).fill('Golden-Wattle-2026');
  answer(changeScheduledPayment, { scheduledPaymentId: CHANGED.id, receiptNumber: '263240000021' });
  answer(getScheduledPayments, { transferPayments: [CHANGED], bpayPayments: [] });
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expectAt(paths.scheduledPayment(CHANGED.id));
  expect(sent(startStepUp)[0]?.body).toMatchObject({
    Purpose: 'payment',
    Content: {
      kind: 'changeScheduledPayment',
      scheduledPaymentId: MONTHLY.id,
      Amount: '95.50',
      StartDate: '2027-02-28',
    },
  });
  const keys = sent(changeScheduledPayment).map(({ headers }) => headers.get('Idempotency-Key'));
  expect([keys.length, new Set(keys).size, keys[0]]).toEqual([2, 1, expect.stringMatching(/.{16}/) as string]);
});

test('wrong dates are said at their fields, and a refusal at the amount', async () => {
  await open();
  await page.getByRole('button', { name: 'Weekly' }).click();
  await fillDate('Next payment date', '2026-11-20');
  await press('Save changes');
  await expectAlert('Choose a first payment date after today');
  expect(bodies()).toEqual([]);
  await fillDate('Next payment date', '2026-12-01');
  refuse(changeScheduledPayment, 'daily_limit_reached', 'Amount');
  await press('Save changes');
  await expectAlert('Your daily payment limit has been reached');
  expect(bodies()).toMatchObject([{ PaymentFrequency: 1, StartDate: '2026-12-01', NoOfPayments: 5 }]);
});

test('a change without an answer is sent with its key once more', async () => {
  await open();
  fail(changeScheduledPayment, 503);
  await press('Save changes');
  await expect.element(page.getByRole('alert')).toBeVisible();
  await press('Save changes');
  await expect.poll(() => sent(changeScheduledPayment).length).toBe(2);
  const [first, second] = sent(changeScheduledPayment).map(({ headers }) => headers.get('Idempotency-Key'));
  expect([typeof first, second]).toEqual(['string', first]);
});

test('on the day of its next payment it says when it can be changed', async () => {
  answer(getScheduledPayments, { transferPayments: [{ ...MONTHLY, nextDate: '2026-11-20' }], bpayPayments: [] });
  await open();
  await expect.element(page.getByText('You can’t change this payment right now')).toBeVisible();
  await expectAccessibleInBothSchemes();
  expect(page.getByRole('button', { name: 'Save changes' }).elements()).toEqual([]);
});
