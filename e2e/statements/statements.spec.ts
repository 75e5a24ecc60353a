import { readFile } from 'node:fs/promises';
import { zh } from '../support/words.ts';
import { amelia } from '../support/people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('lists statements ten at a time, saves one and shows one in a tab', { tag: ['@gate', '@phone'] }, async ({
  page,
}) => {
  await signIn(page, amelia);
  await goToPlace(page, 'Statements');
  await expect(page.getByRole('heading', { level: 1, name: 'Statements' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('button', { name: /^Open statement for/ });
  await expect(rows).toHaveCount(10);
  await expect(page.getByRole('row', { name: /^You received/ })).toBeVisible();
  await page.getByRole('button', { name: /^Show \d+ more/ }).click();
  await expect(rows.nth(10)).toBeFocused();

  await page.getByRole('button', { name: 'Export transactions' }).click();
  const months = page.getByRole('dialog', { name: 'Export transactions' });
  await expect(months.getByRole('combobox', { name: 'Month' }).first()).toBeVisible();
  await months.getByRole('button', { name: 'Close' }).click();

  const download = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Save .* as PDF$/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statement-017-\d{4}-\d{2}-01-to-\d{4}-\d{2}-\d{2}\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  // The newest statement was opened by saving it; another is shown in a new tab.
  const [tab, answer] = await Promise.all([
    page.waitForEvent('popup'),
    page.context().waitForEvent('response', (response) => response.url().endsWith('statement/getStatementDetails')),
    rows.nth(1).click(),
  ]);
  expect(answer.status()).toBe(200);
  expect(answer.headers()['content-disposition']).toMatch(/^inline; filename="statement-017-/);
  await tab.close();

  const [taxTab, summary] = await Promise.all([
    page.waitForEvent('popup'),
    page.context().waitForEvent('response', (response) => response.url().endsWith('download/getTaxSummary')),
    page.getByRole('button', { name: /^Tax summary \d{4}–\d\d \(PDF\)$/ }).click(),
  ]);
  expect(summary.status()).toBe(200);
  expect(summary.headers()['content-disposition']).toMatch(/^inline; filename="tax-summary-017-\d{4}-\d\d\.pdf"$/);
  await taxTab.close();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('lists statements and saves one', { tag: ['@gate', '@phone'] }, async ({ page }) => {
    await signIn(page, amelia);
    await page.goto('/statements');
    await expect(page.getByRole('heading', { level: 1, name: zh('statements:title') })).toBeVisible();
    const rows = page.getByRole('main').getByRole('button', { name: new RegExp(`^${zh('statements:openOf')}`) });
    await expect(rows).toHaveCount(10);
    const [before = '', after = ''] = zh('statements:saveOf', { period: '|' }).split('|');
    const download = page.waitForEvent('download');
    await page
      .getByRole('button', { name: new RegExp(`^${before}.*${after}$`) })
      .first()
      .click();
    expect((await download).suggestedFilename()).toMatch(/^statement-017-.*\.pdf$/);
  });
});
