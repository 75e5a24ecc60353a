import type { Page } from '@playwright/test';
import { isla, noah } from '../../support/people.ts';
import { expect, test } from '../../support/test.ts';

const CARD_FIELD = { wattle: 'Card number', stumps: 'Card ID' } as const;

async function fillIn(page: Page, card: string, code: string, field: string = CARD_FIELD.wattle): Promise<void> {
  await page.getByLabel(field, { exact: true }).fill(card);
  await page.getByLabel('Access code', { exact: true }).fill(code);
}

const submit = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true }).click();

/** A well-formed number that belongs to nobody, new for each call. */
let unknownCards = 0;
const unknownCard = () => `9036${String(Date.now() * 100 + unknownCards++).slice(-12)}`;

test('signs a card-only user in by card number and access code', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle('Sign in with your card - Harbour Mutual');
  await fillIn(page, noah.card, noah.accessCode);
  await submit(page);
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('takes a card number and a code with spaces and hyphens', async ({ page }) => {
  await page.goto('/cardLogin');
  await fillIn(page, '9036 0000-0000 0058', '246 810');
  await submit(page);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('asks for the card id where the brand uses card ids', async ({ page }) => {
  await page.goto('/stumps');
  await expect(page.getByLabel('Card number')).toHaveCount(0);
  await fillIn(page, isla.card, isla.accessCode, CARD_FIELD.stumps);
  await submit(page);
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('refuses a card number where the brand uses card ids', async ({ page }) => {
  await page.goto('/stumps');
  await fillIn(page, '9036000000000181', isla.accessCode, CARD_FIELD.stumps);
  await submit(page);
  await expect(page.getByRole('link', { name: 'Enter the 11 digits of your card ID' })).toBeVisible();
});

test('says what is missing above the heading and at the fields, and checks while typing from then on', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByLabel('Card number').fill('9036 0000');
  await submit(page);

  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary).toContainText('There is a problem');
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the 16 or 19 digits of your card number',
    'Enter your access code',
  ]);
  await expect(summary).toContainText('Some answers need another look before you can go on');
  await expect(page).toHaveTitle('Error: Sign in with your card - Harbour Mutual');
  // The button says what was wrong with the last attempt.
  await expect(page.locator('main form button[type=submit]')).toHaveAccessibleDescription(
    /Enter the 16 or 19 digits of your card number/,
  );

  await summary.getByRole('link').first().click();
  const field = page.getByLabel('Card number');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('9036 0000');
  await expect(field).toHaveAccessibleDescription(/Enter the 16 or 19 digits of your card number/);

  await field.fill('9036000000000058');
  await expect(summary.getByRole('link')).toHaveText(['Enter your access code']);
  await expect(field).not.toHaveAttribute('aria-invalid');
});

test('refuses a wrong code: both fields marked, the card kept, the code emptied', async ({ page }) => {
  await page.goto('/');
  const card = unknownCard();
  await fillIn(page, card, '999999');
  await submit(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Invalid card details']);
  for (const label of ['Card number', 'Access code']) {
    const field = page.getByLabel(label, { exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(/Invalid card details/);
  }
  await expect(page.getByLabel('Card number')).toHaveValue(card);
  await expect(page.getByLabel('Access code', { exact: true })).toHaveValue('');
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page).toHaveURL(/\/$/);

  await page.getByLabel('Access code', { exact: true }).fill('1');
  await expect(summary).toBeHidden();
  await expect(page).toHaveTitle('Sign in with your card - Harbour Mutual');
});

test('says that sign-in is locked after five wrong codes, for an unknown card too', async ({ page }) => {
  await page.goto('/');
  const card = unknownCard();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith('/api/token'));
    await fillIn(page, card, '999999');
    await submit(page);
    expect((await answered).status()).toBe(400);
    await expect(page.getByRole('alert')).toBeFocused();
  }
  await fillIn(page, card, '999999');
  await submit(page);
  const summary = page.getByRole('alert');
  await expect(summary.getByRole('link')).toHaveText(['Login is locked or Token has expired']);
  await expect(summary).toContainText('Wait at least 30 minutes');
  await expect(summary).toContainText('1300 555 010'.replaceAll(' ', '\u00a0'));
});

test('shows and hides the access code', async ({ page }) => {
  await page.goto('/');
  const code = page.getByLabel('Access code', { exact: true });
  await code.fill('246810');
  await expect(code).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show access code' }).click();
  await expect(code).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide access code' }).click();
  await expect(code).toHaveAttribute('type', 'password');
});

test('keeps the code out of the address, the history and the storage', async ({ page }) => {
  await page.goto('/');
  await fillIn(page, noah.card, noah.accessCode);
  await submit(page);
  await expect(page).toHaveURL(/\/cardHome$/);
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href]),
  );
  expect(kept).not.toContain(noah.accessCode);
  expect(kept).not.toContain(noah.card);
});
