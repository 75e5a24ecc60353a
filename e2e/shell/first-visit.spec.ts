import type { Page } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { amelia } from '../support/people.ts';
import { putOffOffers } from '../support/put-off-offers.ts';
import { settled } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Session of a signed-in person, for a browser without any other data. */
async function sessionOf(page: Page): Promise<string> {
  await signIn(page, amelia);
  return (await page.evaluate(() => sessionStorage.getItem('wattle.session'))) ?? '';
}

type Shifts = { readonly total: number; readonly moved: readonly string[] };
type Shift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null; readonly currentRect: DOMRectReadOnly }[];
};

/** Sums layout shifts reported by the browser, and records the elements. */
function watchShifts(): void {
  const shifts: { total: number; moved: string[] } = { total: 0, moved: [] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as Shift[]) {
      shifts.total += value;
      for (const { node, currentRect } of sources) {
        const name = node instanceof Element ? node.className : node?.textContent;
        shifts.moved.push(`${value.toFixed(3)} ${name} to ${currentRect.top}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Signed out: a page for signed-in users shows none of its frame before its scripts load and redirect. */
async function expectNoFrame(page: Page): Promise<void> {
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/app/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(paths.transactions(), { waitUntil: 'commit' });
  await expect(page.locator('#outline')).toBeAttached();
  await expect(page.locator('#outline')).toBeHidden();
  scripts.resolve();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#outline')).toHaveCount(0);
  await page.unroute('**/assets/app/*.js');
}

test('card home loads with 25 requests and the font, fetches the cards once, and loads nothing of sign-in', {
  tag: ['@phone', '@gate'],
}, async ({ page, browser, baseURL }) => {
  const session = await sessionOf(page);
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 390, height: 844 } });
  await putOffOffers(context);
  const fresh = await context.newPage();
  await fresh.addInitScript((kept) => sessionStorage.setItem('wattle.session', kept), session);
  const requests: string[] = [];
  fresh.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await fresh.goto(paths.cardHome());
  await settled(fresh);
  await expect(fresh.locator('.balance__amount')).toBeVisible();
  await expect.poll(() => requests.includes('/api/live')).toBe(true);
  // The favicon is requested by the browser itself, late or never in headless mode. The font of a first visit loads
  // some time after the page, before or after this moment.
  const ofPage = requests.filter((path) => !path.endsWith('/logo.svg') && !path.endsWith('.woff2'));
  expect(ofPage.length, ofPage.join('\n')).toBeLessThanOrEqual(25);
  expect(requests.filter((path) => path === '/api/card/cards')).toHaveLength(1);
  // The card data of the home loads after its top-up options.
  const ofCards = requests.filter((path) => /^\/api\/(card|topup|transaction|virtual)/i.test(path));
  expect(ofCards.slice(0, 2)).toEqual(['/api/card/cards', '/api/topup/details']);
  expect(requests.filter((path) => path.includes('sign-in'))).toEqual([]);
  await context.close();
});

test('nothing shifts on a desktop while the home and its notices load', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, amelia);
  // The notices load last.
  await page.route('**/api/brand/GetSystemNotifications', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.reload();
  await settled(page);
  await expect(page.getByRole('note').first()).toBeVisible();
  const { total, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
  expect(total, moved.join('\n')).toBeLessThan(0.05);
});

test('nothing shifts while a page loads, nor when the font arrives later', { tag: ['@phone', '@gate'] }, async ({
  page,
}) => {
  await signIn(page, amelia);
  await page.addInitScript(watchShifts);
  for (const path of [paths.cardHome(), paths.transactions(), paths.fundsTransfer(), paths.myAccount()]) {
    // As on a first visit.
    await page.evaluate(() => localStorage.removeItem('wattle.font'));
    await page.goto(path);
    await settled(page);
    await page.waitForFunction(() => [...document.fonts].some(({ family }) => family === 'Wattle Inter'));
    // The frame in which the text is redrawn, and the one that reports it.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const { total, moved } = await page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
    expect.soft(total, `${path}\n${moved.join('\n')}`).toBeLessThan(0.05);
  }
});

test('the frame of a signed-in page is shown in its place before any script has loaded', async ({ page }) => {
  await test.step('without a session no frame of a signed-in page is shown', () => expectNoFrame(page));
  await signIn(page, amelia);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/app/*.js', async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto(paths.cardHome(), { waitUntil: 'commit' });
  const outline = page.locator('#outline');
  const parts = ['.home-hero__ground', '.card-picture', '.brand-logo:visible'] as const;
  const placesIn = (within: string) =>
    Promise.all(parts.map((part) => page.locator(`${within} ${part}`).first().boundingBox()));
  await expect(outline.locator('.card-picture__art')).toBeVisible();
  const drawn = await placesIn('#outline');
  scripts.resolve();
  await expect(page.locator('#root .card-picture__art').first()).toBeVisible();
  await expect(outline).toHaveCount(0);
  const real = await placesIn('#root');
  for (const [place, part] of parts.entries()) {
    const [before, after] = [drawn[place], real[place]];
    expect(Math.abs((before?.x ?? Number.NaN) - (after?.x ?? Number.NaN)), part).toBeLessThan(2);
    expect(Math.abs((before?.y ?? Number.NaN) - (after?.y ?? Number.NaN)), part).toBeLessThan(2);
  }
});

test('a page after the first one fades in, unless motion is unwelcome', { tag: '@phone' }, async ({ page }) => {
  const fades = () =>
    page.locator('#main > *').evaluateAll((all) => all.map((one) => getComputedStyle(one).animationName));
  await signIn(page, amelia);
  await page.goto(paths.cardHome());
  await expect(page.getByRole('link', { name: 'All transactions' })).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(new Set(await fades())).toEqual(new Set(['none']));
  await page.getByRole('link', { name: 'All transactions' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Transactions' })).toBeVisible();
  expect(new Set(await fades())).toEqual(new Set(['page-fade']));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(new Set(await fades())).toEqual(new Set(['none']));
});
