import type { Page } from '@playwright/test';
import { zh } from '../../support/words.ts';
import { isla, noah } from '../../support/people.ts';
import { expect, test } from '../../support/test.ts';

async function fillIn(page: Page, field: string, card: string, code: string): Promise<void> {
  await page.getByLabel(field, { exact: true }).fill(card);
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Valid number of no card, new for each call. */
const unknownCard = () => `9036${String(Date.now() * 100).slice(-12)}`;

test('signs in with a card by its number, or by its id at a brand with ids', { tag: ['@gate', '@phone'] }, async ({
  page,
}) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Sign in with your card - Harbour Mutual');
  await fillIn(page, 'Card number', '9036 0000-0000 0058', '246 810');
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href]),
  );
  expect(kept).not.toContain(noah.accessCode);
  expect(kept).not.toContain(noah.card);

  await page.goto('/stumps');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await fillIn(page, 'Card ID', isla.card, isla.accessCode);
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('reports a locked sign-in after five wrong codes, also for an unknown card', async ({ page }) => {
  await page.goto('/');
  const card = unknownCard();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token'));
    await fillIn(page, 'Card number', card, '999999');
    expect((await answered).status()).toBe(400);
    await expect(page.getByRole('alert')).toBeFocused();
  }
  await fillIn(page, 'Card number', card, '999999');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Login is locked or Token has expired']);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('signs in with a card', { tag: ['@gate', '@phone'] }, async ({ page }) => {
    await page.goto('/');
    await page.getByLabel(zh('access:cardNumber.label')).fill(noah.card);
    await page.getByLabel(zh('access:accessCode.label'), { exact: true }).fill(noah.accessCode);
    await page.getByRole('button', { name: zh('access:cardSignIn.submit'), exact: true }).click();
    await expect(page).toHaveURL(/\/cardHome$/);
  });
});
