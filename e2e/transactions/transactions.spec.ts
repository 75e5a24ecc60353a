import type { Page } from '@playwright/test';
import { amelia, liWei } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { chooseKind } from '../support/transactions.ts';

async function openTransactions(page: Page, person: Parameters<typeof signIn>[1] = amelia): Promise<void> {
  await signIn(page, person);
  await page.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/transactions$/);
  // The list is rendered once both pending rows and the first page have loaded.
  await expect(page.locator('.transactions__list summary').first()).toBeVisible();
}

const posted = (page: Page) => page.getByRole('region', { name: 'Posted' });
const shownLine = (page: Page) => page.getByText(/^\d+ of \d+ shown$/);

function centsOf(text: string): number {
  return Math.round(Number(text.replace(/[^\d.−]/g, '').replace('−', '-')) * 100);
}

type PostedRow = { readonly amount: number; readonly balance: number };

/** Amount and balance of the posted rows in order; declined rows have no balance. */
async function postedRows(page: Page): Promise<PostedRow[]> {
  const rows = await posted(page)
    .locator('summary')
    .evaluateAll((summaries) =>
      summaries.map((summary) => ({
        amount: summary.querySelector('.row__amount')?.textContent ?? '',
        balance: summary.querySelector('.row__balance')?.textContent ?? '',
      })),
    );
  return rows
    .filter((row) => row.balance !== '')
    .map((row) => ({ amount: centsOf(row.amount), balance: centsOf(row.balance) }));
}

/**
 * Checks that each row's balance is the balance of the row below plus its own amount: no row is missing or repeated.
 */
function expectUnbroken(rows: readonly PostedRow[]): void {
  for (const [place, row] of rows.slice(0, -1).entries()) {
    expect(row.balance - row.amount, `row ${place + 1}`).toBe(rows[place + 1]?.balance);
  }
}

test('shows ten rows and more without a gap, and searches and filters the whole history', {
  tag: '@gate',
}, async ({ page }) => {
  await openTransactions(page);
  await expect(shownLine(page)).toHaveText(/^10 of \d+ shown$/);
  const first = await postedRows(page);
  expect(first).toHaveLength(10);
  expectUnbroken(first);
  const pending = page.getByRole('region', { name: 'Pending' });
  const amounts = await pending
    .locator('.row__amount')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.match(/−\$[\d,.]+\.\d\d/)?.[0] ?? ''));
  expect(amounts.length).toBeGreaterThan(0);
  const held = await pending.getByText(/^\$[\d,.]+ held$/).textContent();
  expect(-amounts.reduce((sum, amount) => sum + centsOf(amount), 0)).toBe(centsOf(held ?? ''));
  await expect(posted(page).getByText('Redback Fuel', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Show 10 more' }).click();
  await expect(shownLine(page)).toHaveText(/^20 of \d+ shown$/);
  const both = await postedRows(page);
  expect(both).toHaveLength(20);
  expect(both.slice(0, 10)).toEqual(first);
  expectUnbroken(both);
  await page.getByRole('group', { name: 'Show at a time' }).getByRole('button', { name: '50', exact: true }).click();
  await expect(shownLine(page)).toHaveText(/^50 of/);
  expectUnbroken(await postedRows(page));

  await chooseKind(page, 'Money in');
  await expect(page.getByText(/^\d+ transactions · \$[\d,.]+ in$/)).toBeVisible();
  const amountsFound = async () =>
    (await page.getByRole('region', { name: 'Results' }).locator('.row__amount').allTextContents()).map((text) =>
      centsOf(/[−+]?\$[\d,]+\.\d\d/.exec(text)?.[0] ?? ''),
    );
  expect((await amountsFound()).every((amount) => amount > 0)).toBe(true);
  await chooseKind(page, 'Money out');
  await expect(page.getByText(/^\d+ transactions · \$[\d,.]+ out$/)).toBeVisible();
  const out = await amountsFound();
  expect(out.length).toBeGreaterThan(0);
  expect(out.every((amount) => amount < 0)).toBe(true);
  await page.getByRole('button', { name: 'Clear all' }).click();

  const search = page.getByRole('searchbox', { name: 'Search by name, category or amount' });
  await search.fill('electricity');
  // Eighteen months of bills: far more than the ten loaded rows.
  const found = page.getByText(/^\d+ transactions · \$[\d,.]+ out$/);
  await expect(found).toBeVisible();
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.locator('.row__title').filter({ hasNotText: 'Electricity' })).toHaveCount(0);
  expect(Number(/^\d+/.exec((await found.textContent()) ?? '')?.[0])).toBeGreaterThan(10);
  await search.fill('186.20');
  await expect(page.getByText('Harbour Electricity', { exact: true }).first()).toBeVisible();
});

test('lists and searches in Chinese', { tag: ['@gate', '@phone'] }, async ({ page }) => {
  await openTransactions(page, liWei);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('交易记录');
  await expect(page.getByText(/^已显示 \d+ 笔，共 \d+ 笔$/)).toBeVisible();
  const title = await page.locator('.row__title').last().textContent();
  await page.getByRole('searchbox', { name: '按名称、类别或金额搜索' }).fill(title ?? '');
  await expect(page.getByText(/^\d+ 笔交易/)).toBeVisible();
});
