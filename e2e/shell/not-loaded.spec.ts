import type { Page } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { amelia } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** The files are broken on purpose, which the console logs. */
test.use({ serverFails: true });

const SCRIPTS = '**/assets/app/*.js';
const SUPPORT = 'tel:1300555010';
/** The limit is 8 s; a slow machine draws a little later. */
const SOON = { timeout: 10_000 };

const words = (page: Page) => page.getByRole('alert').filter({ hasText: 'This page hasn’t loaded' });

/** Checks for one heading, the phone numbers and a retry link, and no outline. */
async function expectWords(page: Page): Promise<void> {
  await expect(words(page)).toBeVisible(SOON);
  await expect(words(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page hasn’t loaded');
  await expect(words(page)).toContainText('is your card lost or stolen?');
  await expect(words(page).locator(`a[href="${SUPPORT}"]`)).toBeVisible();
  await expect(page.locator('#outline')).toBeHidden();
}

const tryAgain = (page: Page) => page.getByRole('main').or(words(page)).getByText('Try again', { exact: true }).last();

function forget(errors: readonly string[]): void {
  (errors as string[]).splice(0);
}

test('[12-a] [12-c] scripts that do not load are reported, signed out and signed in, without a reload loop', {
  tag: ['@phone', '@gate'],
}, async ({ page, consoleErrors }) => {
  await test.step('signed out, and again when they come', async () => {
    await page.route(SCRIPTS, (route) => route.abort());
    await page.goto(paths.accountSignIn());
    await expectWords(page);
    await page.unroute(SCRIPTS);
    await tryAgain(page).click();
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
    await expect(page.locator('#not-loaded')).toHaveCount(0);
  });
  await test.step('signed in, on the way to a page', async () => {
    await signIn(page, amelia);
    await settled(page);
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route(SCRIPTS, (route) => route.abort());
    await page.locator(`a[href="${paths.transactions()}"]:visible`).first().click();
    await expectWords(page);
    expect(loads).toBe(1);
    await page.unroute(SCRIPTS);
    await tryAgain(page).click();
    await expect(page.locator('.transactions h1')).toBeVisible();
  });
  forget(consoleErrors);
});

test('[4-B1-s1] a browser that is too old is told which ones are not', { tag: ['@phone', '@gate'] }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'toSorted');
    Reflect.deleteProperty(Array.prototype, 'at');
  });
  await page.goto(paths.accountSignIn());
  await expect(words(page)).toBeVisible(SOON);
  await expect(words(page).getByText('This browser is too old', { exact: false })).toBeVisible();
  await expect(words(page).getByText('Check your connection', { exact: false })).toBeHidden();
});

test('[4-B1] [4-B1-s2] a browser without crypto.randomUUID and modal dialogs signs in and shows a dialog', {
  tag: ['@phone', '@gate'],
}, async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, 'randomUUID');
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'close');
  });
  await page.goto(paths.accountSignIn());
  await page.getByLabel('Email address').fill(amelia.username);
  await page.getByLabel('Password', { exact: true }).fill(amelia.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${paths.cardHome()}$`));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

const BROKEN = [
  { how: 'answered with 503', status: 503, body: '' },
  { how: 'cut half way', status: 200, body: 'import { a } from "./' },
  { how: 'written for newer browsers', status: 200, body: 'const a = #{ b: 1 } |> c;' },
  { how: 'failing as it runs', status: 200, body: 'window.nothing.there();' },
];

for (const { how, ...answer } of BROKEN) {
  test(`a main script that is ${how} is reported immediately`, { tag: '@phone' }, async ({ page, consoleErrors }) => {
    await page.route('**/assets/app/shell-*.js', (route) =>
      route.fulfill({ ...answer, headers: { 'content-type': 'text/javascript' } }),
    );
    await page.goto(paths.accountSignIn(), { waitUntil: 'commit' });
    await expect(words(page)).toBeVisible({ timeout: 5_000 });
    await expectWords(page);
    forget(consoleErrors);
  });
}

test('slow scripts are reported after 8 seconds in the language of the browser, and take over when they load', {
  tag: '@phone',
}, async ({ browser, baseURL }) => {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'zh-CN' });
  const page = await context.newPage();
  const scripts = Promise.withResolvers<void>();
  await page.route(SCRIPTS, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  const began = performance.now();
  await page.goto(paths.accountSignIn(), { waitUntil: 'commit' });
  const said = page.getByRole('alert').filter({ hasText: '页面尚未加载' });
  await expect(said).toBeVisible(SOON);
  expect(performance.now() - began).toBeGreaterThan(7_900);
  await expect(said).toHaveAttribute('lang', 'zh-CN');
  scripts.resolve();
  await expect(page.locator('#not-loaded')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});

test('a slow page script is reported after 8 seconds, and takes over when it loads', {
  tag: '@phone',
}, async ({ page, consoleErrors }) => {
  await signIn(page, amelia);
  await settled(page);
  const screen = Promise.withResolvers<void>();
  await page.route('**/assets/app/transactions.screen-*.js', async (route) => {
    await screen.promise;
    await route.continue();
  });
  await page.locator(`a[href="${paths.transactions()}"]:visible`).first().click();
  await expectWords(page);
  screen.resolve();
  await expect(page.locator('.transactions h1')).toBeVisible();
  await expect(words(page)).toHaveCount(0);
  forget(consoleErrors);
});

test('a missing page script reloads the page at most once, with and without storage', {
  tag: '@phone',
}, async ({ page, consoleErrors }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await page.route('**/assets/app/faqs.screen-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(paths.faqs());
  await expectWords(page);
  expect(loads).toBe(1);
  forget(consoleErrors);
});
