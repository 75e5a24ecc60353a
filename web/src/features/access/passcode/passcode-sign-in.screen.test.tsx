import { getDefaultUser } from '@wattle/contract/access/passcodes.ts';
import { token } from '@wattle/contract/access/sign-in.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { expectText, expectTexts } from '../../../../test-support/by-hand.ts';
import { answer, refuse, sent } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';

const field = page.getByLabelText('Passcode', { exact: true });
const problem = page.getByRole('alert').getByRole('link');
const isAt = (path: string) => expect.poll(() => window.location.pathname + window.location.search).toBe(path);

async function open(): Promise<void> {
  answer(getDefaultUser, { data: { passcodeIsSet: true, FirstName: 'Aroha' } });
  await openScreen('/passcodeLogin', { brand: 'tui' });
  await expect.element(page.getByText('Hello Aroha.', { exact: false })).toBeVisible();
}

/** The fourth digit sends it. */
async function type(passcode: string): Promise<void> {
  await field.fill(passcode);
}

test('asks for a passcode and reports a wrong one', async () => {
  refuse(token, 'passcode_wrong');
  await open();
  await type('918');
  await expect.element(field).toHaveAccessibleDescription(/The last one signs you in/);
  await field.fill('');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expectTexts(problem, ['Passcode required. Please try again.']);
  expect(sent(token)).toEqual([]);
  await type('9182');
  await expectTexts(problem, ['Incorrect passcode. Please try again']);
  await expect.element(field).toHaveValue('');
  await expectAccessible();
});

test('reports that the last wrong attempt deleted the passcode', async () => {
  refuse(token, 'passcode_locked');
  await open();
  await type('9184');
  await expectTexts(problem, ['Account has been locked due to number of invalid attempts']);
  await expectText(page.getByRole('alert'), /We deleted the passcode for this device\./);
  await expectAccessible();
});

test('links to the username, and from a forgotten passcode to a new one', async () => {
  await open();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await isAt('/login');
  await open();
  await page.getByRole('link', { name: 'Forgot your passcode?' }).click();
  await isAt('/login?next=setLoginPin');
});

test('redirects to sign-in by username without a passcode, or when the look-up fails', async () => {
  answer(getDefaultUser, { data: { passcodeIsSet: false, FirstName: null } });
  await openScreen('/passcodeLogin', { brand: 'tui' });
  await isAt('/login');
  answer(getDefaultUser, () => new Response('', { status: 429 }));
  await openScreen('/passcodeLogin');
  await isAt('/login');
});
