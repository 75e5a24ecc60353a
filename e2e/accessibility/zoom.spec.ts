import type { Page } from '@playwright/test';
import { settled } from '../support/settled.ts';
import { pathOf } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { open, SCREENS, type Screen } from './screens.ts';

/** 1280 px at 400% zoom, a phone with text twice as large, and the widths at which the layout changes. */
const VIEWS = [
  { name: '320 px', width: 320, height: 256, text: '' },
  { name: '200% text on a phone', width: 390, height: 844, text: '200%' },
  { name: '200% text on a desktop', width: 1280, height: 900, text: '200%' },
  { name: '992 px', width: 992, height: 800, text: '' },
  { name: '1920 px', width: 1920, height: 1080, text: '' },
] as const;

async function setText(page: Page, size: string): Promise<void> {
  await page.evaluate((given) => {
    document.documentElement.style.fontSize = given;
  }, size);
}

/** The views in which a screen scrolls sideways, with how far. */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { name, width, height, text } of VIEWS) {
    await page.setViewportSize({ width, height });
    await setText(page, text);
    const over = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (over > 0) found.push(`${name}: ${over} px`);
  }
  await setText(page, '');
  return found;
}

async function expectNothingTooWide(page: Page, screens: readonly Screen[]): Promise<void> {
  const found: string[] = [];
  for (const [index, screen] of screens.entries()) {
    const brand = screen.brands?.[0] ?? 'wattle';
    // Who has signed in once goes on from screen to screen.
    if (index === 0) await open(page, screen, brand);
    else await page.goto(pathOf(brand, screen.path));
    await settled(page);
    await screen.prepare?.(page);
    found.push(...(await tooWide(page)).map((where) => `${screen.name}, ${where}`));
  }
  expect(found, 'screens that scroll sideways').toEqual([]);
}

test.describe('loses nothing at 400% zoom or with text twice as large', { tag: '@desktop' }, () => {
  test.setTimeout(180_000);

  test('signed out', async ({ page }) => {
    await expectNothingTooWide(
      page,
      SCREENS.filter(({ isSignedIn }) => !isSignedIn),
    );
  });

  test('signed in', async ({ page }) => {
    await expectNothingTooWide(
      page,
      SCREENS.filter(({ isSignedIn }) => isSignedIn),
    );
  });
});
