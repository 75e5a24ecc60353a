import type { Page } from '@playwright/test';
import { amelia, noah } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

/** The warning comes 120 s before the end of the 900 s, and the dialog 200 ms later. */
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
  // A tab opened from this one gets a copy of its session, like a duplicated tab.
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open('/cardHome'));
  const copy = await opened;
  await expect(copy.getByRole('heading', { level: 1 })).toBeVisible();
  return copy;
}

test.beforeEach(async ({ page }) => {
  await page.clock.install();
});

test('the warning appears in every tab of a session, and staying or signing out in one applies to all', {
  tag: '@gate',
}, async ({ page }) => {
  await signIn(page, noah);
  const copy = await openCopy(page);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(page)).toBeVisible();
  await expect(popup(copy)).toBeVisible();
  await copy.bringToFront();
  const renewed = activeRenewal(copy);
  await stayButton(copy).click();
  expect((await renewed).status()).toBe(200);
  await expect(popup(copy)).toHaveCount(0);
  await expect(popup(page)).toHaveCount(0);
  await page.clock.fastForward(WARNING_MS);
  await expect(copy).toHaveURL(/\/cardHome$/);
  await expect(page).toHaveURL(/\/cardHome$/);

  await page.clock.fastForward(TO_WARNING_MS - WARNING_MS);
  await popup(copy).getByRole('button', { name: 'Sign out' }).click();
  await expect(copy.getByLabel('Card number')).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeVisible();
  expect(await copy.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
});

test('all tabs are signed out when the time expires', async ({ page }) => {
  await signIn(page, noah);
  const other = await openCopy(page);
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(popup(other)).toBeVisible();
  await page.clock.fastForward(WARNING_MS);
  for (const tab of [page, other]) {
    await expect(tab.getByText('We signed you out because you hadn’t done anything', { exact: false })).toBeVisible();
  }
});

test.describe('in zh-CN', () => {
  test.use({ locale: 'zh-CN' });

  test('an idle person is warned, stays signed in after confirming, and is signed out otherwise', {
    tag: '@gate',
  }, async ({ page }) => {
    await signIn(page, amelia);
    await page.clock.fastForward(TO_WARNING_MS);
    const dialog = page.getByRole('dialog', { name: '您还在吗？' });
    await expect(dialog).toBeVisible();
    const renewed = activeRenewal(page);
    await dialog.getByRole('button', { name: '保持登录' }).click();
    expect((await renewed).status()).toBe(200);
    await expect(dialog).toHaveCount(0);
    await page.clock.fastForward(TO_WARNING_MS);
    await expect(dialog).toBeVisible();
    await page.clock.fastForward(WARNING_MS);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('由于一段时间没有操作，您已退出登录。重新登录即可继续。')).toBeVisible();
    await expect(dialog).toHaveCount(0);
  });
});
