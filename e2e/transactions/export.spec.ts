import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { amelia } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { chooseKind } from '../support/transactions.ts';

async function openTransactions(page: Page): Promise<void> {
  await signIn(page, amelia);
  await page.goto('/transactions');
  await expect(page.locator('.transactions__list summary').first()).toBeVisible();
  await settled(page);
}

/** Text of the saved download, and the figures beside it on the page. */
async function savedBy(page: Page, place: Locator, act: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await act();
  const file = await download;
  // Until the page knows the outcome, it starts no other download.
  await expect(place.getByText('Saved to your downloads')).toBeVisible();
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

test('the view and a search are saved as Excel and PDF, and months as CSV', { tag: ['@gate', '@phone'] }, async ({
  page,
}) => {
  await openTransactions(page);
  const list = page.getByRole('main');
  const pick = async (item: string) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await expect(page.getByText(/^10 of \d+ shown$/)).toBeVisible();
  const whole = await savedBy(page, list, () => pick('Save this view as Excel'));
  expect(whole.name).toMatch(/^transactions-\d{3}-\d{4}-\d{2}-\d{2}\.xlsx$/);
  const [sheet] = (await readXlsx(whole.bytes)).sheets;
  // Ten rows and their column heads.
  expect(sheet?.rows).toHaveLength(11);

  await chooseKind(page, 'Money in');
  await expect(page.getByText(/^\d+ transactions? ·/)).toBeVisible();
  const found = await savedBy(page, list, () => pick('Save this view as Excel'));
  const [moneyIn] = (await readXlsx(found.bytes)).sheets;
  const amounts = (moneyIn?.rows ?? []).slice(1).map((row) => Number(row[4]));
  expect(amounts.length).toBeGreaterThan(0);
  expect(amounts.filter((amount) => amount <= 0)).toEqual([]);
  const pdf = await savedBy(page, list, () => pick('Save this view as PDF'));
  expect(pdf.name).toMatch(/\.pdf$/);
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');

  await pick('Choose months');
  const dialog = page.getByRole('dialog', { name: 'Export transactions' });
  await expect(dialog.getByRole('button', { name: 'Since 1 July' })).toHaveAttribute('aria-pressed', 'true');
  // This month may have no rows yet.
  await dialog.getByRole('button', { name: 'Last tax year' }).click();
  await dialog.getByRole('radio', { name: 'CSV' }).check();
  const button = dialog.getByRole('button', { name: /^Export \d+ transactions?$/ });
  const count = Number(/\d+/.exec((await button.textContent()) ?? '')?.[0]);
  const { name, bytes } = await savedBy(page, dialog, () => button.click());
  expect(name).toMatch(/^transactions-\d{3}-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(bytes.toString('utf8').trimEnd().split('\r\n')).toHaveLength(count + 1);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
});
