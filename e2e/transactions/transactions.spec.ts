import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { amelia, aroha, liWei, noah } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

async function openTransactions(page: Page, person: Parameters<typeof signIn>[1] = amelia): Promise<void> {
  await signIn(page, person);
  await page.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/transactions$/);
  // The list is drawn once both what is pending and the first page have come.
  await expect(page.locator('.transactions__list summary').first()).toBeVisible();
}

const posted = (page: Page) => page.getByRole('region', { name: 'Posted' });
const shownLine = (page: Page) => page.getByText(/^\d+ of \d+ shown$/);

function centsOf(text: string): number {
  return Math.round(Number(text.replace(/[^\d.−]/g, '').replace('−', '-')) * 100);
}

type PostedRow = { readonly amount: number; readonly balance: number };

/** Amount and balance of the posted rows in their order; declined rows have no balance. */
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

/** A row's balance is the balance of the row below it and its own amount: no row is missing or twice. */
function expectUnbroken(rows: readonly PostedRow[]): void {
  for (const [place, row] of rows.slice(0, -1).entries()) {
    expect(row.balance - row.amount, `row ${place + 1}`).toBe(rows[place + 1]?.balance);
  }
}

test('shows ten, and more of them without a gap or a row twice', async ({ page }) => {
  await openTransactions(page);
  await expect(shownLine(page)).toHaveText(/^10 of \d+ shown$/);
  const first = await postedRows(page);
  expect(first).toHaveLength(10);
  expectUnbroken(first);
  // The first page may be asked for anew at any moment.
  const asked = page.waitForRequest((request) => /\/api\/transaction\?.*skip=10\b/.test(request.url()));
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  const query = new URL((await asked).url()).searchParams;
  expect(Number(query.get('asOf'))).toBeGreaterThan(10);
  await expect(shownLine(page)).toHaveText(/^20 of \d+ shown$/);
  const both = await postedRows(page);
  expect(both).toHaveLength(20);
  expect(both.slice(0, 10)).toEqual(first);
  expectUnbroken(both);
});

test('shows 10, 20 or 50 at a time and starts anew with another number', async ({ page }) => {
  await openTransactions(page);
  const sizes = page.getByRole('group', { name: 'Show at a time' });
  await expect(sizes.getByRole('button', { name: '10', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect(shownLine(page)).toHaveText(/^20 of/);
  await sizes.getByRole('button', { name: '50', exact: true }).click();
  await expect(shownLine(page)).toHaveText(/^50 of/);
  expectUnbroken(await postedRows(page));
  await sizes.getByRole('button', { name: '20', exact: true }).click();
  await expect(shownLine(page)).toHaveText(/^20 of/);
});

test('starts anew with ten when another card is chosen', async ({ page }) => {
  await openTransactions(page);
  await page.getByRole('button', { name: '20', exact: true }).click();
  await expect(shownLine(page)).toHaveText(/^20 of/);
  await page.getByRole('combobox', { name: 'Choose a card' }).selectOption({ label: 'Wattle Online ending 0025' });
  await expect(page.getByText('Redback Fuel', { exact: true })).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Choose a card' }).selectOption({ label: 'Wattle Everyday ending 0017' });
  await expect(shownLine(page)).toHaveText(/^10 of/);
});

test('keeps pending rows apart, under their days and with what they hold', async ({ page }) => {
  await openTransactions(page);
  const pending = page.getByRole('region', { name: 'Pending' });
  const amounts = await pending
    .locator('.row__amount')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.match(/−\$[\d,.]+\.\d\d/)?.[0] ?? ''));
  expect(amounts.length).toBeGreaterThan(0);
  const held = await pending.getByText(/^\$[\d,.]+ held$/).textContent();
  expect(-amounts.reduce((sum, amount) => sum + centsOf(amount), 0)).toBe(centsOf(held ?? ''));
  expect(await pending.getByRole('heading', { level: 3 }).count()).toBeGreaterThan(0);
  await expect(pending.getByText('Redback Fuel', { exact: true })).toBeVisible();
  await expect(posted(page).getByText('Redback Fuel', { exact: true })).toHaveCount(0);
  await expect(pending.getByText('Final amount may be less').first()).toBeVisible();
});

test('adds up each whole day', async ({ page }) => {
  await openTransactions(page);
  // Reading all headings at once does not wait for them.
  await expect(posted(page).locator('.posted__day').nth(2)).toBeVisible();
  const days = await posted(page)
    .locator('.posted__day')
    .evaluateAll((heads) =>
      heads.map((head) => ({
        total: head.querySelector('p')?.textContent ?? null,
        amounts: [...(head.parentElement?.querySelectorAll('.row__amount:not(.row__amount--declined)') ?? [])].map(
          (cell) => cell.textContent ?? '',
        ),
      })),
    );
  const whole = days.filter((day) => day.total !== null);
  expect(whole.length).toBeGreaterThan(1);
  for (const day of whole) {
    expect(centsOf(day.total ?? '')).toBe(day.amounts.reduce((sum, amount) => sum + centsOf(amount), 0));
  }
  // The page may end within its last day: a part would read as the whole.
  expect(days.at(-1)?.total).toBeNull();
});

test('opens a row to everything that is known about it', async ({ page }) => {
  await openTransactions(page);
  const row = posted(page).locator('details').filter({ hasText: 'Tin Roof Noodles' }).first();
  await expect(row.getByText('As sent by the shop')).toBeHidden();
  await row.locator('summary').click();
  await expect(row.getByText('As sent by the shop')).toBeVisible();
  await expect(row.getByText('Ending 0017')).toBeVisible();
  await expect(row.getByText('Reference', { exact: true })).toBeVisible();
  await expect(row.getByText('Balance after', { exact: true })).toBeVisible();
  await expect(row.getByText('Country', { exact: true })).toHaveCount(0);
  await expectNoAxeFindings(page);
});

test('names the country of a shop that is not in the home country of the product', { tag: '@phone' }, async ({
  page,
}) => {
  await page.route('**/api/card/cards*', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { readonly cards: { value: object }[] };
    const cards = list.cards.map((item) => ({ ...item, value: { ...item.value, HomeCountry: 'NZ' } }));
    await route.fulfill({ response, json: { ...list, cards } });
  });
  await openTransactions(page);
  const row = posted(page).locator('details').filter({ hasText: 'Tin Roof Noodles' }).first();
  await row.locator('summary').click();
  await expect(row.getByText('Australia', { exact: true })).toBeVisible();
});

test('says in words why a purchase was declined, and leads to the switch', async ({ page }) => {
  await openTransactions(page);
  await page.getByRole('button', { name: 'Declined' }).click();
  await expect(page.getByText('Galah Cinema', { exact: true })).toBeVisible();
  await expect(page.getByText(/The card was turned off\. Turn it on under Home/)).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('filters money in and out', async ({ page }) => {
  await openTransactions(page);
  await page.getByRole('button', { name: 'Money in' }).click();
  await expect(page.getByText(/^\d+ found\. In \$[\d,.]+, out \$0\.00\.$/)).toBeVisible();
  await expect(page.locator('.row__amount--pending')).toHaveCount(0);
  expect((await postedRows(page)).every((row) => row.amount > 0)).toBe(true);
  await page.getByRole('button', { name: 'Money out' }).click();
  await expect(page.getByText(/^\d+ found\. In \$0\.00, out \$[\d,.]+\.$/)).toBeVisible();
  const out = await postedRows(page);
  expect(out.length).toBeGreaterThan(0);
  expect(out.every((row) => row.amount < 0)).toBe(true);
  await page.getByRole('button', { name: 'All' }).click();
  await expect(shownLine(page)).toHaveText(/^10 of/);
  expect(await postedRows(page)).toHaveLength(10);
});

test('searches the whole history by name, amount, category and days', async ({ page }) => {
  await openTransactions(page);
  const search = page.getByRole('searchbox', { name: 'Search by name, category or amount' });
  await search.fill('electricity');
  await expect(page.getByText('Southerly Design', { exact: true })).toHaveCount(0);
  // Eighteen months of bills: far more than the ten rows that are loaded.
  const found = page.getByText(/^\d+ found\. In \$[\d,.]+, out \$[\d,.]+\.$/);
  await expect(found).toBeVisible();
  expect(Number(/^\d+/.exec((await found.textContent()) ?? '')?.[0])).toBeGreaterThan(10);
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect.poll(async () => (await postedRows(page)).length).toBeGreaterThan(10);
  await expect(posted(page).locator('.row__title').filter({ hasNotText: 'Electricity' })).toHaveCount(0);
  await search.fill('186.20');
  await expect(page.getByText('Harbour Electricity', { exact: true }).first()).toBeVisible();
  await search.fill('groceries');
  await expect(found).toBeVisible();
  await page.getByText('More filters').click();
  await page.getByRole('combobox', { name: 'Category' }).selectOption('fuel');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await search.fill('');
  await page.getByLabel('To', { exact: true }).fill('2001-01-01');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('');
  await expect(found).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('combobox', { name: 'Category' }).selectOption('');
  await search.fill('no such shop');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear the search' }).last().click();
  await expect(page.getByText('Southerly Design', { exact: true })).toBeVisible();
});

test('has no size choice where everything is shown', async ({ page }) => {
  await openTransactions(page, noah);
  const [, shown, total] = /^(\d+) of (\d+) shown$/.exec((await shownLine(page).textContent()) ?? '') ?? [];
  expect(Number(total)).toBeLessThanOrEqual(10);
  expect(shown).toBe(total);
  await expect(page.getByRole('group', { name: 'Show at a time' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Load/ })).toHaveCount(0);
});

test('has nothing to choose from where there is one card', async ({ page }) => {
  await openTransactions(page, aroha);
  await expect(page.getByText('Tui Card ·· 0132')).toBeVisible();
  await expect(page.getByRole('combobox')).toHaveCount(0);
});

test('keeps what is loaded when more of it cannot be', async ({ page }) => {
  await openTransactions(page);
  await page.route('**/api/transaction?*', (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":["429"]}' }),
  );
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect(page.getByText('More rows could not be loaded.')).toBeVisible();
  expect(await postedRows(page)).toHaveLength(10);
  await page.unroute('**/api/transaction?*');
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect(shownLine(page)).toHaveText(/^20 of/);
  await expect(page.getByText('More rows could not be loaded.')).toHaveCount(0);
});

test('speaks Chinese', async ({ page }) => {
  await openTransactions(page, liWei);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('交易记录');
  await expect(page.getByText(/^已显示 \d+ 笔，共 \d+ 笔$/)).toBeVisible();
  await expect(page.getByRole('searchbox', { name: '按名称、类别或金额搜索' })).toBeVisible();
});
