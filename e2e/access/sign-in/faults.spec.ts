import { amelia, noah } from '../../support/people.ts';
import { goToPlace } from '../../support/navigation.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test.use({ serverFails: true });

const FAILED = { status: 500, json: { error: ['99999'] } };

test('a failed call ends the session and opens the error page', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, noah);
  // A page without cards, so that the next page is the first to fail.
  await page.goto('/contactUs');
  await settled(page);
  await page.route('**/api/card/cards*', (route) => route.fulfill(FAILED));
  const places = page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });
  await places.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL(/\/error$/);
  await expect(page.getByText('There was a problem serving the requested page')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('wattle.session'))).toBeNull();
});

test('the page works without notices, devices and configuration', { tag: '@desktop' }, async ({ page }) => {
  let failed = 0;
  await page.route(/\/api\/(brand\/GetSystemNotifications|devices\/|config\/)/i, (route) => {
    failed += 1;
    return route.fulfill(FAILED);
  });
  await signIn(page, amelia);
  await page.goto('/signInMethods');
  await expect(page.getByRole('link', { name: 'Set a passcode for this device' })).toBeVisible();
  await settled(page);
  await expect(page).toHaveURL(/\/signInMethods$/);
  expect(failed).toBeGreaterThan(1);
});

test('a brand that failed to load can be tried again', { tag: '@desktop' }, async ({ page }) => {
  // A page without its brand, as from something other than the server.
  await page.route('**/login', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/(id="wattle-brand"[^>]*>)[^<]*/, '$1 ');
    await route.fulfill({ response, body });
  });
  await page.route('**/api/brand/*', (route) => route.fulfill({ status: 503, json: { error: ['503'] } }));
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page didn’t load');
  await page.unroute('**/api/brand/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email address')).toBeVisible();
});

test('a screen that cannot be fetched offline reports it, and appears once the device is online', {
  tag: '@phone',
}, async ({ page, context }) => {
  await signIn(page, amelia);
  // The menu itself is loaded when it is first opened.
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible();
  await page.keyboard.press('Escape');
  await settled(page);
  await context.setOffline(true);
  // Above the top bar, without covering it.
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('button', { name: '简体中文' }).filter({ visible: true }).click({ trial: true });
  await goToPlace(page, 'Ways to sign in');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page hasn’t loaded');
  await expect(page).toHaveTitle(/^This page hasn’t loaded/);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ways to sign in');
});
