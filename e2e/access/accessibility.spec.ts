import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** Each screen in both languages and themes; the two widths are the two projects. */
const LANGUAGES = ['en-AU', 'zh-CN'] as const;
const THEMES = ['light', 'dark'] as const;

const submit = (page: Page) => page.locator('button[type=submit]').click();

const SCREENS: readonly { name: string; path: string; prepare?: (page: Page) => Promise<void> }[] = [
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
  { name: 'sign-in of stumps', path: '/stumps' },
  { name: 'sign-in of tui', path: '/tui/login' },
  { name: 'sign-in of ledgerline', path: '/ledgerline/login' },
  { name: 'error page', path: '/error' },
  { name: 'not-found page', path: '/nosuchbrand' },
];

for (const locale of LANGUAGES) {
  for (const colorScheme of THEMES) {
    test.describe(`${locale}, ${colorScheme}`, () => {
      test.use({ locale, colorScheme });
      for (const { name, path, prepare } of SCREENS) {
        test(`has no accessibility finding: ${name}`, async ({ page }) => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await prepare?.(page);
          await expectNoAxeFindings(page);
        });
      }
    });
  }
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
