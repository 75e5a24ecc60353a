import { cancelWaiting, finishAccountCheck, getAccountCheck } from '@wattle/contract/account-check/account-check.ts';
import { requestResetPassword, resetPassword, verifyAnswer, verifyToken } from '@wattle/contract/reset/reset.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, press, title } from '../../../test-support/by-hand.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../test-support/signed-in.ts';

const TOKEN = 'a'.repeat(43);
const PASSWORD = 'Golden-Wattle-2026';

test('explains where to find the link, whoever asked', async () => {
  answer(requestResetPassword, { NavigateToPage: null, token: null });
  await openScreen('/requestReset', { brand: 'ledgerline' });
  await page.getByLabelText('Username').fill('somebody@example.com');
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expectText(title, 'Check your email');
  await expect.element(title).toHaveFocus();
  await expectAccessible();
});

describe('by the link of an email', () => {
  beforeEach(async () => {
    answer(verifyToken, { SecurityQuestion: 'Which street did you grow up in?' });
    await openScreen(`/reset/${TOKEN}`, { brand: 'ledgerline' });
  });

  test('removes its token from the address', async () => {
    await expectAt('/reset');
    expect(JSON.stringify(history.state)).not.toContain(TOKEN);
  });

  const giveAnswer = async () => {
    await page.getByLabelText('Which street did you grow up in?').fill('Banksia');
    await page.getByRole('button', { name: 'Continue' }).click();
  };

  test('loads a question again after a failure', async () => {
    fail(verifyToken, 503);
    await openScreen(`/reset/${TOKEN}`, { brand: 'ledgerline' });
    await expectText(title, 'This didn’t load');
    await expectAccessible();
    answer(verifyToken, { SecurityQuestion: 'Which street did you grow up in?' });
    await press('Try again');
    await expect.element(page.getByLabelText('Which street did you grow up in?')).toBeVisible();
  });

  test('reports a wrong answer', async () => {
    refuse(verifyAnswer, 'answer_wrong');
    await giveAnswer();
    await expectText(alert, /The answer to your security question is incorrect/);
    await expectAccessible();
  });

  test('requires two equal passwords and confirms the new one', async () => {
    answer(verifyAnswer, { result: true, NavigateToPage: 'reset', CodeSentTo: null });
    answer(resetPassword, { result: true });
    await giveAnswer();
    await expectText(title, 'Choose a new password');
    await expect.element(page.getByText('At least 13 characters')).toBeVisible();
    await page.getByLabelText('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabelText('Confirm new password', { exact: true }).fill('Another-Password-1');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect.element(alert).toHaveFocus();
    expect(sent(resetPassword)).toEqual([]);
    await expectAccessible();
    await page.getByLabelText('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabelText('Confirm new password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expectText(title, 'Your new password is set');
    await expectAccessible();
  });
});

test('reports a link that was used before', async () => {
  refuse(verifyToken, 'token_invalid');
  await openScreen(`/reset/${TOKEN}`, { brand: 'ledgerline' });
  await expectText(title, 'You can’t continue this reset');
  await expect.element(page.getByText(/^The token is invalid\. /)).toBeVisible();
  await expectAccessible();
});

test('requires nine digits of an account number', async () => {
  await openScreen('/requestPasswordReset', { brand: 'ledgerline' });
  await page.getByLabelText('Account number').fill('12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect.element(alert).toHaveFocus();
  await expectTexts(alert.getByRole('link'), ['Enter the 9 digits of your account number']);
});

test('lists payments that wait after a reset, and reports the outcome of each choice', async () => {
  givenSignedIn();
  answer(getAccountCheck, {
    HeldUntil: '2026-11-21T02:00:00.000Z',
    WaysIn: [],
    Waiting: [
      {
        Kind: 'schedule',
        Id: '1',
        AccountNumber: '200400029',
        Amount: 40,
        Name: 'Robin Stranger',
        Bsb: '000-101',
        Destination: '44172208',
        Frequency: 21,
        MadeAt: '2026-11-20T02:00:00.000Z',
        NextDate: '2026-12-10',
        MayBeKept: true,
      },
    ],
  });
  answer(cancelWaiting, { IsSuccessful: true });
  answer(finishAccountCheck, { IsSuccessful: true });
  await openScreen('/checkAccount', { brand: 'ledgerline', as: 'account' });
  await expect.element(page.getByText(/^You can’t pay anyone new/)).toBeVisible();
  await expect.element(page.getByText('Scheduled payment · 000-101 · 44172208')).toBeVisible();
  await expectAccessible();
  await page.getByRole('button', { name: 'Cancel $40.00 Robin Stranger' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click();
  await expect.element(page.getByText('Cancelled. It won’t be paid.')).toBeVisible();
  await expectAccessible();
});
