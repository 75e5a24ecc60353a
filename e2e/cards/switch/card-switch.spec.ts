import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { jack, tom } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const JACKS_CARD = '9036000000000124';
const cardSwitch = (page: Page) => page.getByRole('switch');

async function turn(page: Page, to: 'on' | 'off'): Promise<void> {
  const answer = page.waitForResponse((response) => /card\/turnCardO(n|ff)$/i.test(response.url()));
  const pressedAt = Date.now();
  await cardSwitch(page).click();
  expect((await answer).status()).toBe(200);
  await expect(cardSwitch(page)).toBeChecked({ checked: to === 'on' });
  // The switch takes its next change after a second.
  await expect(cardSwitch(page)).not.toHaveAttribute('aria-disabled');
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_000);
}

test('a card that is turned off is declined at the shop, and the home says so', async ({ page, sim }) => {
  await signIn(page, jack);
  await expect(cardSwitch(page)).toBeChecked();
  await turn(page, 'off');
  await expect(page.getByRole('button', { name: /^Stumps Member.*Card is off$/ })).toBeVisible();
  await expectNoAxeFindings(page);

  const shop = `Boundary Rope ${Date.now()}`;
  const declined = await sim('purchase', '--card', JACKS_CARD, '--amount', '8.40', '--merchant', shop, '--mcc', '5814');
  expect(declined['answer']).toBe('62');
  const row = page.locator('details').filter({ hasText: shop });
  await expect(row.getByText('Declined · card was off')).toBeVisible();

  await turn(page, 'on');
  await expect(page.getByRole('button', { name: /^Stumps Member[^C]*$/ })).toBeVisible();
  await page.reload();
  await expect(cardSwitch(page)).toBeChecked();
});

test('goes back, with the reason, when the server refuses', async ({ page }) => {
  await page.route('**/api/card/turnCardOff', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":["10001"]}' }),
  );
  await signIn(page, tom);
  await expect(cardSwitch(page)).toBeChecked();
  await cardSwitch(page).click();
  await expect(page.getByRole('alert')).toHaveText(/could not be turned off\. There is a problem with your card/);
  await expect(cardSwitch(page)).toBeChecked();
  await expectNoAxeFindings(page);
});

test('shows the new state before the server has answered', async ({ page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route('**/api/card/turnCardOff', async (route) => {
    await held;
    await route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":["10001"]}' });
  });
  await signIn(page, tom);
  await cardSwitch(page).click();
  await expect(cardSwitch(page)).not.toBeChecked();
  answer();
  await expect(cardSwitch(page)).toBeChecked();
});

test('leads to the error page when nobody knows whether the card is on', async ({ page }) => {
  await page.route('**/api/card/turnCardOff', (route) => route.fulfill({ body: 'a page of some proxy' }));
  await signIn(page, tom);
  await cardSwitch(page).click();
  await expect(page).toHaveURL(/\/error$/);
});

test.describe('without a usable connection', () => {
  test.use({ serverFails: true });

  test('the switch goes back, says why and can be tried again, and nobody is signed out', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    await signIn(page, tom);
    await expect(cardSwitch(page)).toBeChecked();
    const problem = page.getByRole('alert').filter({ hasText: 'could not be turned off' });
    const calls = '**/api/card/turnCardOff';

    await page.route(calls, (route) => route.fulfill({ status: 503, body: 'a page of some proxy' }));
    await cardSwitch(page).click();
    await expect(problem).toContainText('The service is away for a moment');
    await expect(cardSwitch(page)).toBeChecked();
    await page.unroute(calls);

    // The page hears of it a moment later.
    const offline = page.getByText('You are offline. What you see may be out of date.');
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(problem).toContainText('You are offline.');
    await expect(cardSwitch(page)).toBeChecked();
    await context.setOffline(false);
    await expect(offline).toBeHidden();

    await problem.getByRole('button', { name: 'Try again' }).click();
    await expect(cardSwitch(page)).not.toBeChecked();
    await expect(problem).toHaveCount(0);
    await expect(cardSwitch(page)).not.toHaveAttribute('aria-disabled');
    await turn(page, 'on');
    await expect(page).toHaveURL(/\/cardHome$/);
  });
});
