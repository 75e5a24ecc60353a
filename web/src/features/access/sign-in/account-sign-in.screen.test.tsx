import { token } from '@wattle/contract/access/sign-in/token.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test-support/accessible.ts';
import { refuse } from '../../../../test-support/given-server.ts';
import { openScreen } from '../../../../test-support/open-screen.tsx';

const problems = page.getByRole('alert').getByRole('link');
const press = () => page.getByRole('button', { name: 'Sign in', exact: true }).click();

test('asks for both fields', async () => {
  await openScreen('/login');
  await press();
  await expect.element(page.getByRole('alert')).toHaveFocus();
  await expect
    .poll(() => problems.elements().map(({ textContent }) => textContent))
    .toEqual(['Enter your email address', 'Enter your password']);
  await expectAccessible();
});

for (const { brand, label, words } of [
  { brand: 'wattle', label: 'Email address', words: 'Invalid email address or password' },
  { brand: 'stumps', label: 'Username', words: 'Invalid username or password' },
] as const) {
  test(`words a wrong password by the login method of ${brand}`, async () => {
    refuse(token, 'login_failed');
    await openScreen('/login', { brand });
    await page.getByLabelText(label, { exact: true }).fill('somebody@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('Wrong-Password-1');
    await press();
    await expect.element(page.getByRole('alert')).toHaveFocus();
    await expect.element(problems).toHaveTextContent(words);
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue('somebody@example.com');
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('');
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeInvalid();
  });
}
