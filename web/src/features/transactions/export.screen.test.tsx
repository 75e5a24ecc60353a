import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test-support/accessible.ts';
import { givenAccount, givenRows, givenTransactions } from '../../../test-support/given-account.ts';
import { openScreen } from '../../../test-support/open-screen.tsx';

const dialog = page.getByRole('dialog', { name: 'Export transactions' });
const yearOf = (end: 'From' | 'To') => dialog.getByRole('group', { name: end }).getByRole('combobox', { name: 'Year' });

async function openMonths(): Promise<void> {
  givenAccount();
  givenTransactions({ posted: givenRows(3) });
  await openScreen('/transactions', { as: 'account' });
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Choose months' }).click();
}

test('reports faulty months', async () => {
  await openMonths();
  await expect.element(dialog.getByRole('button', { name: 'Since 1 July' })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible();
  await yearOf('From').fill('');
  await dialog.getByRole('button', { name: /^Export/ }).click();
  await expect.element(dialog.getByText('One or more fields are invalid')).toBeVisible();
  await expect.element(yearOf('From')).toHaveFocus();
  await yearOf('From').fill('2026');
  await yearOf('To').fill('2025');
  await expect.element(dialog.getByText('From date cannot be after the To date')).toBeVisible();
});

test('counts the rows of the months and returns the focus', async () => {
  await openMonths();
  await dialog.getByRole('button', { name: 'Last tax year' }).click();
  // The rows are of November.
  await dialog.getByRole('button', { name: 'Since 1 July' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Export 3 transactions' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Export', exact: true })).toHaveFocus();
});
