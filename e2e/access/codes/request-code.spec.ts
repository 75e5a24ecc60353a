import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { jack } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

/**
 * Jack's card. A new code kills the old one, and this card's nobody signs in with: Jack uses his
 * account. Three codes a day are sent, and the two widths take one each.
 */
const CARD_ID = '10000000124';
const UNKNOWN_CARD_ID = '10000000990';

const send = (page: Page) => page.getByRole('button', { name: 'Send me a code' }).click();

async function newestCode(page: Page): Promise<string> {
  await page.goto('/stumps/sandbox/inbox');
  await expect(page).toHaveTitle('Sandbox inbox - Stumps Club');
  const newest = page.getByRole('article').first();
  await expect(newest).toContainText('your new access code is');
  const code = /code is (\d{6})\./.exec((await newest.textContent()) ?? '')?.[1];
  if (code === undefined) throw new Error('The newest message has no code');
  return code;
}

test('a person without a code requests one, reads it and signs in with it', async ({ page }) => {
  await page.goto('/stumps');
  await page.getByRole('link', { name: 'Request an access code' }).click();
  await expect(page).toHaveTitle('Request an access code - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Card ID').fill('100 0000-0124');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look for your code');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('Look for your code - Stumps Club');
  await expect(page.getByText('The code that you had before works until you use the new one.')).toBeVisible();

  const inbox = await page.context().newPage();
  const code = await newestCode(inbox);
  await inbox.close();

  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect(page.getByLabel('Card ID')).toHaveValue('100 0000-0124');
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('confirms the same for a card that does not exist, and back repeats nothing', async ({ page }) => {
  await page.goto('/stumps/requestAccessCode');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/card/request')) requests += 1;
  });
  await page.getByLabel('Card ID').fill(UNKNOWN_CARD_ID);
  await send(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Look for your code');
  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  await expect(page).toHaveURL(/\/stumps\/cardLogin$/);
  await page.goBack();
  await expect(page.getByLabel('Card ID')).toHaveValue('');
  expect(requests).toBe(1);
});

test('says what is wrong with a card id, and asks nobody', async ({ page }) => {
  await page.goto('/stumps/requestActivationCode');
  await expect(page).toHaveTitle('Request an activation code - Stumps Club');
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/card/request')) requests += 1;
  });
  await send(page);
  const summary = page.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText(['Enter your card ID']);
  await page.getByLabel('Card ID').fill('1000000012');
  await send(page);
  await expect(summary.getByRole('link')).toHaveText(['Enter the 11 digits of your card ID']);
  await expect(page).toHaveTitle('Error: Request an activation code - Stumps Club');
  expect(requests).toBe(0);
});

test('shows too many requests in place, with what was typed', async ({ page }) => {
  await page.route('**/api/card/requestAccessCode', (route) =>
    route.fulfill({ status: 429, json: { error: ['429'] } }),
  );
  await page.goto('/stumps/requestAccessCode');
  await page.getByLabel('Card ID').fill(UNKNOWN_CARD_ID);
  await send(page);
  await expect(page.getByRole('alert')).toContainText('There were too many requests');
  await expect(page.getByLabel('Card ID')).toHaveValue(UNKNOWN_CARD_ID);
});

test('goes to the error page when a request fails', async ({ page }) => {
  await page.route('**/api/card/requestAccessCode', (route) =>
    route.fulfill({ status: 400, json: { error: ['10001'] } }),
  );
  await page.goto('/stumps/requestAccessCode');
  await page.getByLabel('Card ID').fill(UNKNOWN_CARD_ID);
  await send(page);
  await expect(page).toHaveURL(/\/stumps\/error$/);
  await expect(page.getByText('There is a problem with your card')).toBeVisible();
});

test('works for somebody who is signed in, who stays signed in', async ({ page }) => {
  await signIn(page, jack);
  await page.goto('/stumps/requestAccessCode');
  await page.getByLabel('Card ID').fill(UNKNOWN_CARD_ID);
  await send(page);
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});

test('keeps what was typed while there is no network', async ({ page, context }) => {
  await page.goto('/stumps/requestAccessCode');
  await page.getByLabel('Card ID').fill(CARD_ID);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await expect(page.getByLabel('Card ID')).toHaveValue(CARD_ID);
  await context.setOffline(false);
  await expect(page.getByText('You are offline.')).toBeHidden();
  await expect(page.getByLabel('Card ID')).toHaveValue(CARD_ID);
});

for (const locale of ['en-AU', 'zh-CN']) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('has no accessibility finding: request, its problems, its confirmation, the inbox', async ({ page }) => {
      const check = async () => {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoAxeFindings(page);
        }
      };
      await page.goto('/requestAccessCode');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
      await page.locator('main button[type=submit]').click();
      await expect(page.getByRole('alert')).toBeFocused();
      await check();
      await page.locator('main input').fill(UNKNOWN_CARD_ID);
      await page.locator('main button[type=submit]').click();
      await expect(page.locator('main form')).toHaveCount(0);
      await check();
      await page.goto('/stumps/sandbox/inbox');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('main').getByRole('status').filter({ hasText: /\d/ })).toHaveCount(1);
      await check();
    });
  });
}

test('the inbox shows the messages of its brand alone, and by channel', async ({ page }) => {
  await page.goto('/sandbox/inbox');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sandbox inbox');
  await expect(page.getByText('Stumps Club')).toHaveCount(0);
  await page.goto('/stumps/sandbox/inbox');
  await page.getByRole('button', { name: 'Notice', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Notice', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('nothing of the journey stays in the address, the history or the storage', async ({ page }) => {
  await page.goto('/requestAccessCode');
  await page.getByLabel('Card ID').fill(UNKNOWN_CARD_ID);
  await send(page);
  await page.getByRole('link', { name: 'Sign in with the new code' }).click();
  // This brand signs in by card number, so the card id is of no use to the page.
  await expect(page.getByLabel('Card number')).toHaveValue('');
  const kept = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }, history.state, location.href]),
  );
  expect(kept).not.toContain(UNKNOWN_CARD_ID);
});
