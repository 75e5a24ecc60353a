import { askTicket } from '@wattle/contract/downloads/document.ts';
import { deleteScheduledPayment, getPaymentDates, getScheduledPayments } from '@wattle/contract/schedules/schedules.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { button, expectAt, expectText, field, fillDate, press, title } from '../../../../test-support/by-hand.ts';
import { givenAccount } from '../../../../test-support/given-account.ts';
import { BY_FILE, DATES_BY_FILE, givenPayee, givenPayments } from '../../../../test-support/given-payments.ts';
import { answer, fail, refuse, sent } from '../../../../test-support/given-server.ts';
import { HELD_PAYMENT } from '../../../../test-support/held-payment.ts';
import { openScreen, reloadScreen } from '../../../../test-support/open-screen.tsx';
import { paths } from '../../../paths.ts';
import { transferJourney } from './transfer-journey.ts';

const RECEIPT = HELD_PAYMENT.receiptNumber;
const MADE = { ReceiptNumber: RECEIPT, TransactionDate: '2026-11-20T02:00:00.000Z', HeldUntil: null };

/** Where a payment by bank file is. */
const COURSE = {
  State: 'Sent',
  ...BY_FILE,
  MadeAt: '2026-11-20T02:00:00Z',
  SentAt: '2026-11-20T07:00:00Z',
  SettledAt: null,
  ReturnedAt: null,
  ValueDate: '2026-11-20',
  ArrivalDate: '2026-11-23',
  Reason: null,
  Mistaken: null,
} as const;

beforeEach(() => {
  givenAccount();
  givenPayments();
});

/** Fills in a payment of $350.00 to Jordan Blake, on a later day where one is given. */
async function openReview(day?: string): Promise<void> {
  await openScreen(paths.fundsTransfer(), { as: 'account' });
  await page.getByRole('button', { name: /By account number, arrives/ }).click();
  await field('Name').fill('Jordan Blake');
  await field('Account number').fill('200200023');
  await field('Amount in dollars').fill('350');
  await page.getByRole('button', { name: /^Description/ }).click();
  await field('Description they see').fill('Bond');
  if (day !== undefined) {
    await page.getByRole('button', { name: /^When/ }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await fillDate('Payment date', day);
  }
  await press('Continue');
  await expectAt(paths.confirmTransfer());
}

test('a payment that has gone can be kept and made again', async () => {
  answer(transferInternal, MADE);
  await openReview();
  await press('Send $350.00 to Jordan Blake');
  await expectText(title, '$350.00 sent to Jordan Blake');
  await expect.element(title).toHaveFocus();
  expect(document.title).not.toContain('Jordan');
  const slip = page.getByRole('region', { name: 'Receipt' });
  await expect.element(slip.getByText(RECEIPT)).toBeVisible();
  await expect.element(slip.getByText('Arrives straight away')).toBeVisible();
  await expect.element(button('Copy receipt')).toBeVisible();
  await expect.element(button('Save as PDF')).toBeVisible();
  await expect.element(button('Add to calendar')).not.toBeInTheDocument();
  await expectAccessible();
  await press('Pay again');
  await expectAt(paths.fundsTransfer());
  await expect.element(field('Amount in dollars')).toHaveValue('350.00');
});

test('a held payment is stopped where it ended, and says so', async () => {
  const heldUntil = HELD_PAYMENT.heldUntil;
  answer(transferInternal, { ...MADE, HeldUntil: heldUntil, NewPayeesTotal: 370 });
  answer(getScheduledPayments, { transferPayments: [HELD_PAYMENT], bpayPayments: [] });
  await openReview();
  await press('Send $350.00 to Jordan Blake');
  await expectText(title, 'We’ll send $350.00 tomorrow at 1:00 pm');
  const why = /You’ve paid new people \$370\.00 in 24 hours, so we hold this payment\./;
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(button('Pay again')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'I think this is a scam' })).toBeVisible();
  await expect.element(page.getByText(/^It arrives Saturday 21 November\./)).toBeVisible();
  const steps = page.getByRole('list', { name: 'Payment progress' }).getByRole('listitem');
  await expect.element(steps.nth(1)).toHaveTextContent('On hold until tomorrow at 1:00 pmStop payment');
  await expect.element(steps.nth(2)).toHaveTextContent('Arrives in Jordan Blake’s accountSaturday 21 November');
  expect(sent(getPaymentDates).at(-1)?.body).toEqual({ Method: 'internal', HeldUntil: heldUntil });
  await expectAccessible();
  answer(deleteScheduledPayment, () => {
    answer(getScheduledPayments, { transferPayments: [], bpayPayments: [] });
    return { IsSuccessful: true as const };
  });
  await press('Stop payment');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expectText(title, 'Payment to Jordan Blake stopped');
  await expect.element(title).toHaveFocus();
  expect(sent(deleteScheduledPayment).map(({ body }) => body.scheduledPaymentId)).toEqual([HELD_PAYMENT.id]);
  await expect.element(page.getByText('The money is back in your available balance.')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'I think this is a scam' })).not.toBeInTheDocument();
});

test('a payment that is held as the first to a payee says so', async () => {
  answer(transferInternal, { ...MADE, HeldUntil: HELD_PAYMENT.heldUntil, NewPayeesTotal: 350 });
  answer(getScheduledPayments, { transferPayments: [HELD_PAYMENT], bpayPayments: [] });
  await openReview();
  await press('Send $350.00 to Jordan Blake');
  await expectText(title, 'We’ll send $350.00 tomorrow at 1:00 pm');
  await expect
    .element(page.getByText(/It’s your first payment to Jordan Blake, so we hold it for 24 hours\./))
    .toBeVisible();
  await expect.element(page.getByText(/new people/)).not.toBeInTheDocument();
});

test('a payment without an answer is unsure, and is sent again as the same one', async () => {
  fail(transferInternal, 0);
  await openReview();
  await press('Send $350.00 to Jordan Blake');
  await expectText(title, 'We’re not sure this payment went through');
  await expect.element(page.getByRole('link', { name: 'See transactions' })).toBeVisible();
  // Nothing to keep yet.
  await expect.element(button('Copy receipt')).not.toBeInTheDocument();
  await expectAccessible();
  answer(transferInternal, MADE);
  await page.getByRole('button', { name: /^Try again: send \$350\.00/ }).click();
  await expectText(title, '$350.00 sent to Jordan Blake');
  const keys = sent(transferInternal).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a reload keeps each step of a payment, and what is sent is what was checked', async () => {
  const reload = () => reloadScreen(transferJourney);
  await openReview('2026-12-08');
  reload();
  await expect.element(button('Schedule $350.00 to Jordan Blake')).toBeVisible();
  refuse(transferInternal, 'insufficient_funds', 'Amount');
  await press('Schedule $350.00 to Jordan Blake');
  await expectText(title, 'We couldn’t send your payment');
  reload();
  await expectText(title, 'We couldn’t send your payment');
  await page.getByRole('link', { name: 'Change payment' }).click();
  await expect.element(field('Amount in dollars')).toHaveAttribute('aria-invalid', 'true');
  await field('Amount in dollars').fill('35.5');
  reload();
  await expect.element(field('Amount in dollars')).toHaveValue('35.5');
  await press('Continue');
  await expectAt(paths.confirmTransfer());
  fail(transferInternal, 0);
  await press('Schedule $35.50 to Jordan Blake');
  await expectText(title, 'We’re not sure this payment went through');
  reload();
  await expectText(title, 'We’re not sure this payment went through');
  answer(transferInternal, MADE);
  await page.getByRole('button', { name: /^Try again: send \$35\.50/ }).click();
  await expectText(title, '$35.50 to Jordan Blake is scheduled');
  reload();
  await expectText(title, '$35.50 to Jordan Blake is scheduled');
  const [refused, lost, repeated] = sent(transferInternal);
  const agreed = {
    MemberNumber: '200100017',
    DestinationAccountNumber: '200200023',
    DestinationAccountName: 'Jordan Blake',
    PaymentFrequency: 21,
    FutureDate: '2026-12-08',
    StartDate: null,
    EndDate: null,
    NoOfPayments: null,
    Description: '',
    RecipientDescription: 'Bond',
    IsNewPayee: false,
    IsUpdatePayee: false,
    PayeeId: null,
  };
  expect(refused?.body).toEqual({ ...agreed, Amount: 350 });
  expect(lost?.body).toEqual({ ...agreed, Amount: 35.5 });
  expect(repeated?.body).toEqual(lost?.body);
  const [first, second, third] = [refused, lost, repeated].map((one) => one?.headers.get('Idempotency-Key'));
  expect(third).toBe(second);
  expect(second).not.toBe(first);
  expect(sent(transferInternal)).toHaveLength(3);
});

test('a scheduled payment is put into a calendar by the number of its receipt', async () => {
  answer(transferInternal, MADE);
  refuse(askTicket, 'not_found', 'receiptNumber');
  await openReview('2026-12-08');
  await press('Schedule $350.00 to Jordan Blake');
  await expectText(title, '$350.00 to Jordan Blake is scheduled');
  await expect
    .element(page.getByRole('link', { name: 'I think this is a scam' }))
    .toHaveAttribute('href', paths.reportScam(RECEIPT));
  await expectAccessible();
  await press('Add to calendar');
  await expect
    .poll(() => sent(askTicket).map(({ body }) => body))
    .toEqual([
      {
        kind: 'scheduleCalendar',
        parameters: { accountNumber: expect.stringMatching(/^\d{9}$/) as string, receiptNumber: RECEIPT },
        language: 'enAU',
      },
    ]);
  await expect.element(page.getByRole('alert')).toBeVisible();
});

const when = page.getByRole('button', { name: /^When/ });

/** The form for a saved payee at another bank. */
async function openStudio(): Promise<void> {
  givenPayments({ external: [givenPayee()] });
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  await openScreen(paths.fundsTransfer(), { as: 'account' });
  await page.getByRole('button', { name: /Studio North/ }).click();
}

test('a payment of Saturdays names the Mondays on which it is paid, and says once that they move', async () => {
  answer(transferExternal, MADE);
  await openStudio();
  answer(getPaymentDates, {
    ...DATES_BY_FILE,
    Payments: [
      { PlannedDate: '2026-12-05', PaymentDate: '2026-12-07', ArrivalDate: '2026-12-08' },
      { PlannedDate: '2026-12-12', PaymentDate: '2026-12-14', ArrivalDate: '2026-12-15' },
      { PlannedDate: '2026-12-19', PaymentDate: '2026-12-21', ArrivalDate: '2026-12-22' },
    ],
    Last: null,
  });
  await field('Amount in dollars').fill('80');
  await when.click();
  await press('Regular');
  await fillDate('First payment date', '2026-12-05');
  const every = 'Every week, first on Monday 7 December, until you stop it';
  const saturdays = page.getByText(/^Saturdays/);
  await expectText(when, new RegExp(`^When\\s*${every}$`));
  await expect.element(saturdays).toHaveTextContent('Saturdays move to Monday.');
  await press('Continue');
  await expectAt(paths.confirmTransfer());
  await expect.element(page.getByText(every)).toBeVisible();
  await expect.element(saturdays).toHaveTextContent('Saturdays move to Monday. Arrives Tuesday 8 December');
  await press('Schedule $80.00 to Studio North');
  await expectText(title, '$80.00 to Studio North is scheduled');
  await expect.element(page.getByText(every)).toBeVisible();
  await expect.element(saturdays).toHaveTextContent('Saturdays move to Monday. Arrives Tuesday 8 December');
});

test('the day to which a payment is moved is said on the review and the receipt', async () => {
  answer(transferExternal, MADE);
  await openStudio();
  answer(getPaymentDates, {
    ...DATES_BY_FILE,
    Payments: [{ PlannedDate: '2026-12-12', PaymentDate: '2026-12-14', ArrivalDate: '2026-12-15' }],
    Last: null,
  });
  await field('Amount in dollars').fill('10');
  await when.click();
  await press('Later');
  await fillDate('Payment date', '2026-12-12');
  await press('Continue');
  await expectAt(paths.confirmTransfer());
  const words = page.getByText('Moved from Saturday 12 December. Arrives Tuesday 15 December');
  await expect.element(words).toBeVisible();
  await expect.element(page.getByText('On Monday 14 December, once')).toBeVisible();
  await press('Schedule $10.00 to Studio North');
  await expectText(title, '$10.00 to Studio North is scheduled');
  await expect
    .element(page.getByRole('region', { name: 'Receipt' }).getByText(/^Moved from Saturday 12 December/))
    .toBeVisible();
});

test('a receipt has the report of a scam in a fold, unless its payee is new', async () => {
  answer(transferExternal, MADE);
  answer(getPaymentCourse, { Course: { ...COURSE, Method: 'external' }, Again: null });
  await openStudio();
  await field('Amount in dollars').fill('10');
  await press('Continue');
  await expectAt(paths.confirmTransfer());
  await press('Send $10.00 to Studio North');
  await expectText(title, '$10.00 sent to Studio North');
  const scam = page.getByRole('link', { name: 'I think this is a scam' });
  const wrong = button('Sent to the wrong account?');
  await expect.element(page.getByText('Sent to our bank').first()).toBeVisible();
  await expect.element(scam).not.toBeInTheDocument();
  await expect.element(wrong).not.toBeInTheDocument();
  await page.getByText('Something wrong with this payment?').click();
  await expect.element(scam).toBeVisible();
  await expect.element(wrong).toBeVisible();
  await expectAccessible();
});

test.each([
  ['on its way', {}, '$10.00 is on its way to Studio North'],
  ['paid', { State: 'Settled', SettledAt: '2026-11-20T02:00:07Z', NetworkId: 'TBIX1' }, 'Studio North has your $10.00'],
  ['in doubt', { State: 'Made', SentAt: null, IsUnsure: true }, 'We’re not sure this payment went through'],
  [
    'not paid',
    { State: 'Returned', SentAt: null, ReturnedAt: '2026-11-20T02:00:07Z', Reason: 'closed' },
    'We couldn’t pay Studio North',
  ],
  ['by file after all', { Rail: 'file', SwitchedAt: '2026-11-20T02:00:07Z' }, 'It arrives by Monday 23 November'],
] as const)('the receipt of a payment that goes straight away says that it is %s', async (_, course, words) => {
  answer(transferExternal, MADE);
  answer(getPaymentCourse, { Course: { ...COURSE, Method: 'external', Rail: 'call', ...course }, Again: null });
  await openStudio();
  await field('Amount in dollars').fill('10');
  await press('Continue');
  await expectAt(paths.confirmTransfer());
  await press('Send $10.00 to Studio North');
  await expectText(title, words);
});
