import { isPrimaryAccount } from '@wattle/contract/cards/home.ts';
import { getAutoTopupAccounts } from '@wattle/contract/topup/auto-topup-accounts.ts';
import { type AutoTopup, cancelAutoTopup, getActiveAutoTopup } from '@wattle/contract/topup/auto-topup.ts';
import { createPayTo, pausePayTo, resumePayTo } from '@wattle/contract/topup/pay-to.ts';
import { getTopupDetails, getTopupsOnTheirWay } from '@wattle/contract/topup/topup.ts';
import { getBsbDetails } from '@wattle/contract/transfers/bsb.ts';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { field, heading, press } from '../../../../test-support/by-hand.ts';
import { givenPerson } from '../../../../test-support/given-person.ts';
import { answer, sent } from '../../../../test-support/given-server.ts';
import { NO_AUTO_TOPUP } from '../../../../test-support/no-auto-topup.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../../test-support/signed-in.ts';

const NONE = { ...NO_AUTO_TOPUP, CanUsePayTo: true };
const ID = '00000000-0000-4000-8000-000000000000';
const PAY_TO: NonNullable<AutoTopup['payTo']> = {
  state: 'active',
  pausedBy: null,
  isResuming: false,
  respondBy: '2026-12-02T22:20:00.000Z',
  dayMost: 750,
  payee: 'Harbour Mutual',
  shownAs: 'Top-up account 0017',
  trouble: null,
  lastAt: null,
};
const TOPUP: AutoTopup = {
  id: ID,
  accountName: 'Amelia Chen',
  accountNumber: '92000001',
  bsb: '000111',
  minBalance: 300,
  amount: 500,
  status: 1,
  bankName: 'Testbank Instant',
  acceptedAt: '2026-11-20T02:00:00.000Z',
  codeUntil: null,
  codeTriesLeft: null,
  depositBy: null,
  retryOn: null,
  isWaiting: false,
  waitsFor: null,
  payTo: PAY_TO,
};
const given = (payTo: Partial<typeof PAY_TO>, topup: Partial<AutoTopup> = {}) =>
  answer(getActiveAutoTopup, { ...NONE, AutoTopup: { ...TOPUP, ...topup, payTo: { ...PAY_TO, ...payTo } } });

beforeEach(() => {
  givenSignedIn();
  givenPerson();
  answer(isPrimaryAccount, true);
  answer(getTopupDetails, {
    MaximumLoadLimit: 1_000,
    MinimumTopup: 10,
    MaximumTopup: 500,
    MaximumAvailableTopup: 359.75,
    CurrentAccountBalance: 640.25,
    OnItsWay: 0,
    Fee: 0,
  });
  answer(getTopupsOnTheirWay, { TopUps: [] });
  answer(getAutoTopupAccounts, { Accounts: [] });
  answer(getActiveAutoTopup, NONE);
});

async function openAuto() {
  await openScreen('/topup', { as: 'account' });
  await page.getByText('Automatic top-up', { exact: true }).click();
}

test('an agreement is asked for, and then waits for the payer’s bank', async () => {
  await openAuto();
  answer(getBsbDetails, { _entity: 'Testbank Instant', TakesPayTo: true });
  await field('Top up when available balance falls below').fill('300');
  await field('Top up by').fill('500');
  await field('BSB').fill('000-111');
  await expect.element(page.getByText('Testbank Instant. This account can use PayTo.')).toBeVisible();
  await field('Account number').fill('92000001');
  await field('Account name').fill('Amelia Chen');
  await expect.element(page.getByText(/^Below \$300\.00, we add \$500\.00\. Up to /)).toBeVisible();
  await expectAccessible();
  answer(createPayTo, { AutoTopUpId: ID });
  given({ state: 'waiting' }, { status: 4 });
  await press('Ask my bank');
  await expect.element(heading('Approve it in your bank’s app')).toBeVisible();
  expect(sent(createPayTo).at(-1)?.body).toMatchObject({
    AccountName: 'Amelia Chen',
    AccountNumber: '92000001',
    TriggerAmount: 300,
    Amount: 500,
  });
  await expect.element(page.getByText('000-111 ··0001')).toBeVisible();
  await expect.element(page.getByText('Top-up account 0017')).toBeVisible();
  await expect.element(page.getByText('$750.00 a day')).toBeVisible();
  await expectAccessible();
});

test('an account without PayTo leads to direct debit, with what was typed', async () => {
  await openAuto();
  answer(getBsbDetails, { _entity: 'Testbank Slow', TakesPayTo: false });
  await field('BSB').fill('000-112');
  await field('Account number').fill('44172208');
  await expect.element(page.getByText('This account doesn’t support PayTo')).toBeVisible();
  await expectAccessible();
  await press('Use direct debit');
  await expect.element(field('BSB')).toHaveValue('000-112');
  await expect.element(field('Account number')).toHaveValue('44172208');
  await expect.element(page.getByRole('button', { name: 'Set up automatic top-up' })).toBeVisible();
});

test.each([
  ['on', { state: 'active' }, 'Automatic top-up is on', 'Pause'],
  ['paused here', { state: 'paused', pausedBy: 'us' }, 'You paused automatic top-up', 'Resume top-up'],
  [
    'stopped by us',
    { state: 'paused', pausedBy: 'us', trouble: 'noFunds' },
    'We paused automatic top-up',
    'Resume top-up',
  ],
  ['paused by the scheme', { state: 'paused', pausedBy: 'scheme' }, 'Your bank paused it', 'Use another account'],
  ['declined', { state: 'declined' }, 'You declined it in your bank’s app', 'Set it up again'],
  ['expired', { state: 'expired' }, 'You didn’t approve it in time', 'Set it up again'],
  ['not possible', { state: 'unsupported' }, 'This account doesn’t support PayTo', 'Use direct debit'],
  ['failed', { state: 'failed' }, 'Your bank couldn’t set it up', 'Set it up again'],
  ['ended at the bank', { state: 'ended' }, 'The agreement has ended', 'Set it up again'],
  [
    'without its account',
    { state: 'ended', trouble: 'account' },
    'Your bank can’t pay from this account',
    'Set it up again',
  ],
] as const)('one that is %s says so, and what can be done', async (_, payTo, title, action) => {
  given(payTo);
  await openAuto();
  await expect.element(heading(title)).toBeVisible();
  await expect.element(page.getByRole('button', { name: action, exact: true })).toBeVisible();
  await expectAccessible();
});

test('one that its payer paused at the bank is resumed there alone', async () => {
  given({ state: 'paused', pausedBy: 'payer' });
  await openAuto();
  await expect.element(heading('You paused it in your bank’s app')).toBeVisible();
  await expect.element(page.getByText('Resume it there. We can’t do it from here.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Resume top-up' })).not.toBeInTheDocument();
});

test('it is paused, resumed once the bank confirms it, and ended', async () => {
  given({});
  await openAuto();
  answer(pausePayTo, { IsSuccessful: true });
  await expect.element(heading('Automatic top-up is on')).toBeVisible();
  given({ state: 'paused', pausedBy: 'us' });
  await press('Pause');
  await expect.element(heading('You paused automatic top-up')).toBeVisible();
  answer(resumePayTo, { IsSuccessful: true });
  given({ state: 'paused', pausedBy: 'us', isResuming: true });
  await press('Resume top-up');
  await expect.element(page.getByText('Asking your bank to resume it…')).toBeVisible();
  expect(sent(resumePayTo).at(-1)?.body).toMatchObject({ AutoTopUpId: ID });
  answer(cancelAutoTopup, { IsSuccessful: true });
  await press('End this agreement');
  answer(getActiveAutoTopup, NONE);
  await page.getByRole('dialog').getByRole('button', { name: 'End this agreement', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Ask my bank' })).toBeVisible();
});

test('a payment that failed says when it is tried again', async () => {
  given({ trouble: 'noFunds' }, { status: 2, retryOn: '2026-11-21' });
  await openAuto();
  await expect.element(page.getByText('$500.00 wasn’t added')).toBeVisible();
  await expect.element(page.getByText(/didn’t have \$500\.00\. We’ll try again on .*21 Nov/)).toBeVisible();
  await expectAccessible();
});
