import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import type { Page, Route } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { amelia } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const panel = (page: Page) => page.getByRole('region', { name: 'Card details' });
const REVEAL = '**/api/card/revealSecureDetails';

async function openVirtualCard(page: Page): Promise<void> {
  await signIn(page, amelia);
  await page.getByRole('button', { name: /^Wattle Online/ }).click();
}

/** The server shows a number 5 times an hour: what is about the page alone uses an answer of its own. */
const answerLike = (route: Route) =>
  route.fulfill({
    contentType: 'application/json',
    body: JSON.stringify({ CardNumber: '4111111111111111', ExpirationDate: '2029-11', Cvv2: '123' }),
  });

test('shows the number of a virtual card for 30 seconds', async ({ page }) => {
  await page.clock.install();
  await openVirtualCard(page);
  const show = page.getByRole('button', { name: 'Show number' });
  await expect(show).toBeVisible();
  // From here on its clock goes by the test's word alone, however long the test takes to look.
  await page.clock.pauseAt(Date.now() + 60_000);
  await show.click();
  await expect(panel(page).getByRole('heading', { name: 'Card details' })).toBeFocused();
  const number =
    (
      await panel(page)
        .getByText(/^(\d{4} ){3}\d{4}$/)
        .textContent()
    )?.replaceAll(' ', '') ?? '';
  expect(number).toMatch(/^9036\d{8}0025$/);
  expect(passesLuhn(number)).toBe(true);
  await expect(panel(page).getByText(/^\d{3}$/)).toBeVisible();
  await page.clock.runFor(29_999);
  await expect(panel(page)).toBeVisible();
  await page.clock.runFor(1);
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByText('Card details are hidden')).toBeAttached();
  expect(await page.content()).not.toContain(number);
});

test('hides the number when the page is looked away from', async ({ page }) => {
  await page.route(REVEAL, answerLike);
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  await expect(panel(page)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await expect(panel(page)).toHaveCount(0);
});

test('hides the number with its card and never shows it beside another', async ({ page }) => {
  await page.route(REVEAL, answerLike);
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  await expect(panel(page)).toBeVisible();
  await page.getByRole('button', { name: /^Wattle Everyday/ }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show number' })).toHaveCount(0);
  await page.getByRole('button', { name: /^Wattle Online/ }).click();
  await expect(page.getByRole('button', { name: 'Show number' })).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('hides the number at once when asked, and gives the focus back', async ({ page }) => {
  await page.route(REVEAL, answerLike);
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  await panel(page).getByRole('button', { name: 'Hide now' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Show number' })).toBeFocused();
});

test('comes into sight 200 ms after it is there, when the page is at rest', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    const scrolled: number[] = [];
    Object.assign(window, { scrolled });
    Element.prototype.scrollIntoView = function note() {
      scrolled.push(performance.now() - Number(this.getAttribute('data-seen')));
    };
    new MutationObserver(() => {
      const shown = document.querySelector('section.secure:not([data-seen])');
      shown?.setAttribute('data-seen', String(performance.now()));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.route(REVEAL, answerLike);
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  const waited = () => page.evaluate(() => (window as unknown as { scrolled: number[] }).scrolled);
  await expect.poll(waited).toHaveLength(1);
  // The timer is set a moment before the page says that something has changed.
  expect((await waited())[0]).toBeGreaterThan(180);
});

test('copies the number without its spaces', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.route(REVEAL, answerLike);
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  await panel(page).getByRole('button', { name: 'Copy card number' }).click();
  await expect(panel(page).getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('4111111111111111');
});

test('says that the number was shown too often', async ({ page }) => {
  await page.route(REVEAL, (route) =>
    route.fulfill({ status: 429, contentType: 'application/json', body: '{"error":["429"]}' }),
  );
  await openVirtualCard(page);
  await page.getByRole('button', { name: 'Show number' }).click();
  await expect(page.getByText('The number was shown 5 times in the last hour. Try again later.')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('a session that has proved nothing shows the number after a proof', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, amelia);
  await page.goto('/setLoginPin');
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Set passcode', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  // Who signs in with a passcode has proved nothing yet, as somebody whose password is older than 5 minutes.
  await page.goto('/passcodeLogin');
  await page.getByLabel('Passcode', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: /^Wattle Online/ }).click();
  await page.getByRole('button', { name: 'Show number' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await expectNoAxeFindings(page);
  await proof.getByLabel('Passcode', { exact: true }).fill('1111');
  await page.keyboard.press('Enter');
  await expect(proof).toContainText('Check your passcode and try again');
  await proof.getByLabel('Passcode', { exact: true }).fill('4826');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(/^(\d{4} ){3}\d{4}$/)).toBeVisible();
});
