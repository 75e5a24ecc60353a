import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { getPaymentHold } from '@wattle/contract/transfers/payment-hold.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../../test-support/accessible.ts';
import { expectAt, field, press } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { givenPayments } from '../../../../test-support/given-payments.ts';
import { answer, fail, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { LANGUAGES, wordsIn } from '../../../../test-support/words.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';

// The page is open on Friday 20 November 2026, 13:00 in Melbourne.
const HELD_UNTIL = '2026-11-21T02:05:00.000Z';

beforeEach(() => {
  givenAccount();
  givenPayments();
  fail(getOnlineAccount, 503);
});

async function openReview(language: Language, amount = '350', isDrawnOnce = false) {
  const words = (key: string, values = {}) => wordsIn(language, `transfers:${key}`, values);
  await openScreen('/fundsTransfer', { as: 'account', language, isDrawnOnce });
  await page.getByRole('button', { name: new RegExp(words('new.internal.how')) }).click();
  await field(words('field.name')).fill('Jordan Blake');
  await field(words('field.accountNumber')).fill('200100025');
  await field(words('field.amount')).fill(amount);
  await field(words('field.recipientDescription')).fill('Bond');
  await press(words('continue'));
  await expectAt('/confirmTransfer');
  return words;
}

test.each([
  ['enAU', 'We’ll send it tomorrow at 1:05 pm. It arrives Saturday 21 November.'],
  ['zhCN', '明天 13:05 发出。11月21日星期六到账。'],
] as const)('the review says when a held payment leaves and arrives, and why, in %s', async (language, note) => {
  answer(getPaymentHold, { HeldUntil: HELD_UNTIL, NewPayeesTotal: 350 });
  answer(getPaymentDates, {
    IsStraightAway: true,
    Rail: null,
    OtherwiseArrives: null,
    Payments: [{ PlannedDate: '2026-11-21', PaymentDate: '2026-11-21', ArrivalDate: '2026-11-21' }],
    Last: null,
  });
  const words = await openReview(language);
  await expect.element(page.getByText(note, { exact: true })).toBeVisible();
  await expect.element(page.getByText(words('held.whyFirst', { name: 'Jordan Blake' }))).toBeVisible();
  await expect.element(page.getByText(words('held.before'))).not.toBeInTheDocument();
  await expect.element(page.getByText(words('row.now'), { exact: true })).not.toBeInTheDocument();
  expect(sent(transferInternal)).toEqual([]);
  await expectAccessibleInBothSchemes();
});

test.each(LANGUAGES)('what was ordered before on that day is named with it, in %s', async (language) => {
  answer(getPaymentHold, { HeldUntil: HELD_UNTIL, NewPayeesTotal: 370 });
  const words = await openReview(language, '70');
  await expect.element(page.getByText(words('held.whySum', { amount: '$370.00' }))).toBeVisible();
});

test('a payment that is not held says so by its arrival, and one of which nothing is known that it may be', async () => {
  const words = await openReview('enAU');
  await expect.element(page.getByText(words('row.now'), { exact: true })).toBeVisible();
  await expect.element(page.getByText(words('held.before'))).not.toBeInTheDocument();
  fail(getPaymentHold, 503);
  await openReview('enAU', '351');
  await expect.element(page.getByText(words('held.before'))).toBeVisible();
});

test('whether it is held is asked for once for a review, and for the same payment that is reviewed once more', async () => {
  answer(getPaymentHold, { HeldUntil: HELD_UNTIL, NewPayeesTotal: 350 });
  answer(getPaymentDates, {
    IsStraightAway: true,
    Rail: null,
    OtherwiseArrives: null,
    Payments: [{ PlannedDate: '2026-11-21', PaymentDate: '2026-11-21', ArrivalDate: '2026-11-21' }],
    Last: null,
  });
  const words = await openReview('enAU', '350', true);
  const why = page.getByText(words('held.whyFirst', { name: 'Jordan Blake' }));
  await expect.element(why).toBeVisible();
  window.history.back();
  await expectAt('/fundsTransfer');
  await press(words('continue'));
  await expectAt('/confirmTransfer');
  await expect.element(why).toBeVisible();
  expect(sent(getPaymentHold).map(({ body }) => body)).toEqual([
    {
      Method: 'internal',
      MemberNumber: '200100017',
      DestinationBSB: null,
      DestinationAccountNumber: '200100025',
      Amount: 350,
    },
  ]);
  expect(sent(transferInternal)).toEqual([]);
});
