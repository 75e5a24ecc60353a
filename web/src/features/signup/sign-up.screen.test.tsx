import { token } from '@wattle/contract/access/sign-in.ts';
import {
  sendSignUpCode,
  setupWebAccount,
  validateMemberAccountDetail,
  verifySignUpCode,
} from '@wattle/contract/signup/sign-up.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectAccessibleInBothSchemes } from '../../../test-support/accessible.ts';
import { alert, expectAt, expectText, expectTexts, press, problems, title } from '../../../test-support/by-hand.ts';
import { answer, fail, refuse, sent } from '../../../test-support/given-server.ts';
import { openScreen, TOKEN } from '../../../test-support/open-screen.tsx';
import { givenSignedIn } from '../../../test-support/signed-in.ts';

const PASSWORD = 'Golden-Banksia-2026';
const username = page.getByLabelText('Username');
const password = page.getByLabelText('Password', { exact: true });
const again = page.getByLabelText('Confirm password', { exact: true });
const code = page.getByLabelText('Code', { exact: true });
const judge = (ValidationResult: string) => answer(validateMemberAccountDetail, { data: { ValidationResult } });

async function fillIn(repeated = PASSWORD): Promise<void> {
  await page.getByLabelText('Account number').fill('100200300');
  await username.fill('robin.vale');
  await password.fill(PASSWORD);
  await again.fill(repeated);
  await press('Continue');
}

const open = () => openScreen('/signup', { brand: 'stumps' });

test('requires all fields and two equal passwords before any call', async () => {
  await open();
  await press('Continue');
  await expect.element(alert).toHaveFocus();
  await expectTexts(problems, ['Enter your account number', 'Enter a username', 'Enter a password']);
  await fillIn('something else');
  await expectTexts(problems, ['Passwords do not match. Please try again.']);
  expect(sent(validateMemberAccountDetail)).toEqual([]);
});

test.each([
  ['an account that is nobody’s', '999', 'Invalid account number.'],
  ['an account that is closed', '110', 'This account isn’t active.'],
  ['a username that is taken', '000', 'This username is taken.'],
] as const)('explains the problem: %s', async (_, result, words) => {
  judge(result);
  await open();
  await fillIn();
  await expectText(alert, new RegExp(words));
  await expect.element(username).toHaveValue('robin.vale');
  // Passwords stay in a refused form.
  await expect.element(password).not.toHaveValue('');
  await expect.element(again).not.toHaveValue('');
});

test('redirects to sign-in with an explanation when the account has a login', async () => {
  judge('011');
  await open();
  await fillIn();
  await expectAt('/login');
  const notice = page.getByRole('status').filter({ hasText: 'This account already has sign-in details.' });
  await expect.element(notice).toBeVisible();
});

describe('the statement', () => {
  beforeEach(async () => {
    judge('010');
    await open();
    await fillIn();
    await expectText(title, 'Product disclosure statement');
  });

  test('must be accepted, and leads back to the unchanged form', async () => {
    await press('Accept and continue');
    await expect.element(alert).toHaveFocus();
    await expectTexts(problems, ['You need to read and accept the PDS.']);
    await expectAccessibleInBothSchemes();
    expect(sent(sendSignUpCode)).toEqual([]);
    await press('Back');
    await expect.element(username).toHaveValue('robin.vale');
  });

  test('leads back when no more codes can be sent', async () => {
    answer(sendSignUpCode, () => Response.json({ error: ['429'] }, { status: 429 }));
    await page.getByRole('checkbox').click();
    await press('Accept and continue');
    await expect.element(username).toHaveValue('robin.vale');
    await expect.element(problems).toBeVisible();
  });
});

describe('the code', () => {
  beforeEach(async () => {
    judge('010');
    answer(sendSignUpCode, { token: 'first' });
    await open();
    await fillIn();
    await page.getByRole('checkbox').click();
    await press('Accept and continue');
    await expectText(title, 'Enter the code we sent you');
  });

  const enter = async () => {
    await code.fill('246810');
    await press('Confirm and sign up');
  };

  test('is reported as wrong until another one is entered', async () => {
    refuse(verifySignUpCode, 'access_code_wrong', 'code');
    await expectAccessibleInBothSchemes();
    await enter();
    await expectTexts(problems, ['Check the code in our latest message. This one is wrong or has expired']);
    await expectAccessible();
    answer(sendSignUpCode, { token: 'second' });
    await press('Send another code');
    const status = page.getByRole('status').filter({ hasText: 'Another code is on its way' });
    await expect.element(status).toBeVisible();
    expect(alert.elements()).toEqual([]);
    // The code of the latest message belongs to the latest sign-up.
    await enter();
    await expect.poll(() => sent(verifySignUpCode).map(({ body }) => body.token)).toEqual(['first', 'second']);
  });

  test('creates the login and signs in when it is correct', async () => {
    answer(verifySignUpCode, { result: true });
    answer(setupWebAccount, { data: { userCreated: '{"Succeeded":true}' } });
    answer(token, TOKEN);
    givenSignedIn();
    await enter();
    await expectAt('/cardHome');
    expect(sent(setupWebAccount).map(({ body }) => body)).toEqual([
      expect.objectContaining({ accountId: '100200300', username: 'robin.vale', acceptedPDS: true, token: 'first' }),
    ]);
    expect(sent(token)[0]?.body).toMatchObject({ userName: 'robin.vale', password: PASSWORD });
    const kept = JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]);
    expect(kept).not.toContain(PASSWORD);
  });

  test('leads back to the form if somebody created a login meanwhile', async () => {
    answer(verifySignUpCode, { result: true });
    answer(setupWebAccount, { data: { userCreated: '{"Succeeded":false}' } });
    await enter();
    await expect.element(username).toHaveValue('robin.vale');
    await expect.element(problems).toBeVisible();
  });

  test('is kept when there is no response', async () => {
    answer(verifySignUpCode, { result: true });
    fail(setupWebAccount, 0);
    await enter();
    await expect.element(alert.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect.element(code).toHaveValue('246810');
  });
});

test('the code step in Chinese has no accessibility finding', async () => {
  judge('010');
  answer(sendSignUpCode, { token: 'first' });
  await openScreen('/signup', { brand: 'stumps', language: 'zhCN' });
  await page.getByLabelText('账号').fill('100200300');
  await page.getByLabelText('用户名').fill('robin.vale');
  await page.getByLabelText('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabelText('再次输入密码', { exact: true }).fill(PASSWORD);
  await press('继续');
  await expectText(title, '产品披露声明');
  await expectAccessible();
  await page.getByRole('checkbox').click();
  await page.getByRole('main').getByRole('button').first().click();
  await expectText(title, '输入我们发送的验证码');
  await expectAccessible();
});
