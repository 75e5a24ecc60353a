import { endSession } from '@wattle/contract/access/session.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import type { Language } from '@wattle/contract/rules/languages.ts';
import {
  getSecurityQuestions,
  requestResetPassword,
  resetPasswordBackupToken,
  sendResetCode,
  verifyAnswer,
  verifyBackupResetToken,
  verifyResetCode,
  verifyToken,
} from '@wattle/contract/reset/reset.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, expectText, expectTexts, press, problems, title } from '../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../test-support/open-screen.tsx';
import { endReset } from './reset-session.ts';

const QUESTION = 'Which street did you grow up in?';
const PASSWORD = 'Golden-Wattle-2026';
const main = page.getByRole('main');

beforeEach(() => {
  answer(endSession, { IsSuccessful: true });
  answer(token, TOKEN);
  answer(requestResetPassword, { NavigateToPage: 'reset', token: 'b'.repeat(43) });
  answer(getSecurityQuestions, { SecurityQuestion: QUESTION, username: 'g••••@e••••.com' });
  answer(verifyToken, { SecurityQuestion: QUESTION });
});
// What a reset holds outlives the page of one test.
afterEach(endReset);

/** Names an account, as far as its security question. */
async function nameAccount(language: Language = 'enAU'): Promise<void> {
  await openScreen('/requestPasswordReset', { brand: 'ledgerline', language });
  await main.getByRole('textbox').fill('200 400 011');
  await press(language === 'enAU' ? 'Continue' : '继续');
  await expect.element(page.getByLabelText(QUESTION)).toBeVisible();
}

test('asks the question of the entered account, and keeps what a reload needs', async () => {
  await nameAccount();
  expect(sent(token)[0]?.body).toMatchObject({ grant_type: 'accountnumber', accountNumber: '200400011' });
  await expect.element(page.getByText('For username g••••@e••••.com.', { exact: false })).toBeVisible();
  await expectAccessibleInBothSchemes();
  // The tab stores the id and step of the reset but no answer.
  const kept = JSON.stringify({ ...sessionStorage });
  expect(kept).toContain('b'.repeat(43));
  expect(kept).not.toContain('200400011');
});

describe('the code', () => {
  const code = page.getByLabelText('Code', { exact: true });

  beforeEach(async () => {
    answer(verifyAnswer, { result: true, NavigateToPage: 'reset', CodeSentTo: '•••• ••• 008' });
    await nameAccount();
    await page.getByLabelText(QUESTION).fill('Banksia');
    await press('Continue');
    await expectText(title, 'Enter the code we sent you');
  });

  test('is announced with its destination, and leads to the new password', async () => {
    await expect.element(page.getByText('•••• ••• 008', { exact: false })).toBeVisible();
    // Not everyone has a contact that messages reach.
    await expect.element(page.getByText(/^No code after a few minutes\? Call/)).toBeVisible();
    await expectAccessibleInBothSchemes();
    answer(verifyResetCode, { result: true });
    await code.fill('246810');
    await press('Continue');
    await expectText(title, 'Choose a new password');
    expect(sent(verifyResetCode).map(({ body }) => body.code)).toEqual(['246810']);
    expect(JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state])).not.toMatch(/Banksia|246810/);
  });

  test('is reported as wrong until another one is entered', async () => {
    refuse(verifyResetCode, 'access_code_wrong', 'code');
    await code.fill('000000');
    await press('Continue');
    await expectTexts(problems, ['Check the code in our latest message. This one is wrong or has expired']);
    await expectAccessible();
    answer(sendResetCode, { CodeSentTo: '•••• ••• 008' });
    await press('Send another code');
    const status = page.getByRole('status').filter({ hasText: 'Another code is on its way.' });
    await expect.element(status).toBeVisible();
    expect(alert.elements()).toEqual([]);
  });

  test('is reported as limited when no more can be sent', async () => {
    answer(sendResetCode, () => Response.json({ error: ['429'] }, { status: 429 }));
    await press('Send another code');
    await expect
      .element(page.getByText('You’ve reached the limit of codes for this reset.', { exact: false }))
      .toBeVisible();
  });

  test('is reported as expired', async () => {
    refuse(verifyResetCode, 'token_expired');
    await code.fill('246810');
    await press('Continue');
    await expectText(title, 'This reset has expired');
    await expect
      .element(page.getByRole('link', { name: 'Start again' }))
      .toHaveAttribute('href', '/requestPasswordReset');
    await expectAccessible();
  });
});

describe('a backup token', () => {
  const field = page.getByLabelText('Backup token', { exact: true });

  async function open(): Promise<void> {
    await nameAccount();
    await page.getByRole('link', { name: 'I have a backup token' }).click();
    await expectText(title, 'Enter your backup token');
  }

  test('works only for its reset', async () => {
    await openScreen('/requestBackupReset', { brand: 'ledgerline' });
    await expectText(title, 'First, tell us who you are');
    await page.getByRole('link', { name: 'Use your account number instead' }).click();
    await expectText(title, 'What’s your account number?');
  });

  test('is refused when it is wrong', async () => {
    refuse(verifyBackupResetToken, 'token_invalid');
    await open();
    await expectAccessibleInBothSchemes();
    await field.fill('ABCD-1234');
    await press('Continue');
    await expectTexts(problems, ['Check your backup token. It’s wrong or has already been used']);
    await expectText(alert, /After 3 wrong tries, it won’t work any more\./);
  });

  test('replaces the answer and requires a new question', async () => {
    answer(verifyBackupResetToken, { result: true });
    answer(resetPasswordBackupToken, { result: true });
    await open();
    await field.fill('ABCD-1234');
    await press('Continue');
    await expect.element(page.getByText('At least 13 characters')).toBeVisible();
    const next = page.getByLabelText('New password', { exact: true });
    const again = page.getByLabelText('Confirm new password', { exact: true });
    const question = page.getByRole('combobox', { name: 'Security question' });
    await press('Set new password');
    await expect.element(alert).toHaveFocus();
    const missing = [
      'Enter a new password',
      'Enter the new password again',
      /a security question$/,
      'Enter your answer',
    ];
    await expectTexts(problems, missing);
    await next.fill(PASSWORD);
    await again.fill(PASSWORD);
    await question.selectOptions(QUESTION);
    await page.getByLabelText('Your answer').fill('Banksia');
    await expectAccessibleInBothSchemes();
    await press('Set new password');
    await expectText(title, 'Your new password is set');
    await expectAccessibleInBothSchemes();
    expect(sent(resetPasswordBackupToken).map(({ body }) => body)).toEqual([
      expect.objectContaining({ backupToken: 'ABCD-1234', newPassword: PASSWORD, securityQuestionAnswer: 'Banksia' }),
    ]);
    await expect.element(page.getByRole('link', { name: 'Go to sign in' })).toHaveAttribute('href', '/login');
  });
});

test('opened without a reset, its end leads to the backup token', async () => {
  await openScreen('/backupResetSuccess', { brand: 'ledgerline' });
  await expectText(title, 'First, tell us who you are');
});

test('goes from account number to code in Chinese without an accessibility finding', async () => {
  answer(verifyAnswer, { result: true, NavigateToPage: 'reset', CodeSentTo: '•••• ••• 008' });
  await nameAccount('zhCN');
  await expectText(title, '回答您的安全问题');
  await expectAccessible();
  await page.getByLabelText(QUESTION).fill('Banksia');
  await press('继续');
  await expectText(title, '输入我们发送的验证码');
  await expectAccessible();
});
