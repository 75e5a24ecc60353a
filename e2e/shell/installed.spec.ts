import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { amelia } from '../support/people.ts';
import { openReleaseProxy, type ReleaseProxy } from '../support/release-proxy.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test as base } from '../support/test.ts';

const DIST = join(import.meta.dirname, '../../web/dist');

/** The server behind a proxy that makes releases of it. The pages of a test have no other network. */
const test = base.extend<{ readonly front: ReleaseProxy }>({
  front: async ({ server }, use) => {
    const build = readFileSync(join(DIST, 'current'), 'utf8').trim();
    const workerOff = readFileSync(join(DIST, 'builds', build, 'worker-off.js'), 'utf8');
    const front = await openReleaseProxy(server.url, workerOff);
    await use(front);
    await front.close();
  },
  baseURL: async ({ front }, use) => {
    await use(front.url);
  },
});

test.use({ serviceWorkers: 'allow', serverFails: true });

type Kept = {
  readonly shells: readonly string[];
  readonly versions: readonly (string | null)[];
  readonly all: string[];
};

/** Everything that the worker keeps. */
function kept(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = (await Promise.all(caches.map((cache) => cache.keys()))).flat();
    const all = requests.map(({ url }) => new URL(url).pathname);
    const shells = all.filter((path) => path.endsWith('/shell.html'));
    const answers = await Promise.all(shells.map((path) => window.caches.match(path)));
    return { shells, versions: answers.map((answer) => answer?.headers.get('Wattle-Shell') ?? null), all };
  });
}

/** Waits until the shell of a release is kept. */
async function expectKept(page: Page, release: number): Promise<void> {
  await expect
    .poll(async () => (await kept(page)).versions.map((version) => /r(\d+)$/.exec(version ?? '')?.[1]), {
      timeout: 20_000,
    })
    .toEqual([String(release)]);
}

const signInHeading = (page: Page) => page.getByRole('heading', { level: 1 });
/** Releases of the scripts that the page has run; none while it is being loaded. */
const releasesOf = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { releases?: number[] }).releases)]).catch((): number[] => []);

test('a start without a network shows the sign-in at once and says so, and nothing with money is kept', {
  tag: '@phone',
}, async ({ page, front, context }) => {
  await page.goto(paths.accountSignIn());
  await expectKept(page, 1);
  await signIn(page, amelia);
  await page.goto(paths.transactions());
  await expect(page.locator('.transactions h1')).toBeVisible();
  // The files of a page are kept a few seconds after it.
  await expect
    .poll(async () => (await kept(page)).all.some((path) => path.includes('transactions.screen')), { timeout: 20_000 })
    .toBe(true);
  for (const path of (await kept(page)).all) {
    expect(path).toMatch(/^\/assets\/(app\/|brands\/|installed\/default\/shell\.html$)/);
  }
  await page.close();

  const cold = await context.newPage();
  front.isSilent = true;
  await context.setOffline(true);
  const from = Date.now();
  await cold.goto(paths.cardHome());
  await expect(signInHeading(cold)).toBeVisible();
  expect(Date.now() - from).toBeLessThan(5_000);
  await expect(cold.getByText('You’re offline.')).toBeVisible();
  await expect(cold.locator('html')).not.toHaveAttribute('data-now');
  front.isSilent = false;
  await context.setOffline(false);
  await expect(cold.getByText('You’re offline.')).toHaveCount(0, { timeout: 20_000 });
});

test('a line that brings nothing shows the kept shell after three seconds, and a proxy that fails at once', {
  tag: '@phone',
}, async ({ page, front }) => {
  await page.goto(paths.accountSignIn());
  await expectKept(page, 1);
  front.pageStatus = 502;
  await page.goto(paths.accountSignIn());
  await expect(page.getByLabel('Email address')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-now');
  front.pageStatus = undefined;
  front.isSilent = true;
  await page.goto(paths.accountSignIn());
  await expect(page.getByLabel('Email address')).toBeVisible();
});

test('three releases with an open tab: the newest page always, no mixture, no loop', { tag: '@phone' }, async ({
  page,
  front,
  context,
}) => {
  await page.goto(paths.accountSignIn());
  await expectKept(page, 1);
  await signIn(page, amelia);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  const other = await context.newPage();

  for (const release of [2, 3]) {
    front.release = release;
    const before = loads;
    await test.step(`the open tab comes to release ${release} by one load when a file of its own is gone`, async () => {
      const path = release === 2 ? paths.statements() : paths.payees();
      await page.evaluate((to) => {
        window.history.pushState(null, '', to);
        window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
      }, path);
      await expect.poll(() => releasesOf(page), { timeout: 15_000 }).toEqual([release]);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
      expect(loads - before).toBe(1);
    });
    await test.step('its shell takes the place of the former one, with none of its files', async () => {
      await expectKept(page, release);
      const files = (await kept(page)).all.filter(
        (path) => path.startsWith('/assets/app/') && /\.(js|css)$/.test(path),
      );
      expect(files.filter((path) => !path.includes(`-r${release}-`))).toEqual([]);
    });
    await test.step('another tab is of that release too, with and without a network', async () => {
      await other.goto(paths.accountSignIn());
      expect(await releasesOf(other)).toEqual([release]);
      await context.setOffline(true);
      await other.goto(paths.accountSignIn());
      await expect(signInHeading(other)).toBeVisible();
      expect(await releasesOf(other)).toEqual([release]);
      await context.setOffline(false);
    });
  }
  // No further load comes by itself.
  const settledAt = loads;
  await page.waitForTimeout(3_000);
  expect(loads).toBe(settledAt);
});

test('the worker is taken back where an operator switches it off, and comes again', { tag: '@phone' }, async ({
  page,
  front,
}) => {
  await page.goto(paths.accountSignIn());
  await expectKept(page, 1);
  front.isWorkerOff = true;
  await page.goto(paths.accountSignIn());
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  await expect.poll(workers, { timeout: 20_000 }).toBe(0);
  expect(await kept(page)).toEqual({ shells: [], versions: [], all: [] });
  await page.goto(paths.accountSignIn());
  await expect(page.getByLabel('Email address')).toBeVisible();
  front.isWorkerOff = false;
  await page.goto(paths.accountSignIn());
  await expectKept(page, 1);
});

test('without a network the figures stay with their time, and a payment says why it is not sent', {
  tag: '@phone',
}, async ({ page, context, front }) => {
  await signIn(page, amelia);
  await expect(page.locator('.balance__amount')).toBeVisible();
  const balance = await page.locator('.balance__amount').textContent();
  await context.setOffline(true);
  await expect(page.locator('.balance .as-of')).toHaveText(/^As of \d{1,2}:\d{2} [ap]m$/);
  expect(await page.locator('.balance__amount').textContent()).toBe(balance);
  await context.setOffline(false);
  await expect(page.locator('.as-of')).toHaveCount(0);
  expect(front.paths.some((path) => path.startsWith('/api/'))).toBe(true);
});
