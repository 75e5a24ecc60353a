import type { Page } from '@playwright/test';
import { amelia, tom } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const TOMS_CARD = '9036000000000165';

async function available(page: Page): Promise<number> {
  const text = await page.locator('.balance__amount').textContent();
  return Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
}

/** The network cleans a merchant's name; a word of letters alone is kept as it is. */
function shopName(): string {
  const letters = [...String(Date.now())].map((digit) => String.fromCodePoint(97 + Number(digit))).join('');
  return `Cafe ${letters.charAt(0).toUpperCase()}${letters.slice(1)}`;
}

test('a purchase shows as pending, then as posted once, and its refund as money in', async ({ page, sim }) => {
  await signIn(page, tom);
  const before = await available(page);
  const shop = shopName();
  const rows = page.locator('details').filter({ hasText: shop });

  const purchase = ['--card', TOMS_CARD, '--amount', '1.25', '--merchant', shop, '--mcc', '5814'];
  const approved = await sim('purchase', ...purchase, '--channel', 'contactless');
  expect(approved['answer']).toBe('00');
  const reference = String(approved['reference']);
  await expect(rows.getByText('Eating out · tap')).toBeVisible();
  await expect(rows.locator('.row__amount--pending')).toContainText('−$1.25');
  await expect.poll(() => available(page)).toBe(before - 125);

  expect((await sim('clear', '--original', reference))['answer']).toBe('00');
  await expect(rows.locator('.row__amount--pending')).toHaveCount(0);
  await expect(rows).toHaveCount(1);
  await expect(rows.locator('.row__amount--out')).toContainText('−$1.25');
  expect(await available(page)).toBe(before - 125);

  expect((await sim('refund', '--original', reference))['answer']).toBe('00');
  await expect(rows).toHaveCount(2);
  await expect(rows.locator('.row__amount--in')).toContainText('+$1.25');
  await expect.poll(() => available(page)).toBe(before);
});

test('a purchase that is reversed leaves nothing held', async ({ page, sim }) => {
  await signIn(page, tom);
  const before = await available(page);
  const shop = shopName();
  const approved = await sim('purchase', '--card', TOMS_CARD, '--amount', '2.50', '--merchant', shop, '--mcc', '5411');
  expect(approved['answer']).toBe('00');
  await expect.poll(() => available(page)).toBe(before - 250);
  expect((await sim('reverse', '--original', String(approved['reference'])))['answer']).toBe('00');
  await expect.poll(() => available(page)).toBe(before);
  await expect(page.locator('.row__amount--pending')).toHaveCount(0);
});

test('a purchase above the balance is declined for want of money', async ({ page, sim }) => {
  await signIn(page, tom);
  const shop = shopName();
  const declined = await sim('purchase', '--card', TOMS_CARD, '--amount', '99.90', '--merchant', shop, '--mcc', '5411');
  expect(declined['answer']).toBe('51');
  const row = page.locator('details').filter({ hasText: shop });
  await expect(row.getByText('Declined · not enough money')).toBeVisible();
  await page.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();
  await expect(
    page
      .locator('li')
      .filter({ hasText: shop })
      .getByText(/There was not enough money/),
  ).toBeVisible();
});

test('a row that is posted while the list is open comes on top once, and older rows follow without a gap', async ({
  page,
  sim,
}) => {
  const card = '9036000000000017';
  await signIn(page, amelia);
  await page.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();
  const balances = page.getByRole('region', { name: 'Posted' }).locator('.row__balance:not(:empty)');
  await expect(balances).toHaveCount(10);
  const first = await balances.allTextContents();
  const shop = shopName();
  const approved = await sim('purchase', '--card', card, '--amount', '0.50', '--merchant', shop, '--mcc', '5411');
  expect((await sim('clear', '--original', String(approved['reference'])))['answer']).toBe('00');
  await expect(page.getByRole('region', { name: 'Posted' }).getByText(shop)).toHaveCount(1);
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect(balances).toHaveCount(20);
  const both = await balances.allTextContents();
  expect(both.slice(1, 11)).toEqual(first);
  // As a list shows them that is opened now.
  await page.reload();
  await page.getByRole('button', { name: 'Load 10 more' }).click();
  await expect(balances).toHaveCount(20);
  expect(await balances.allTextContents()).toEqual(both);
  // The balance is as it was for the next test.
  expect((await sim('refund', '--original', String(approved['reference'])))['answer']).toBe('00');
});
