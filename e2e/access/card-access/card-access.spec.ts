import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { expect, test } from '../../support/test.ts';

/** Jack's card: he signs in by his account, so nobody misses the access code that this one replaces. */
const CARD = { number: '9036000000000124', id: '10000000124', pin: '4826' };

/** A well-formed number that belongs to nobody, new for each call. */
let unknownCards = 0;
const unknownCard = () => `9036${String(Date.now() * 100 + unknownCards++).slice(-12)}`;

async function nameCard(page: Page, number: string): Promise<void> {
  await page.goto('/stumps/cardAccess');
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/stumps\/cardAccessPin$/);
}

async function givePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: 'Show my card details' }).click();
}

test('a person who forgot both gets the card id and a new code by card number and PIN, and signs in', async ({
  page,
}) => {
  await page.goto('/stumps');
  await page.getByRole('link', { name: 'Forgotten your card ID or access code?' }).click();
  await expect(page).toHaveTitle('What is your card number? - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Card number').fill('9036 0000 0000 0124');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('What is the PIN of this card? - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('PIN', { exact: true }).fill(CARD.pin);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/stumps\/cardAccessDetails$/);
  await expect(page).toHaveTitle('Here are your card details - Stumps Club');
  await expect(page.getByRole('definition').first()).toContainText(CARD.id);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the access code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^\d{6}$/);
  await expect(page.getByRole('definition').nth(1)).toContainText(code);

  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Card ID' })).toHaveValue(CARD.id);
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('shows the details once: neither back nor a reload brings them again', async ({ page }) => {
  await nameCard(page, CARD.number);
  await givePin(page, CARD.pin);
  await expect(page).toHaveURL(/\/cardAccessDetails$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/cardAccess$/);
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await page.goForward();
  await expect(page).toHaveURL(/\/cardAccess$/);

  await nameCard(page, CARD.number);
  await givePin(page, CARD.pin);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Here are your card details');
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state]));
  expect(kept).not.toContain(CARD.id);
  expect(kept).not.toContain(CARD.number);
  await page.reload();
  await expect(page).toHaveURL(/\/cardAccess$/);
});

test('says the same for a wrong PIN of a card and for a card that does not exist', async ({ page }) => {
  await nameCard(page, unknownCard());
  await givePin(page, '1593');
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Your identity could not be verified']);
  await expect(summary).toContainText('After three wrong PINs this way is closed for 24 hours');
  await expect(page.getByLabel('PIN', { exact: true })).toHaveValue('');
  await expect(page).toHaveTitle('Error: What is the PIN of this card? - Stumps Club');
});

test('checks the number and the PIN before it asks anybody', async ({ page }) => {
  await page.goto('/stumps/cardAccess');
  await page.getByLabel('Card number').fill('9036');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter the 16 or 19 digits of your card number']);
  await expect(page).toHaveURL(/\/cardAccess$/);
  await nameCard(page, unknownCard());
  await givePin(page, '123');
  await expect(page.getByRole('alert').getByRole('link')).toHaveText(['Enter the 4 digits of your PIN']);
});

test('begins anew when the time for the PIN is over, with the number of the card alone', async ({ page }) => {
  const card = unknownCard();
  await nameCard(page, card);
  await page.route('**/api/cardaccess/details', (route) => route.fulfill({ status: 401, json: { error: ['401'] } }));
  await givePin(page, '1593');
  await expect(page).toHaveURL(/\/stumps\/cardAccess$/);
  await expect(page.getByRole('status').filter({ hasText: 'Check your card number, then continue.' })).toBeVisible();
  await expect(page.getByLabel('Card number')).toHaveValue(card);
  await page.reload();
  await expect(page.getByLabel('Card number')).toHaveValue(card);
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  expect(kept).toContain(card);
  expect(kept).not.toContain('1593');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/cardAccessPin$/);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(card);
});

for (const path of ['/cardAccess', '/cardAccessPin', '/cardAccessDetails']) {
  test(`${path} leads to card sign-in where the brand does not have it, and to its first step without the others`, async ({
    page,
  }) => {
    for (const brand of ['', '/tui', '/ledgerline']) {
      await page.goto(`${brand}${path}`);
      await expect(page).toHaveURL(new RegExp(`${brand}/cardLogin$`));
      await expect(page.getByRole('link', { name: 'Forgotten your card ID or access code?' })).toHaveCount(0);
    }
    await page.goto(`/stumps${path}`);
    await expect(page).toHaveURL(/\/stumps\/cardAccess$/);
  });
}

for (const locale of ['en-AU', 'zh-CN']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('has no accessibility finding in any step', async ({ page }) => {
      const check = async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoAxeFindings(page);
        }
      };
      const submit = () => page.locator('main button[type=submit]').click();
      await page.goto('/stumps/cardAccess');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
      await page.locator('main input').fill(CARD.number);
      await submit();
      await expect(page).toHaveURL(/\/cardAccessPin$/);
      await check();
      await page.locator('main input').fill('1');
      await submit();
      await expect(page.getByRole('alert')).toBeFocused();
      await check();
      await page.locator('main input').fill(CARD.pin);
      await submit();
      await expect(page).toHaveURL(/\/cardAccessDetails$/);
      await expect(page.getByText(CARD.id)).toBeVisible();
      await check();
    });
  });
}
