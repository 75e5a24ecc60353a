import type { Locator } from '@playwright/test';
import { amelia } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const SPENDING = '**/api/transaction/spending';
const months = (amounts: readonly number[]) =>
  amounts.map((Amount, past) => ({ Month: `2026-0${past + 4}-01`, Amount }));

/** How a colour of the chart stands out from the panel that it lies on, by WCAG 2. */
function contrastOf(mark: Locator, property: 'fill' | 'stroke'): Promise<number> {
  return mark.evaluate((element, name) => {
    const pencil = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const luminance = (colour: string) => {
      if (!pencil) throw new Error('no canvas');
      pencil.fillStyle = colour;
      pencil.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = [...pencil.getImageData(0, 0, 1, 1).data].map((byte) => {
        const part = byte / 255;
        return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const panel = element.closest('.panel');
    if (!panel) throw new Error('the chart lies on a panel');
    const [darker = 0, lighter = 0] = [
      luminance(getComputedStyle(element).getPropertyValue(name)),
      luminance(getComputedStyle(panel).backgroundColor),
    ].toSorted((one, other) => one - other);
    return (lighter + 0.05) / (darker + 0.05);
  }, property);
}

test.describe('a chart that fails', () => {
  test.use({ serverFails: true });

  test('is asked for again', { tag: '@phone' }, async ({ page }) => {
    // Until the button is pressed: a page asks by itself too, and would take the button away.
    const isPressed = () => page.evaluate(() => document.documentElement.dataset['pressed'] === 'yes');
    await page.route(SPENDING, async (route) => {
      if (await isPressed()) await route.fallback();
      else await route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":["503"]}' });
    });
    await signIn(page, amelia);
    const failed = page.getByRole('region', { name: 'Spent by month' });
    await expect(failed.getByRole('alert')).toContainText('could not be loaded');
    const chart = page.locator('.month-chart');
    const press = (button: HTMLElement) => {
      document.documentElement.dataset['pressed'] = 'yes';
      button.click();
    };
    // Pressed while the page asks by itself, the button shares that answer, and is there again when it has failed.
    await expect(async () => {
      const again = failed.getByRole('button', { name: 'Try again' });
      if (!(await chart.isVisible())) await again.evaluate(press, undefined, { timeout: 1_000 });
      await expect(chart).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: 20_000 });
    await expect(failed).toHaveCount(0);
  });
});

test('an account without a past month is compared with none', { tag: '@phone' }, async ({ page }) => {
  let answer = { Months: months([0, 0, 0, 0, 0, 64.1]), Categories: [], PreviousToDate: 0, InterestThisMonth: 0 };
  await page.route(SPENDING, (route) => route.fulfill({ json: answer }));
  await signIn(page, amelia);
  const spent = page.getByRole('region', { name: 'Spent in September' });
  await expect(spent).toContainText('$64.10');
  await expect(spent).not.toContainText('by this day');
  answer = { ...answer, Months: months([0, 0, 0, 0, 30, 64.1]), PreviousToDate: 20 };
  await page.reload();
  await expect(spent).toContainText('$44.10 more than by this day in August');
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('the edges of earlier months are seen and do not outshine this month', { tag: '@phone' }, async ({ page }) => {
    // On the first of a month Amelia has spent nothing in it.
    const answer = { Months: months([310, 220, 405, 180, 90, 64.1]), Categories: [], PreviousToDate: 0 };
    await page.route(SPENDING, (route) => route.fulfill({ json: { ...answer, InterestThisMonth: 0 } }));
    await signIn(page, amelia);
    const edge = await contrastOf(page.locator('g:not(.month-chart__now) > .month-chart__bar').first(), 'stroke');
    const now = await contrastOf(page.locator('.month-chart__now .month-chart__bar'), 'fill');
    expect(edge).toBeGreaterThanOrEqual(3);
    expect(edge).toBeLessThan(0.75 * now);
  });
});
