import type { Page } from '@playwright/test';
import { zh } from '../support/words.ts';
import { atTheDesk } from '../support/desk.ts';
import { activate, retype, type } from '../support/keyboard.ts';
import { grace, type WebPerson } from '../support/people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { transferExternal } from '@wattle/contract/transfers/external.ts';
import { paymentProof } from '@wattle/contract/transfers/payment-proof.ts';
import { callAs, tokenFor } from '../support/calls.ts';
import type { RunningServer } from '../support/running-server.ts';

type Scheduled = { readonly from: string; readonly name: string; readonly dollars: number; readonly day: string };

/** Signs a person in by calls and schedules payments to new bank accounts. */
async function givenScheduled(
  server: RunningServer,
  { brand, username, password }: WebPerson,
  payments: readonly Scheduled[],
): Promise<void> {
  const token = await tokenFor(server, brand, { grant_type: 'password', userName: username, password });
  const call = callAs(server, token);
  for (const { from, name, dollars, day } of payments) {
    const body = {
      MemberNumber: from,
      DestinationAccountBsb: '000-101',
      DestinationAccountNumber: '44172208',
      DestinationAccountName: name,
      Amount: dollars,
      Purpose: 2,
      DescriptionRecipient: 'Bond',
      PaymentFrequency: 21 as const,
      FutureDate: day,
    };
    const Content = paymentProof(transferExternal.name, transferExternal.body.parse(body));
    await call('POST', 'stepUp/Give', { Purpose: 'payment', Content, Method: 'password', currentpassword: password });
    await call('POST', transferExternal.path, body);
  }
}

// Contacts of new test people are too recent for a reset, which is blocked for a day: Grace of a copy of the demo.
test.use({ ownServer: true });

const ACCOUNT = '200400011';

async function newestMessage(page: Page, about: RegExp): Promise<string> {
  const inbox = await page.context().newPage();
  await inbox.goto('/ledgerline/sandbox/inbox');
  const newest = inbox.getByRole('article').filter({ hasText: about }).first();
  await expect(newest).toBeVisible();
  const text = (await newest.textContent()) ?? '';
  await inbox.close();
  return text;
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function answerQuestion(page: Page) {
  await page.getByLabel('Which street did you grow up in?').fill('Banksia');
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function setPassword(page: Page) {
  await expect(heading(page)).toHaveText('Choose a new password');
  await expect(page.getByText('At least 13 characters')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(grace.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill('Another-Password-1');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('New password', { exact: true }).fill(grace.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(grace.password);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(heading(page)).toHaveText('Your new password is set');
}

test('a forgotten password is replaced once by an emailed link, and the account is checked', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  await givenScheduled(server, grace, [
    { from: '200400029', name: 'Jordan Blake', dollars: 25, day },
    { from: '200400029', name: 'Robin Stranger', dollars: 40, day },
  ]);
  await page.goto('/ledgerline/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(heading(page)).toHaveText('Reset your password');
  await page.getByLabel('Username').fill(grace.username);
  await page.getByRole('button', { name: 'Send me a link' }).click();
  await expect(heading(page)).toHaveText('Check your email');
  await expect(heading(page)).toBeFocused();
  const link = /\/ledgerline\/reset\/[\w-]{43}/.exec(await newestMessage(page, /reset your Ledgerline/i))?.[0] ?? '';
  await page.goto(link);
  await expect(page).toHaveURL(/\/ledgerline\/reset$/);
  await page.getByLabel('Which street did you grow up in?').fill('wattle');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('The answer to your security question is incorrect');
  await answerQuestion(page);
  await expect(heading(page)).toHaveText('Choose a new password');
  await page.reload();
  await answerQuestion(page);
  await setPassword(page);
  await page.goto(link);
  await expect(heading(page)).toHaveText('You can’t continue this reset');
  await checkAccount(page);
});

/** Page after a sign-in with a reset password, which lists recently scheduled payments. */
async function checkAccount(page: Page) {
  await page.goto('/ledgerline/login');
  await page.getByLabel('Username').fill(grace.username);
  await page.getByLabel('Password', { exact: true }).fill(grace.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(heading(page)).toHaveText('Check your account');
  await expect(page.getByText(/^You can’t pay anyone new/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep $25.00 Jordan Blake' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Kept. It’ll be paid as planned.' })).toBeFocused();
  await expect(page.getByText('Jordan Blake')).toHaveCount(0);
  await expect(page.getByText('Scheduled payment · 000-101 · 44172208')).toBeVisible();
  await page.getByRole('button', { name: 'Decide later' }).click();
  await expect(page).toHaveURL(/\/ledgerline\/cardHome$/);
  await goToPlace(page, 'My account');
  await page.getByRole('link', { name: 'Check your account' }).click();
  await page.getByRole('button', { name: 'Cancel $40.00 Robin Stranger' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Cancelled. It won’t be paid.' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/ledgerline\/cardHome$/);
}

test('a forgotten password is replaced with account number, answer and code', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.goto('/ledgerline/requestPasswordReset');
  await page.getByLabel('Account number').fill('12345');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toBeFocused();
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('For username g••••@e••••.com.')).toBeVisible();
  await page.reload();
  await page.getByLabel('Which street did you grow up in?').fill('Banksia');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page)).toHaveText('Enter the code we sent you');
  // A reload begins with the answer again.
  await page.reload();
  await answerQuestion(page);
  await expect(heading(page)).toHaveText('Enter the code we sent you');
  await expect(page.getByText('•••• ••• 008')).toBeVisible();
  const code = /password is (\d{6})/.exec(await newestMessage(page, /code to reset your password is/))?.[1] ?? '';
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await setPassword(page);
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signIn(page, grace);
});

test('a forgotten password is replaced with the keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/ledgerline/login');
  await activate(page, page.getByRole('link', { name: 'Forgot your password?' }));
  await expect(heading(page)).toBeFocused();
  await activate(page, page.getByRole('link', { name: 'Use your account number instead' }));
  await type(page, 'Account number', ACCOUNT);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toBeFocused();
  // A wrong answer: the words of it take the focus, and the field is the next stop.
  await type(page, 'Which street did you grow up in?', 'Wattle');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeFocused();
  await retype(page, 'Which street did you grow up in?', 'Banksia');
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Enter the code we sent you');
  await expect(heading(page)).toBeFocused();
  const code = /password is (\d{6})/.exec(await newestMessage(page, /code to reset your password is/))?.[1] ?? '';
  await type(page, 'Code', code);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Choose a new password');
  await expect(heading(page)).toBeFocused();
  await type(page, 'New password', grace.password);
  await type(page, 'Confirm new password', grace.password);
  await page.keyboard.press('Enter');
  await expect(heading(page)).toHaveText('Your new password is set');
  await expect(heading(page)).toBeFocused();
  await activate(page, page.getByRole('link', { name: 'Go to sign in' }));
  await expect(heading(page)).toBeFocused();
});

test('a backup token works only for its reset, and a wrong one is refused', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/ledgerline/requestBackupReset');
  await expect(heading(page)).toHaveText('First, tell us who you are');
  await page.getByRole('link', { name: 'Use your account number instead' }).click();
  // An unknown account number: the pages are the same.
  await page.getByLabel('Account number').fill('200499999');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I have a backup token' }).click();
  await expect(heading(page)).toHaveText('Enter your backup token');
  await page.getByLabel('Backup token').fill('ABCD-1234');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your backup token');
});

test('a backup token, requested by one person and approved by another, replaces the answer', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const [mia, lars] = [
    [2, 'mia'],
    [2, 'lars'],
  ] as const;
  const found = await atTheDesk(server.url, mia, 'find', { input: { email: grace.username } });
  const { request } = await atTheDesk(server.url, mia, 'issue-backup-token', {
    input: { signIn: found.rows[0]?.['signIn'], by: 'readOut' },
    reason: 'forgot the answer, named the last purchases',
  });
  const { rows } = await atTheDesk(server.url, lars, 'approve', { input: { request: request?.id } });
  await page.goto('/ledgerline/requestPasswordReset');
  await page.getByLabel('Account number').fill(ACCOUNT);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'I have a backup token' }).click();
  await page.getByLabel('Backup token').fill(String(rows[0]?.['token']));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('At least 13 characters')).toBeVisible();
  await page.getByLabel('New password', { exact: true }).fill(grace.password);
  await page.getByLabel('Confirm new password', { exact: true }).fill(grace.password);
  await page.getByLabel('Security question').selectOption({ label: 'Which street did you grow up in?' });
  await page.getByLabel('Your answer').fill('Banksia');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(heading(page)).toHaveText('Your new password is set');
  await page.getByRole('link', { name: 'Go to sign in' }).click();
  await signIn(page, grace);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a forgotten password is replaced with the account number', { tag: ['@gate', '@phone'] }, async ({ page }) => {
    await page.goto('/ledgerline/requestPasswordReset');
    await page.getByLabel(zh('reset:account.label')).fill(ACCOUNT);
    await page.getByRole('button', { name: zh('reset:continue') }).click();
    await expect(heading(page)).toHaveText(zh('reset:answer.title'));
    await page.locator('main form input').last().fill('Banksia');
    await page.getByRole('button', { name: zh('reset:continue') }).click();
    await expect(heading(page)).toHaveText(zh('reset:code.title'));
    // The message is in its recipient's language, English.
    const message = await newestMessage(page, /code to reset your password is/);
    const code = /password is (\d{6})/.exec(message)?.[1] ?? '';
    await page.getByLabel(zh('reset:code.label'), { exact: true }).fill(code);
    await page.getByRole('button', { name: zh('reset:continue') }).click();
    await page.getByLabel(zh('reset:password.new'), { exact: true }).fill(grace.password);
    await page.getByLabel(zh('reset:password.again'), { exact: true }).fill(grace.password);
    await page.getByRole('button', { name: zh('reset:password.submit') }).click();
    await expect(heading(page)).toHaveText(zh('reset:done.title'));
  });
});
