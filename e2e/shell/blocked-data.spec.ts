import type { Page } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { amelia } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { expect, test } from '../support/test.ts';

/** Interfaces that a browser may block together with site data. */
const ON_WINDOW = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel', 'Notification'];
const ON_NAVIGATOR = ['locks', 'serviceWorker', 'clipboard', 'credentials', 'permissions', 'storage'];
const CALLED = ['BroadcastChannel', 'matchMedia'];

type Blocked = { readonly getters: readonly string[]; readonly calls: readonly string[]; readonly isGone?: boolean };

/** Makes interfaces throw on access or call, or removes them, before the page's own scripts run. */
async function block(page: Page, blocked: Blocked): Promise<void> {
  await page.addInitScript(({ getters, calls, isGone }) => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    const places = [window, Window.prototype, Navigator.prototype];
    for (const name of getters) {
      for (const place of places) {
        if (!Object.hasOwn(place, name)) continue;
        if (isGone) Reflect.deleteProperty(place, name);
        else Object.defineProperty(place, name, { get: refuse, configurable: true });
      }
    }
    for (const name of calls) {
      Object.defineProperty(window, name, { value: new Proxy(class {}, { construct: refuse, apply: refuse }) });
    }
  }, blocked);
}

async function signInByHand(page: Page): Promise<void> {
  await page.getByLabel('Email address').fill(amelia.username);
  await page.getByLabel('Password', { exact: true }).fill(amelia.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.locator('.balance__amount')).toBeVisible();
}

const NOT_KEPT = /isn’t saving data for this site/;

/** From sign-in to a page that loads its own code, without using the address bar. */
async function useBySession(page: Page, isNotified: boolean): Promise<void> {
  await page.goto(paths.root());
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(NOT_KEPT)).toHaveCount(isNotified ? 1 : 0);
  await page.goto(paths.accountSignIn());
  await expect(page.getByText(NOT_KEPT)).toHaveCount(isNotified ? 1 : 0);
  await signInByHand(page);
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0);
  // Postponed offers are forgotten with storage.
  const later = page.getByRole('dialog').getByRole('button', { name: 'Not now' });
  await page.addLocatorHandler(later, () => later.click());
  for (const path of [paths.transactions(), paths.fundsTransfer()]) {
    await page.locator(`a[href="${path}"]:visible`).first().click();
    await settled(page);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
}

test('[2-c] a browser with blocked site data and interfaces shows the pages and signs in until the page is closed', {
  tag: ['@phone', '@gate'],
}, async ({ page }) => {
  await block(page, { getters: [...ON_WINDOW, ...ON_NAVIGATOR], calls: ['matchMedia'] });
  await useBySession(page, true);
});

const ALONE: readonly (Blocked & { readonly how: string; readonly isNotified: boolean })[] = [
  ...CALLED.map((name) => ({ how: `${name} throws when called`, getters: [], calls: [name], isNotified: false })),
  ...[...ON_WINDOW, ...ON_NAVIGATOR].map((name) => ({
    how: `${name} throws when looked at`,
    getters: [name],
    calls: [],
    isNotified: name === 'sessionStorage',
  })),
  {
    how: 'everything is missing',
    getters: [...ON_WINDOW, ...ON_NAVIGATOR, 'matchMedia'],
    calls: [],
    isGone: true,
    isNotified: true,
  },
];

for (const { how, isNotified, ...blocked } of ALONE) {
  test(`pages are shown and a person can sign in when ${how}`, { tag: '@phone' }, async ({ page }) => {
    await block(page, blocked);
    await useBySession(page, isNotified);
  });
}

test('full storage permits a sign-in until the page is closed, and the page says so', { tag: '@phone' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
  await useBySession(page, true);
});

for (const how of ['blocked', 'full'] as const) {
  test(`[23-a] a mailed link is opened from memory when session storage is ${how}, and its secret is removed from the URL`, {
    tag: '@phone',
  }, async ({ page }) => {
    await page.addInitScript((isBlocked) => {
      const refuse = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      if (isBlocked) Object.defineProperty(window, 'sessionStorage', { get: refuse });
      else Storage.prototype.setItem = refuse;
    }, how === 'blocked');
    const secret = 'a'.repeat(43);
    const asked = page.waitForRequest((request) => request.postData()?.includes(secret) === true);
    await page.goto(paths.storeCollectLink().replace(':token', secret));
    await asked;
    await expect(page).toHaveURL(new RegExp(`${paths.storeCollect()}$`));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).not.toContain(secret);
  });
}
