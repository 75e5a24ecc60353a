import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const submit = (page: Page) => page.locator('button[type=submit]').click();

type Screen = { readonly name: string; readonly path: string; readonly prepare?: (page: Page) => Promise<void> };

const SCREENS: readonly Screen[] = [
  { name: 'card sign-in', path: '/' },
  { name: 'account sign-in', path: '/login' },
  {
    name: 'sign-in with problems',
    path: '/login',
    prepare: async (page) => {
      await submit(page);
      await expect(page.getByRole('alert')).toBeFocused();
    },
  },
  { name: 'error page', path: '/error' },
  { name: 'not-found page', path: '/nosuchbrand' },
];

/** Colours are the brands', words are the languages': every brand in one, one brand in both. */
const BRANDS: readonly Screen[] = [
  { name: 'sign-in of stumps', path: '/stumps' },
  { name: 'sign-in of tui', path: '/tui/login' },
  { name: 'sign-in of ledgerline', path: '/ledgerline/login' },
];

for (const { locale, screens } of [
  { locale: 'en-AU', screens: [...SCREENS, ...BRANDS] },
  { locale: 'zh-CN', screens: SCREENS },
]) {
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    for (const { name, path, prepare } of screens) {
      test(`has no accessibility finding, light or dark: ${name}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await prepare?.(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await expectNoAxeFindings(page);
        }
      });
    }
  });
}

test('loses nothing at 400% zoom', async ({ page }) => {
  // 1280 px at 400% is a page of 320.
  await page.setViewportSize({ width: 320, height: 256 });
  for (const path of ['/', '/login', '/error', '/nosuchbrand']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const isCutOff = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(isCutOff, `${path} scrolls sideways`).toBe(false);
  }
});
