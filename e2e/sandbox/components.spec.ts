import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { pathOf } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PATH = '/sandbox/components';

/**
 * Every pair of brand, language and scheme with each other and with a width, in four pages per width: brand colours
 * come from the server. The content is tested in components.screen.test.tsx.
 */
const CASES = [
  { brand: 'wattle', locale: 'en-AU', scheme: 'light', width: 'phone' },
  { brand: 'stumps', locale: 'zh-CN', scheme: 'dark', width: 'phone' },
  { brand: 'tui', locale: 'zh-CN', scheme: 'light', width: 'phone' },
  { brand: 'ledgerline', locale: 'en-AU', scheme: 'dark', width: 'phone' },
  { brand: 'wattle', locale: 'zh-CN', scheme: 'dark', width: 'desktop' },
  { brand: 'stumps', locale: 'en-AU', scheme: 'light', width: 'desktop' },
  { brand: 'tui', locale: 'en-AU', scheme: 'dark', width: 'desktop' },
  { brand: 'ledgerline', locale: 'zh-CN', scheme: 'light', width: 'desktop' },
] as const;

async function open(page: Page, brand: string, query = ''): Promise<void> {
  await page.goto(pathOf(brand, PATH) + query);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The specimens of fields load after their page.
  await expect(page.locator('.specimen:not(:has(> .specimen__title + *))')).toHaveCount(0);
  // Widths depend on the page's own font.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

/** Elements that overflow the page or are cut off by their container. */
function badlySet(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth)
      found.push('the page scrolls sideways');
    for (const element of document.querySelectorAll<HTMLElement>(
      '.specimen :is(button, a, p, dt, dd, h4, label, .badge)',
    )) {
      const { overflowX } = getComputedStyle(element);
      if (element.closest('.visually-hidden') || element.matches('.visually-hidden') || overflowX !== 'visible')
        continue;
      if (element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${element.className || element.tagName}: ${element.textContent?.slice(0, 40)}`);
      }
    }
    return found;
  });
}

for (const { brand, locale, scheme, width } of CASES) {
  test.describe(`${brand}, ${locale}, ${scheme}`, () => {
    test.use({ locale, colorScheme: scheme });

    test('shows every component without a finding, a truncated word or sideways scrolling', {
      tag: `@${width}`,
    }, async ({ page }) => {
      await open(page, brand);
      const specimens = page.locator('.specimen');
      for (const specimen of await specimens.all()) await expect(specimen).toBeVisible();
      expect(await specimens.count()).toBeGreaterThanOrEqual(20);
      await expect.poll(() => badlySet(page)).toEqual([]);
      await expectNoAxeFindings(page);
    });
  });
}

for (const [place, name] of (['journey', 'review', 'receipt'] as const).entries()) {
  const { brand, locale, scheme, width } = CASES[(place * 3 + 1) % CASES.length] ?? CASES[0];
  test.describe(`${brand}, ${locale}, ${scheme}`, () => {
    test.use({ locale, colorScheme: scheme });

    test(`shows the page of a ${name} without a finding`, { tag: `@${width}` }, async ({ page }) => {
      await open(page, brand, `?page=${name}`);
      await expectNoAxeFindings(page);
    });
  });
}

test('stays usable at 400% zoom, in forced colours', { tag: '@desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, 'wattle');
  await expect.poll(() => badlySet(page)).toEqual([]);
  await open(page, 'wattle', '?page=receipt');
  await expect.poll(() => badlySet(page)).toEqual([]);
});
