import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { amelia, noah } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

/** The session is warned 120 s before the end of its 900 s; the popup comes 200 ms later. */
const TO_WARNING_MS = 780_500;
const WARNING_MS = 120_000;

const popup = (page: Page) => page.getByRole('dialog', { name: 'Are you still there?' });
const stayButton = (page: Page) => popup(page).getByRole('button', { name: 'Stay signed in' });

const activeRenewal = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/api/token') && (response.request().postData() ?? '').includes('active=true'),
  );

async function openCopy(page: Page): Promise<Page> {
  // A tab that is opened from this one gets a copy of its session, as a duplicated tab does.
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('/cardHome'));
  const copy = await opened;
  await expect(copy.getByRole('heading', { level: 1 })).toBeVisible();
  return copy;
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('warns somebody who does nothing, and goes on as before when they stay', async ({ page }) => {
  await signIn(page, amelia);
  const home = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' });
  await home.focus();
  await page.clock.fastForward(TO_WARNING_MS - 10_000);
  await expect(popup(page)).toBeHidden();
  await page.clock.fastForward(10_000);
  await expect(popup(page)).toBeVisible();
  await expect(stayButton(page)).toBeFocused();
  await expect(popup(page)).toHaveAccessibleDescription(/you will be signed out soon\. .*(2 min 0 s|1 min 5\d s) left/);
  await page.keyboard.press('Tab');
  await expect(popup(page).getByRole('button', { name: 'Sign out' })).toBeFocused();

  const renewed = activeRenewal(page);
  await stayButton(page).click();
  expect((await renewed).status()).toBe(200);
  await expect(popup(page)).toHaveCount(0);
  await expect(home).toBeFocused();
  await expect(page).toHaveURL(/\/cardHome$/);

  // The whole idle time lies ahead again.
  await page.clock.fastForward(TO_WARNING_MS - 10_000);
  await expect(popup(page)).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(popup(page)).toBeVisible();
});

test('reads out the time that is left, and stays signed in at Escape', async ({ page }) => {
  await signIn(page, noah);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(page)).toBeVisible();
  const readOut = popup(page).getByRole('status');
  await expect(readOut).toHaveText('');
  await page.clock.fastForward(60_000);
  await expect(readOut).toHaveText('You will be signed out in 1 minute');
  await page.clock.fastForward(20_000);
  await expect(readOut).toHaveText('You will be signed out in 40 seconds');
  await expect(popup(page).getByRole('timer')).toHaveText(/^3\d s left$/);
  const renewed = activeRenewal(page);
  await page.keyboard.press('Escape');
  expect((await renewed).status()).toBe(200);
  await expect(popup(page)).toHaveCount(0);
});

test('signs out with a message when nobody answers', async ({ page }) => {
  await signIn(page, amelia);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(page)).toBeVisible();
  await page.clock.fastForward(WARNING_MS);
  await expect(page).toHaveURL(/\/login$/);
  await expect(
    page.getByText('You were signed out because nothing happened for a while. Sign in again to go on.'),
  ).toBeVisible();
  await expect(popup(page)).toHaveCount(0);
});

test('does not ask somebody who uses the page', async ({ page }) => {
  await signIn(page, noah);
  await page.clock.fastForward(TO_WARNING_MS - 20_000);
  const renewed = activeRenewal(page);
  await page.keyboard.press('Shift');
  await page.clock.fastForward(10_000);
  expect((await renewed).status()).toBe(200);
  await page.clock.fastForward(30_000);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(popup(page)).toHaveCount(0);
});

test('says so when staying does not reach the server, and lets it be tried again', async ({ page, context }) => {
  await signIn(page, noah);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(page)).toBeVisible();
  await context.route('**/api/token', (route) => route.fulfill({ status: 429, body: '' }));
  await stayButton(page).click();
  await expect(popup(page).getByRole('alert')).toHaveText('That did not work. Check your connection, then try again.');
  await context.unroute('**/api/token');
  await stayButton(page).click();
  await expect(popup(page)).toHaveCount(0);
});

test('asks in every tab of the session, and staying in one is staying in all', async ({ page }) => {
  await signIn(page, noah);
  const copy = await openCopy(page);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(page)).toBeVisible();
  await expect(popup(copy)).toBeVisible();
  await copy.bringToFront();
  await stayButton(copy).click();
  await expect(popup(copy)).toHaveCount(0);
  await expect(popup(page)).toHaveCount(0);
  await page.clock.fastForward(WARNING_MS);
  await expect(copy).toHaveURL(/\/cardHome$/);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('signs all tabs out when one says so, and when the time is over', async ({ page }) => {
  await signIn(page, noah);
  const copy = await openCopy(page);
  await page.clock.fastForward(TO_WARNING_MS);
  await popup(copy).getByRole('button', { name: 'Sign out' }).click();
  await expect(copy.getByLabel('Card number')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await copy.close();

  await signIn(page, noah);
  const other = await openCopy(page);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(other)).toBeVisible();
  await page.clock.fastForward(WARNING_MS);
  for (const tab of [page, other]) {
    await expect(tab.getByText('You were signed out because nothing happened', { exact: false })).toBeVisible();
  }
});

for (const { locale, title } of [
  { locale: 'en-AU', title: 'Are you still there?' },
  { locale: 'zh-CN', title: '您还在吗？' },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('has no accessibility finding, light or dark', async ({ page }) => {
      await signIn(page, noah);
      await page.clock.fastForward(TO_WARNING_MS);
      await expect(page.getByRole('dialog', { name: title })).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectNoAxeFindings(page);
      }
    });
  });
}
