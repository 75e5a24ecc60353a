import type { Page } from '@playwright/test';
import { givenCardPerson, load } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

async function available(page: Page): Promise<number> {
  const text = await page.locator('.balance__amount').textContent();
  return Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100);
}

const openTransactions = (page: Page) =>
  page.locator('a[href$="/transactions"]').filter({ visible: true }).first().click();

test('purchases are shown as pending, posted once, refunded, reversed and declined', { tag: '@gate' }, async ({
  page,
  server,
  sim,
}) => {
  const person = await givenCardPerson(server, 5);
  await load(server, person.account, '50.00');
  await signIn(page, person);
  await expect.poll(() => available(page)).toBe(5_000);
  const rowsOf = (shop: string) => page.locator('details').filter({ hasText: shop });
  const buy = async (shop: string, amount: string, mcc: string) =>
    sim(
      'purchase',
      '--card',
      person.number,
      '--amount',
      amount,
      '--merchant',
      shop,
      '--mcc',
      mcc,
      '--channel',
      'contactless',
    );

  const rows = rowsOf('Corner Cafe');
  const approved = await buy('Corner Cafe', '1.25', '5814');
  expect(approved['answer']).toBe('00');
  const reference = String(approved['reference']);
  await expect(rows.getByText('Eating out · tap')).toBeVisible();
  await expect(rows.locator('.row__amount--pending')).toContainText('−$1.25');
  await expect.poll(() => available(page)).toBe(4_875);

  expect((await sim('clear', '--original', reference))['answer']).toBe('00');
  await expect(rows.locator('.row__amount--pending')).toHaveCount(0);
  await expect(rows).toHaveCount(1);
  await expect(rows.locator('.row__amount--out')).toContainText('−$1.25');
  expect(await available(page)).toBe(4_875);

  expect((await sim('refund', '--original', reference))['answer']).toBe('00');
  await expect(rows).toHaveCount(2);
  await expect(rows.locator('.row__amount--in')).toContainText('+$1.25');
  await expect.poll(() => available(page)).toBe(5_000);

  // A reversed purchase leaves no hold.
  const reversed = await buy('Green Grocer', '2.50', '5411');
  expect(reversed['answer']).toBe('00');
  await expect.poll(() => available(page)).toBe(4_750);
  await expect(rowsOf('Green Grocer').locator('.row__amount--pending')).toBeVisible();
  expect((await sim('reverse', '--original', String(reversed['reference'])))['answer']).toBe('00');
  await expect.poll(() => available(page)).toBe(5_000);
  await expect(page.locator('.row__amount--pending')).toHaveCount(0);

  // One above the balance is declined for insufficient funds.
  expect((await buy('Grand Piano', '99.90', '5733'))['answer']).toBe('51');
  await expect(rowsOf('Grand Piano').getByText('Declined · not enough money')).toBeVisible();
  await openTransactions(page);
  await expect(
    page
      .locator('li')
      .filter({ hasText: 'Grand Piano' })
      .getByText(/There wasn’t enough money/),
  ).toBeVisible();
});

test('a row posted while the list is open appears on top once, and older rows follow without a gap', async ({
  page,
  server,
  sim,
}) => {
  const person = await givenCardPerson(server, 5);
  await load(server, person.account, '50.00');
  const buy = async (shop: string, amount: string) => {
    const approved = await sim(
      'purchase',
      '--card',
      person.number,
      '--amount',
      amount,
      '--merchant',
      shop,
      '--mcc',
      '5411',
    );
    expect((await sim('clear', '--original', String(approved['reference'])))['answer']).toBe('00');
  };
  // 12 rows with the load.
  for (let dollars = 1; dollars <= 11; dollars += 1) await buy('Green Grocer', `${dollars / 10}0`);
  await signIn(page, person);
  await openTransactions(page);
  const balances = page.getByRole('region', { name: 'Posted' }).locator('.row__balance:not(:empty)');
  await expect(balances).toHaveCount(10);
  const first = await balances.allTextContents();
  await buy('Corner Cafe', '0.50');
  await expect(page.getByRole('region', { name: 'Posted' }).getByText('Corner Cafe')).toHaveCount(1);
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await expect(balances).toHaveCount(13);
  const both = await balances.allTextContents();
  expect(both.slice(1, 11)).toEqual(first);
  // After a fresh load of the list.
  await page.reload();
  await page.getByRole('button', { name: /^Show \d+ more$/ }).click();
  await expect(balances).toHaveCount(13);
  expect(await balances.allTextContents()).toEqual(both);
});
