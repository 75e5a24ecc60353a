import { expect, test } from '../support/test.ts';

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
