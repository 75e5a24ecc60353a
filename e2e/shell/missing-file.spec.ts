import { paths } from '../../web/src/paths.ts';
import { amelia } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.use({ serverFails: true });

const SCREEN = '**/assets/app/transactions.screen-*.js';

test('a missing file reloads the page once, and is then loaded or reported as unavailable', async ({
  page,
  consoleErrors,
}) => {
  await signIn(page, amelia);
  await page.evaluate(() => sessionStorage.setItem('draft', 'kept'));
  // Counted at the start, because the reloaded page requests the file before its load event.
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const toTransactions = () => page.locator(`a[href="${paths.transactions()}"]:visible`).first().click();

  await test.step('the person comes where they were going, signed in', async () => {
    // Both the preload and the import request it.
    await page.route(SCREEN, async (route) => {
      if (loads === 0) await route.fulfill({ status: 404, body: '' });
      else await route.continue();
    });
    await toTransactions();
    await expect(page.locator('.transactions h1')).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(paths.transactions());
    expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toBe('kept');
    expect(loads).toBe(1);
    // The browser logs the file on the previous page, if that still exists.
    expect(consoleErrors.filter((error) => !error.includes('dynamically imported module'))).toEqual([]);
    (consoleErrors as string[]).splice(0);
    await page.unroute(SCREEN);
  });

  await test.step('a file that stays away is said to be', async () => {
    await page.goto(paths.cardHome());
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    loads = 0;
    // Simulates a minute later: a page is not reloaded again so soon.
    await page.evaluate(() => sessionStorage.removeItem('wattle.reloaded'));
    await page.route(SCREEN, (route) => route.fulfill({ status: 404, body: '' }));
    await toTransactions();
    await expect(page.getByRole('heading', { name: 'This page hasn’t loaded' })).toBeVisible();
    expect(loads).toBe(1);
    // The browser's own error for developers may be logged after the page has shown its message.
    await expect.poll(() => consoleErrors.join()).toContain('dynamically imported module');
    (consoleErrors as string[]).splice(0);
  });
});

test('a dialog whose file is gone reloads the page, but not one in which something was typed', {
  tag: '@phone',
}, async ({ page, consoleErrors }) => {
  let isGone = true;
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const filters = page.getByRole('button', { name: /^Filters/ });
  const dialog = page.getByRole('dialog', { name: 'Filters' });
  const search = page.getByRole('searchbox', { name: 'Search by name, category or amount' });
  await page.route('**/assets/app/filters-dialog-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await signIn(page, amelia);

  await test.step('typed text stays, and the page says that the dialog did not load', async () => {
    await page.goto(paths.transactions());
    await search.fill('groc');
    loads = 0;
    await filters.click();
    await expect(page.getByText('This didn’t load').first()).toBeVisible();
    await expect(search).toHaveValue('groc');
    expect(loads).toBe(0);
  });

  await test.step('without it the page is loaded anew, and the dialog opens', async () => {
    await page.goto(paths.cardHome());
    await page.goto(paths.transactions());
    loads = 0;
    const again = page.waitForEvent('load');
    await filters.click();
    await again;
    isGone = false;
    await filters.click();
    await expect(dialog).toBeVisible();
    expect(loads).toBe(1);
  });
  (consoleErrors as string[]).splice(0);
});
