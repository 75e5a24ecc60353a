import { getCards, isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getPaymentState, initiatePayment } from '@wattle/contract/topup/card-topup.ts';
import { getTopupBank, getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import {
  activateAutoTopup,
  AUTO_TOPUP_STATUS,
  cancelAutoTopup,
  createAutoTopup,
  getActiveAutoTopup,
} from '@wattle/contract/topup/auto-topup.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { getVoucherBalance, redeemVoucher, validateVoucher } from '@wattle/contract/topup/vouchers.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { alert, expectAlert, expectAt, field, heading, press, problems } from '../../../test-support/by-hand.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { givenPerson } from '../../../test-support/given-person.ts';
import { NO_AUTO_TOPUP as NONE } from '../../../test-support/no-auto-topup.ts';
import { openScreen, reloadScreen } from '../../../test-support/open-screen.tsx';
import { givenCard, givenSignedIn } from '../../../test-support/signed-in.ts';
import { voucherJourney } from './voucher/voucher-journey.ts';

type Details = ResponseOf<typeof getTopupDetails>;
type Auto = ResponseOf<typeof getActiveAutoTopup>;

const DETAILS: Details = {
  MaximumLoadLimit: 1_000,
  MinimumTopup: 10,
  MaximumTopup: 500,
  MaximumAvailableTopup: 359.75,
  CurrentAccountBalance: 640.25,
  OnItsWay: 0,
  Fee: 0,
};

const PENDING: NonNullable<Auto['AutoTopup']> = {
  id: '00000000-0000-4000-8000-000000000000',
  accountName: 'Amelia Chen',
  accountNumber: '61200447',
  bsb: '000101',
  minBalance: 300,
  amount: 500,
  status: 4,
  bankName: 'Testbank',
  acceptedAt: '2026-11-20T02:00:00.000Z',
  codeUntil: '2026-12-04',
  codeTriesLeft: 5,
  depositBy: '2026-11-24',
  retryOn: null,
  isWaiting: false,
  waitsFor: null,
  payTo: null,
};

beforeEach(() => {
  givenSignedIn();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getTopupDetails, DETAILS);
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getAutoTopupAccounts, { Accounts: [] });
  answer(getActiveAutoTopup, NONE);
});

test('each way says the fee that its product has', async () => {
  answer(getTopupDetails, { ...DETAILS, Fee: 1.5 });
  answer(getActiveAutoTopup, { ...NONE, Fee: 2 });
  await openScreen('/topup', { as: 'account' });
  await expect.element(page.getByText('$1.50 fee, arrives straight away', { exact: true })).toBeVisible();
  await expect.element(page.getByText('$2.00 set-up fee, arrives in 3 business days', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText('Someone else pays. $1.50 fee from each payment, arrives straight away', { exact: true }))
    .toBeVisible();
});

async function openWay(name: string): Promise<void> {
  await openScreen('/topup', { as: 'account' });
  await page.getByText(name, { exact: true }).click();
}

test('only one of bank transfer and voucher is open at a time', async () => {
  answer(getTopupBank, { AccountName: 'Amelia Chen', Bsb: '000-001', AccountNumber: '200100017', BankingDays: 2 });
  await openWay('Bank transfer');
  await expect.element(page.getByText(/You can add up to/)).toBeVisible();
  await expect.element(page.getByText('000-001')).toBeVisible();
  await expectAccessible();
  await page.getByText('Voucher', { exact: true }).click();
  await expect.element(page.getByText('000-001')).not.toBeInTheDocument();
  await press('Check voucher');
  await expect.element(alert).toHaveFocus();
  await expect
    .poll(() => problems.elements().map(({ textContent }) => textContent))
    .toEqual(['Enter the voucher number', 'Enter the access code']);
  await expectAccessible();
});

async function openVoucher(worth: number): Promise<void> {
  answer(validateVoucher, { IsSuccessful: true });
  answer(getVoucherBalance, { Balance: worth, ExpiryDate: '2027-11-20' });
  await openWay('Voucher');
  await field('Voucher number').fill('8000 0000 028');
  await field('Access code').fill('765432');
  await press('Check voucher');
}

test('a voucher number and an access code that are too short are reported at their fields', async () => {
  await openWay('Voucher');
  await field('Voucher number').fill('8000000001');
  await field('Access code').fill('65432');
  await press('Check voucher');
  await expect
    .poll(() => problems.elements().map(({ textContent }) => textContent))
    .toEqual(['Enter all 11 digits of the voucher number', 'Enter an access code with at least 6 characters']);
  await expect.element(field('Voucher number')).toBeInvalid();
  await expect.element(field('Access code')).toBeInvalid();
  expect(sent(validateVoucher)).toEqual([]);
});

test('too many wrong codes of vouchers are reported once, with how long to wait', async () => {
  refuse(validateVoucher, 'login_locked_or_token_expired');
  await openWay('Voucher');
  await field('Voucher number').fill('80000000010');
  await field('Access code').fill('000000');
  await press('Check voucher');
  const words = 'You’ve entered too many wrong codes. Try again in 24 hours.';
  await expectAlert(words);
  expect(alert.element().textContent?.split(words)).toHaveLength(2);
});

test('all unusable vouchers give the same refusal', async () => {
  refuse(validateVoucher, 'access_code_wrong');
  await openWay('Voucher');
  await field('Voucher number').fill('80000000010');
  await field('Access code').fill('000000');
  await press('Check voucher');
  await expectAlert('Check the voucher number and access code. They don’t match a voucher we can use');
});

test('a voucher above the room of the card is reported and keeps its number', async () => {
  await openVoucher(5_000);
  await expect.element(heading('$5,000.00 is more than you can add')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Back to top up' }).click();
  await expect.element(field('Voucher number')).toHaveValue('80000000028');
});

const REDEEMED = { ReceiptNumber: '202611200001', TransactionDate: '2026-11-20T02:00:00.000Z', Amount: 50 };

test('a voucher that is refused in the end says why on a page of its own, and can be tried again', async () => {
  refuse(redeemVoucher, 'outside_load_limits');
  await openVoucher(50);
  await expect.element(heading('Check this voucher')).toBeVisible();
  await expectAccessible();
  await press('Add $50.00');
  await expect.element(heading('Top-up unsuccessful')).toHaveFocus();
  await expect.element(page.getByText(/Please enter an amount within the load limits$/)).toBeVisible();
  await expect.element(page.getByText(/your voucher can still be used/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Use another voucher' })).toBeVisible();
  await expectAccessible();
  answer(redeemVoucher, REDEEMED);
  await press('Try again');
  await expect.element(heading('$50.00 added to your card')).toBeVisible();
  await expect.element(page.getByText('202611200001')).toBeVisible();
  await expectAccessible();
  // The first top-up was refused, so the next one is a new top-up.
  const keys = sent(redeemVoucher).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(new Set(keys).size).toBe(2);
});

test('a voucher without an answer is unsure, and is sent again as the same one', async () => {
  fail(redeemVoucher, 0);
  await openVoucher(50);
  await press('Add $50.00');
  await expect.element(heading('We didn’t get a reply')).toHaveFocus();
  await expect.element(page.getByText('You pressed “Add $50.00”')).toBeVisible();
  await expectAccessible();
  answer(redeemVoucher, REDEEMED);
  await press('Try again');
  await expect.element(heading('$50.00 added to your card')).toHaveFocus();
  const keys = sent(redeemVoucher).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a reload keeps each step of a voucher, and redeems nothing by itself', async () => {
  await openVoucher(50);
  await expect.element(page.getByRole('button', { name: 'Add $50.00' })).toBeVisible();
  reloadScreen(voucherJourney);
  fail(redeemVoucher, 0);
  await press('Add $50.00');
  await expect.element(heading('We didn’t get a reply')).toBeVisible();
  reloadScreen(voucherJourney);
  answer(redeemVoucher, REDEEMED);
  await press('Try again');
  await expect.element(heading('$50.00 added to your card')).toBeVisible();
  reloadScreen(voucherJourney);
  await expect.element(page.getByText('202611200001')).toBeVisible();
  expect(new Set(sent(redeemVoucher).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
});

async function openAuto(other: Partial<Auto> = {}): Promise<void> {
  answer(getActiveAutoTopup, { ...NONE, ...other });
  await openWay('Automatic top-up');
}

test('an automatic top-up changes in steps, and reports problems of its amounts, bank and fee', async () => {
  await openAuto();
  const trigger = field('Top up when available balance falls below');
  const amount = field('Top up by');
  await trigger.fill('300');
  await page.getByRole('button', { name: 'Add $100.00' }).first().click();
  await expect.element(trigger).toHaveValue('400.00');
  await amount.fill('450');
  await page.getByRole('button', { name: 'Subtract $100.00' }).last().click();
  await expect.element(amount).toHaveValue('350.00');

  answer(getBsbDetails, () => Response.json({ error: ['77777'] }, { status: 400 }));
  await field('BSB').fill('000-777');
  await expect.element(page.getByText("We couldn't look up the BSB. Try again")).toBeVisible();
  answer(getBsbDetails, () => Response.json({ error: ['20235'] }, { status: 400 }));
  await field('BSB').fill('000-198');
  await expect.element(page.getByText('This branch is closed. Check the BSB with your bank').first()).toBeVisible();
  answer(getBsbDetails, { _entity: 'Testbank Sydney' });
  await field('BSB').fill('000-101');
  await expect.element(page.getByText(/^Testbank/)).toBeVisible();
  await field('Account number').fill('61200447');
  await press('Use my name: Amelia Chen');
  await expect.element(field('Account name')).toHaveValue('Amelia Chen');
  await press('Set up automatic top-up');
  await expectAlert('Read the agreement, then tick to accept it');
  await expectAccessible();
  await page.getByLabelText('I’ve read and accept the agreement').click();
  await press('Set up automatic top-up');
  await expect
    .poll(() => problems.elements().map(({ textContent }) => textContent))
    .toEqual([
      'Enter up to the amount in “Top up by”',
      'Enter at least the amount in “Top up when available balance falls below”',
    ]);
  expect(sent(createAutoTopup)).toEqual([]);
  await amount.fill('400');
  refuse(createAutoTopup, 'fee_not_covered');
  await press('Set up automatic top-up');
  await expectAlert("You don't have enough money in your account for the automatic top-up fee");
  expect(sent(createAutoTopup).map(({ body }) => body)).toMatchObject([{ TriggerAmount: 400, Amount: 400 }]);
});

test('an automatic top-up that waits for its code links to it, reports wrong codes, and ends after too many', async () => {
  await openAuto({ AutoTopup: PENDING });
  await expect.element(page.getByText('Waiting for code')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Enter code' }).click();
  await expect.element(heading('Activate automatic top-up')).toBeVisible();
  await expectAccessible();
  for (const [codeTriesLeft, words] of [
    [4, 'That code isn’t right. You have 4 tries left'],
    [1, 'That code isn’t right. You have 1 try left'],
  ] as const) {
    refuse(activateAutoTopup, 'activation_code_wrong', 'ActivationCode');
    answer(getActiveAutoTopup, { ...NONE, AutoTopup: { ...PENDING, codeTriesLeft } });
    await field('Code').fill('ABCDE1');
    await press('Activate');
    await expectAlert(words);
    await expect.element(field('Code')).toHaveAttribute('aria-invalid', 'true');
  }
  await expectAccessible();
  refuse(activateAutoTopup, 'auto_topup_tries_exceeded');
  await field('Code').fill('ABCDE5');
  await press('Activate');
  await expectAt('/cardHome');
  await expect
    .element(page.getByText('The code was wrong too many times, so we cancelled your automatic top-up').last())
    .toBeInTheDocument();
});

test('an automatic top-up ends on its outcome: set up first, started with the code', async () => {
  const ACTIVE = { ...PENDING, status: 1, codeUntil: null, depositBy: null } as const;
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: PENDING });
  await openScreen('/autoTopupActivate', { as: 'account', state: { isSetUp: true } });
  await expect.element(heading('Your automatic top-up is set up')).toHaveFocus();
  await expect.element(page.getByText('We send 1 cent to your bank account')).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'I have the code' }).click();
  await field('Code').fill('ABCDE1');
  reloadScreen();
  await field('Code').fill('ABCDE1');
  answer(activateAutoTopup, { IsSuccessful: true });
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: ACTIVE });
  await press('Activate');
  await expect.element(heading('Your automatic top-up is active')).toHaveFocus();
  await expectAccessible();
});

test('an automatic top-up shows its condition', async () => {
  const topup = { ...PENDING, status: 1, codeUntil: null, depositBy: null, waitsFor: 'room' } as const;
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: topup });
  await openWay('Automatic top-up');
  await expect.element(page.getByText('This top-up is waiting for room')).toBeVisible();
  await expect.element(page.getByText(/^\$500\.00 more would take your balance above \$1,000\.00/)).toBeVisible();
});

test.each([
  ['2026-11-20', /^We’ll try again on .*20 Nov/],
  ['2026-11-19', 'We’ll try again when your balance is below $300.00.'],
])('on 20 November an automatic top-up to be tried again on %s says when', async (retryOn, words) => {
  document.documentElement.dataset['today'] = '2026-11-20';
  const retry = { ...PENDING, status: AUTO_TOPUP_STATUS.Retry, codeUntil: null, depositBy: null, retryOn };
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: retry });
  await openWay('Automatic top-up');
  await expect.element(page.getByText(words)).toBeVisible();
  delete document.documentElement.dataset['today'];
});

test('an automatic top-up can be cancelled without a card', async () => {
  answer(getCards, { cards: [] });
  answer(getAutoTopupAccounts, { Accounts: [{ AccountNumber: '200100017' }] });
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: { ...PENDING, status: 1, codeUntil: null, waitsFor: 'card' } });
  await openScreen('/topup', { as: 'account' });
  await expect.element(heading('Automatic top-up of account 200100017')).toBeVisible();
  await expect.element(page.getByText('There’s no card to top up')).toBeVisible();
  await expectAccessible();
  answer(cancelAutoTopup, { IsSuccessful: true });
  await press('Cancel automatic top-up');
  answer(getAutoTopupAccounts, { Accounts: [] });
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel automatic top-up', exact: true }).click();
  await expect.element(heading('Automatic top-up of account 200100017')).not.toBeInTheDocument();
  expect(sent(cancelAutoTopup).at(-1)?.body).toEqual({ MemberNumber: '200100017', AutoTopUpId: PENDING.id });
});

test('the automatic top-up of an account without a card is listed below the options of a card', async () => {
  answer(getAutoTopupAccounts, { Accounts: [{ AccountNumber: '200100017' }, { AccountNumber: '200100099' }] });
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: { ...PENDING, status: 1, codeUntil: null, waitsFor: 'card' } });
  await openScreen('/topup', { as: 'account' });
  await expect.element(heading('Automatic top-up of account 200100099')).toBeVisible();
  await expect.element(heading('Automatic top-up of account 200100017')).not.toBeInTheDocument();
});

test('an automatic top-up can be changed and cancelled while its card is lost', async () => {
  answer(getCards, { cards: [givenCard({ CardStatus: 'Lost' })] });
  answer(getAutoTopupAccounts, { Accounts: [{ AccountNumber: '200100017' }] });
  answer(getActiveAutoTopup, {
    ...NONE,
    AutoTopup: { ...PENDING, status: 1, codeUntil: null, depositBy: null, waitsFor: 'card' },
  });
  await openScreen('/topup', { as: 'account' });
  await expect.element(page.getByText('This top-up is waiting for a card')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel automatic top-up', exact: true })).toBeVisible();
  await expectAccessible();
});

test('wrong codes block another automatic top-up for a while', async () => {
  await openAuto({ SetUpStopped: { For: 'codes', Until: '2026-11-21T02:00:00.000Z' } });
  await expect
    .element(page.getByText(/Wrong codes were entered too many times\. You can try again from /))
    .toBeVisible();
  await expectAccessible();
});

const SID = '1.00000000-0000-4000-8000-000000000000';

test('an amount by card is checked, and refused while another payment is in flight', async () => {
  answer(getTopupsOnTheirWay, {
    TopUps: [{ Way: 'card', Amount: 30, StartedAt: '2026-11-20T02:00:00.000Z', ExpectedOn: null, Sid: SID }],
  });
  answer(getPaymentState, { State: 'Waiting', Amount: 30, ReceiptNumber: null, AvailableAccountBalance: 640.25 });
  await openScreen('/topup', { as: 'account' });
  await expect.element(page.getByText('$30.00 by card is on its way')).toBeVisible();
  await press('Check again');
  await expect.poll(() => sent(getPaymentState).map(({ body }) => body.Sid)).toEqual([SID]);
  await expect.element(page.getByText('$30.00 by card is on its way')).toBeVisible();
  const amount = field('Amount in dollars');
  await amount.fill('5');
  await press('Top up');
  await expectAlert('Enter at least $10.00');
  await expectAccessible();
  await amount.fill('15');
  await press('Add $10.00');
  await expect.element(amount).toHaveValue('25.00');
  refuse(initiatePayment, 'payment_on_its_way');
  await press('Top up $25.00');
  await expectAlert('We’re already confirming a payment for this');
});

test('the room of a card is loaded again after a refusal and a server error', async () => {
  answer(getTopupDetails, () => Response.json({ error: ['429'] }, { status: 429 }));
  await openScreen('/topup', { as: 'account' });
  await expect.element(heading('This didn’t load')).toBeVisible();
  await expectAccessible();
  answer(getTopupDetails, () => Response.json({ error: ['99999'] }, { status: 500 }));
  await press('Try again');
  await expect.element(page.getByText('The service isn’t available right now. Try again in a minute')).toBeVisible();
  await expectAt('/topup');
  expect(sessionStorage.getItem('wattle.session')).not.toBeNull();
});
