import { getBPayBiller } from '@wattle/contract/bpay/bpay.ts';
import { getPaymentCourse } from '@wattle/contract/settlement/payment-course.ts';
import { getPaymentDates } from '@wattle/contract/schedules/schedules.ts';
import { getTopupDetails } from '@wattle/contract/topup/topup.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { getRemainingExternalTransferLimitDetails } from '@wattle/contract/transfers/limits.ts';
import { transferInternal } from '@wattle/contract/transfers/internal.ts';
import { getBsbDetails, getInternalBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { getOnlineAccount } from '@wattle/contract/profile/online-account.ts';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import {
  alert,
  button,
  expectAlert,
  expectAt,
  expectText,
  field,
  fillDate,
  focusOn,
  press,
  problems,
  title,
} from '../../../test-support/by-hand.ts';
import { givenAccount } from '../../../test-support/given-account.ts';
import {
  MADE_BY_FILE,
  DATES_BY_FILE,
  givenLimits,
  givenPayee,
  givenPayments,
} from '../../../test-support/given-payments.ts';
import { answer, fail, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenCard } from '../../../test-support/signed-in.ts';

const STUDIO = givenPayee();
const BILL = givenPayee({
  PayeeId: 'c0a8e1d2-7f3b-4c5d-9e6f-a1b2c3d4e5f7',
  DestinationAccountName: 'Power',
  DestinationBSB: '23796',
  DestinationAccountNumber: '87348538',
  LastPurpose: null,
});
const AMELIA = {
  FirstName: 'Amelia',
  Surname: 'Chen',
  PreviousLogin: null,
  ShowStatementMessage: false,
  TaxFileNumber: null,
  Withholding: null,
  IsPrimaryAccount: true,
  Kyc: true,
  Language: 'enAU' as const,
  UnreachedContacts: [],
  IsReached: true,
};

beforeEach(() => {
  givenAccount();
  answer(getOnlineAccount, AMELIA);
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  answer(getInternalBsbDetails, { _entity: '' });
  answer(getBPayBiller, {
    BillerName: 'Harbour Electricity',
    IsVariableCRN: false,
    CheckRule: 'MOD10V01',
    ShortestReference: 8,
    LongestReference: 8,
    LeastAmount: 5,
    MostAmount: 900,
    MaskedPrefixes: [],
    PayeeReference: null,
  });
  givenPayments({ external: [STUDIO], bpay: [BILL] });
});

const open = async () => {
  await openScreen('/fundsTransfer', { as: 'account' });
  await expectText(title, 'Who do you want to pay?');
};
const amount = field('Amount in dollars');
const fold = (name: RegExp) => page.getByRole('button', { name });
const summary = page.getByRole('region', { name: 'This payment' });

test('someone known is paid by three presses and an amount', async () => {
  answer(transferExternal, {
    ReceiptNumber: '263250000017',
    TransactionDate: '2026-11-26T02:00:00.000Z',
    HeldUntil: null,
  });
  // The receipt shows the server's dates, even if the form expected others.
  answer(getPaymentCourse, {
    Course: MADE_BY_FILE,
    Again: null,
  });
  await open();
  await page.getByRole('button', { name: /Studio North/ }).click();
  await expectText(title, 'Pay Studio North');
  await expect.element(amount).toHaveFocus();
  await userEvent.keyboard('250');
  await expect.element(page.getByText('$640.25 available').last()).toBeVisible();
  await expect.element(summary.getByText('Arrives Friday 27 November')).toBeVisible();
  await expect.element(summary.getByText('$390.25')).toBeVisible();
  // The other fields are folded under their values.
  await expectText(fold(/^Purpose/), /^Purpose\s*Other expenses$/);
  await expectText(fold(/^Description/), /^Description\s*Studio North sees “Amelia Chen”$/);
  await expectText(fold(/^When/), /^When\s*Now$/);
  await expect.element(field('Description they see')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await press('Continue');
  await expectAt('/confirmTransfer');
  await expect.element(page.getByText('Arrives Friday 27 November')).toBeVisible();
  await press('Send $250.00 to Studio North');
  await expectText(title, '$250.00 sent to Studio North');
  const slip = page.getByRole('region', { name: 'Receipt' });
  await expect.element(slip.getByText('Arrives Monday 30 November')).toBeVisible();
  expect(sent(transferExternal).map(({ body }) => body)).toMatchObject([
    { Amount: 250, Purpose: 2, DescriptionRecipient: 'Amelia Chen', PayeeId: STUDIO.PayeeId, IsNewPayee: false },
  ]);
});

test('the whole journey goes by keyboard', async () => {
  await open();
  await focusOn(page.getByRole('button', { name: /Studio North/ }));
  await userEvent.keyboard('{Enter}');
  await expect.element(amount).toHaveFocus();
  await userEvent.keyboard('1250{Enter}');
  // An amount above the balance moves the focus to the summary, which links to the field.
  await expect.element(problems.first()).toBeVisible();
  await expect.element(amount).toHaveValue('1,250.00');
  (problems.first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(amount).toHaveFocus();
  await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}20{Enter}');
  await expectAt('/confirmTransfer');
});

test('Back leads to the choice of a payee, where a draft can be continued or cleared', async () => {
  await open();
  await page.getByRole('button', { name: /Power/ }).click();
  await amount.fill('35');
  window.history.back();
  await expectText(title, 'Who do you want to pay?');
  await expect.element(page.getByText('$35.00 to Power')).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.element(amount).toHaveValue('35');
  // The choice of another payee keeps the amount.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /Studio North/ }).click();
  await expect.element(amount).toHaveValue('35.00');
  await press('Clear and start again');
  await expectText(title, 'Who do you want to pay?');
  await expect.element(page.getByText('Payment you started')).not.toBeInTheDocument();
});

test('saved people and billers are searched by name and number', async () => {
  await open();
  await page.getByRole('searchbox').fill('8734');
  await expect.element(page.getByRole('button', { name: /Studio North/ })).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await page.getByRole('button', { name: /Power/ }).click();
  await expectText(title, 'Pay Harbour Electricity');
  await expect.element(page.getByText('Biller 23796, reference 87348538')).toBeVisible();
  await expect.element(summary.getByText('Paid to the biller on Thursday 26 November')).toBeVisible();
});

test('a wrong check digit of a reference is told as soon as its field is left', async () => {
  await open();
  await page.getByRole('button', { name: /A BPAY bill/ }).click();
  await field('Biller code').fill('23796');
  await expect.element(page.getByText('Harbour Electricity').first()).toBeVisible();
  await field('Reference').fill('87348539');
  await expect.element(field('Reference')).not.toHaveAttribute('aria-invalid');
  await amount.click();
  await expect.element(field('Reference')).toHaveAttribute('aria-invalid', 'true');
  await field('Reference').fill('87348538');
  await expect.element(field('Reference')).not.toHaveAttribute('aria-invalid');
});

test('a biller’s limits and check digit are errors at the field', async () => {
  await open();
  await page.getByRole('button', { name: /A BPAY bill/ }).click();
  await field('Biller code').fill('12');
  await press('Continue');
  await expect.element(field('Biller code')).toHaveAttribute('aria-invalid', 'true');
  await field('Biller code').fill('23796');
  await expect.element(page.getByText('Harbour Electricity').first()).toBeVisible();
  await field('Reference').fill('87348539');
  await expect.element(field('Reference')).toHaveAttribute('aria-invalid', 'true');
  await field('Reference').fill('87348538');
  await amount.fill('4.99');
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true');
});

test('the most that can be sent is taken by one press, and an amount above today’s limit says so at once', async () => {
  givenLimits({ PaymentLimitEnabled: true, CurrentDailyPaymentLimit: 1_000, RemainingDailyPaymentLimit: 600 });
  await open();
  await expect.element(page.getByText('$600.00 left to send today')).toBeVisible();
  await page.getByRole('button', { name: /Studio North/ }).click();
  // Available are $640.25.
  await press('Most you can send');
  await expect.element(amount).toHaveValue('600.00');
  await expect.element(page.getByText('$0.00 left today after this')).toBeVisible();
  await amount.fill('640.25');
  await expect.element(page.getByText('$40.25 over today’s limit')).toBeVisible();
  await amount.fill('100');
  await expect.element(page.getByText('$500.00 left today after this')).toBeVisible();
});

test('limits that do not load say so and are asked for again', async () => {
  fail(getRemainingExternalTransferLimitDetails, 503);
  await open();
  await expectText(alert, /We couldn’t load your limits/);
  await page.getByRole('button', { name: /Studio North/ }).click();
  // The previous page has the same alert, so that one must be gone first.
  await expectText(title, 'Pay Studio North');
  await expectText(alert, /We couldn’t load your limits/);
  givenLimits({ PaymentLimitEnabled: true, CurrentDailyPaymentLimit: 1_000, RemainingDailyPaymentLimit: 600 });
  await press('Try again');
  await expect.element(page.getByText('$600.00 left to send today')).toBeVisible();
});

test('a limit that its holder set to zero leads to its setting', async () => {
  givenAccount([givenCard({ IsAccountPaymentLimitSet: true })]);
  givenLimits({ CurrentDailyPaymentLimit: 0, RemainingDailyPaymentLimit: 0 });
  await open();
  await page.getByRole('button', { name: /A bank account/ }).click();
  await expect.element(page.getByText(/You set your daily payment limit to \$0\./)).toBeVisible();
  const way = page.getByRole('link', { name: 'Change your payment limit' });
  await expect.element(way).toHaveAttribute('href', '/settings/paymentLimit');
  await expectAccessibleInBothSchemes();
});

test('a zero limit closes the form for other banks, and no other', async () => {
  givenLimits({ CurrentDailyPaymentLimit: 1, RemainingDailyPaymentLimit: 1 });
  await open();
  await page.getByRole('button', { name: /A bank account/ }).click();
  await expect.element(page.getByText('Transfers to other banks are off')).toBeVisible();
  await expect.element(amount).not.toBeInTheDocument();
  await expect.element(button('Continue')).not.toBeInTheDocument();
  await expectAccessibleInBothSchemes();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /A BPAY bill/ }).click();
  await expect.element(amount).toBeVisible();
});

test('a BSB of another institution turns Continue off for the own one', async () => {
  await open();
  await page.getByRole('button', { name: /A bank account/ }).click();
  await field('BSB').fill('000101');
  await expect.element(field('BSB')).toHaveValue('000-101');
  await page.getByText(/^A .+ account$/).click();
  await expect.element(field('BSB')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(button('Continue')).toHaveAttribute('aria-disabled', 'true');
  await page.getByText('Housing').click();
  await expect.element(button('Continue')).not.toHaveAttribute('aria-disabled');
});

test('on a phone the numbers of a bank account are on one line, and so is each purpose with what is left', async () => {
  await page.viewport(390, 844);
  await open();
  await page.getByRole('button', { name: /A bank account/ }).click();
  await expect.element(page.getByText('Housing')).toBeVisible();
  const top = (element: Element) => Math.round(element.getBoundingClientRect().top);
  const [bsb, account] = [field('BSB').element(), field('Account number').element()];
  expect(top(account)).toBe(top(bsb));
  const purpose = page.getByRole('radio', { name: /^Housing/ }).element();
  expect(purpose.closest('label')?.getBoundingClientRect().height).toBeLessThan(50);
});

test('what is required is said, and a part that is folded opens for it', async () => {
  answer(getOnlineAccount, { ...AMELIA, FirstName: '伟', Surname: '李' });
  await open();
  await page.getByRole('button', { name: /A bank account/ }).click();
  await press('Continue');
  await expect.element(alert).toBeVisible();
  await expect.element(field('Description they see')).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByText('Housing')).toBeVisible();
  await expectAlert('Choose a purpose');
  await expectAccessibleInBothSchemes();
});

test('the card that can pay is chosen by itself', async () => {
  const online = givenCard({
    MaskedCardNumber: '9036 00•• •••• 0025',
    CardName: 'Wattle Online',
    AccountNumber: '200100025',
    IsBPayAllowed: false,
    IsExternalTransferAllowed: false,
    IsInternalTransferAllowed: false,
  });
  givenAccount([online, givenCard()]);
  answer(getOnlineAccount, AMELIA);
  await open();
  await page.getByRole('button', { name: /Studio North/ }).click();
  await expect.element(page.getByText('$640.25 available').first()).toBeVisible();
  await expect.element(page.getByText('Wattle Everyday').first()).toBeVisible();
});

test('money goes to another own card without a name to type', async () => {
  const travel = givenCard({
    MaskedCardNumber: '9036 00•• •••• 0033',
    CardName: 'Wattle Travel',
    AccountNumber: '200100033',
  });
  givenAccount([givenCard(), travel]);
  answer(getOnlineAccount, AMELIA);
  answer(getTopupDetails, {
    MaximumLoadLimit: 999,
    MinimumTopup: 10,
    MaximumTopup: 999,
    MaximumAvailableTopup: 119.5,
    CurrentAccountBalance: 879.5,
    OnItsWay: 0,
    Fee: 0,
  });
  await open();
  await page.getByRole('button', { name: /Wattle Travel/ }).click();
  await expectText(title, 'Move money to Wattle Travel');
  await expect.element(page.getByText(/ sees “/)).not.toBeInTheDocument();
  // Of the $640.25 that are available, the card takes $119.50: its maximum of $999.00 less a balance of $879.50.
  await press('Most you can send');
  await expect.element(amount).toHaveValue('119.50');
  await amount.fill('10');
  await press('Continue');
  await expectAt('/confirmTransfer');
  await expect.element(page.getByText('Your own card')).toBeVisible();
  await expect.element(page.getByText('Arrives straight away')).toBeVisible();
  await expect.element(page.getByText(/escription/)).not.toBeInTheDocument();
  answer(transferInternal, {
    ReceiptNumber: '263250000017',
    TransactionDate: '2026-11-26T02:00:00.000Z',
    HeldUntil: null,
  });
  await press('Move $10.00 to Wattle Travel');
  await expectText(title, '$10.00 moved to Wattle Travel');
  expect(sent(transferInternal).map(({ body }) => body)).toMatchObject([{ RecipientDescription: 'Wattle Everyday' }]);
});

test('an account whose card is in the post takes money if it was in use before', async () => {
  const inPost = (AccountNumber: string, CardName: string, IsAccountActivated: boolean) =>
    givenCard({
      AccountNumber,
      CardName,
      CardStatus: 'Ordered',
      IsAccountActivated,
      MaskedCardNumber: `9036 00•• •••• ${AccountNumber.slice(-4)}`,
    });
  // Of two cards in the post, one replaces another of its account.
  givenAccount([givenCard(), inPost('200100033', 'Wattle Travel', false), inPost('200100041', 'Wattle Savings', true)]);
  answer(getOnlineAccount, AMELIA);
  await open();
  const ways = page.getByRole('region', { name: 'Other ways' });
  await expect.element(ways.getByRole('button', { name: /Wattle Savings.*Move money/ })).toBeVisible();
  await expect.element(ways.getByRole('button', { name: /Wattle Travel/ })).not.toBeInTheDocument();
});

test('a regular payment goes on until it is stopped, and a moved day is explained', async () => {
  answer(getPaymentDates, {
    ...DATES_BY_FILE,
    Payments: [
      { PlannedDate: '2026-12-11', PaymentDate: '2026-12-11', ArrivalDate: '2026-12-14' },
      { PlannedDate: '2026-12-25', PaymentDate: '2026-12-29', ArrivalDate: '2026-12-30' },
    ],
    Last: { PlannedDate: '2027-02-05', PaymentDate: '2027-02-05', ArrivalDate: '2027-02-08' },
  });
  await open();
  await page.getByRole('button', { name: /Studio North/ }).click();
  await amount.fill('10');
  await fold(/^When/).click();
  await press('Regular');
  await press('Fortnightly');
  await expect.element(page.getByLabelText('Until I stop it')).toBeChecked();
  await press('Continue');
  await expect.element(problems.filter({ hasText: 'first payment date' })).toBeVisible();
  const first = page.getByRole('group', { name: 'First payment date' });
  await first.getByLabelText('Day', { exact: true }).fill('11');
  await first.getByLabelText('Month', { exact: true }).fill('12');
  await first.getByLabelText('Year', { exact: true }).fill('2026');
  const endless = 'Every second week, first on Friday 11 December, until you stop it';
  await expectText(fold(/^When/), new RegExp(`^When\\s*${endless}$`));
  await expect.element(page.getByText('Friday 25 December moves to Tuesday 29 December.')).toBeVisible();
  await expectAccessibleInBothSchemes();
  // Each part of the last date has its name beside the choice of an end.
  await page.getByLabelText('On a date').click();
  await fillDate('End date', '2027-02-05');
  const ended = 'Every second week, first on Friday 11 December, last on Friday 5 February 2027, 5 payments';
  await expect.element(page.getByText(ended)).toBeVisible();
  await page.getByLabelText('Until I stop it').click();
  await press('Continue');
  await expectAt('/confirmTransfer');
  await expect.element(page.getByText(endless)).toBeVisible();
});
