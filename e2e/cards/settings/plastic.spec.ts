import type { Page } from '@playwright/test';
import { expectNoAxeFindings } from '../../support/axe.ts';
import { grace } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const CARD = '9036000000000173';

/** Grace's first card is blocked. The one that replaces the second has its number. */
async function chooseSecondCard(page: Page): Promise<void> {
  await signIn(page, grace);
  await page.goto('/ledgerline/settings/general');
  await page.getByRole('button', { name: /0173$/ }).first().click();
}

test('tap to pay is turned off on its page, and the next tap is declined', { tag: '@desktop' }, async ({
  page,
  sim,
}) => {
  await chooseSecondCard(page);
  await page.goto('/ledgerline/settings/contactless');
  const tap = page.getByRole('switch', { name: /^Tap to pay/ });
  const toggle = '**/api/card/toggleContactless';
  const calls: string[] = [];
  const looked = Promise.withResolvers<void>();
  await page.route(toggle, async (route) => {
    calls.push(route.request().url());
    await looked.promise;
    await route.continue();
  });
  const pressedAt = Date.now();
  await tap.click();
  await expect(page.getByText('Off: tapped purchases are declined')).toBeVisible();
  // It takes no other change until its answer is there, and for a second.
  await expect(tap).toHaveAttribute('aria-disabled', 'true');
  await tap.dispatchEvent('click');
  looked.resolve();
  await expect(tap).not.toHaveAttribute('aria-disabled');
  expect(Date.now() - pressedAt).toBeGreaterThanOrEqual(1_000);
  expect(calls).toHaveLength(1);
  await page.unroute(toggle);
  await expect(tap).not.toBeChecked();
  await expectNoAxeFindings(page);
  const bought = () => sim('purchase', '--card', CARD, '--amount', '4.00', '--channel', 'contactless');
  expect(await bought()).toMatchObject({ answer: '57' });
  const answered = page.waitForResponse(toggle);
  await tap.click();
  // It is shown before it is done.
  await expect(page.getByText(/without the PIN/)).toBeVisible();
  expect((await answered).status()).toBe(200);
  expect(await bought()).toMatchObject({ answer: '00' });
});

test('tap to pay that cannot be changed goes back with the reason; where nobody knows, the error page', {
  tag: '@desktop',
}, async ({ page }) => {
  await chooseSecondCard(page);
  await page.goto('/ledgerline/settings/contactless');
  const tap = page.getByRole('switch', { name: /^Tap to pay/ });
  await expect(tap).toBeChecked();
  const calls = '**/api/card/toggleContactless';
  await page.route(calls, (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":["10001"]}' }),
  );
  await tap.click();
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem with your card' })).toBeVisible();
  await expect(tap).toBeChecked();
  await expectNoAxeFindings(page);
  await page.unroute(calls);
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  await expect(tap).not.toHaveAttribute('aria-disabled');
  await tap.click();
  await expect(page.getByRole('alert').filter({ hasText: 'No answer came' })).toContainText(
    'We do not know yet whether it was done.',
  );
  await expect(tap).toBeChecked();
  await page.unroute(calls);
  await page.route(calls, (route) => route.fulfill({ body: 'a page of some proxy' }));
  await expect(tap).not.toHaveAttribute('aria-disabled');
  await tap.click();
  await expect(page).toHaveURL(/\/ledgerline\/error$/);
});

test('a new card that costs more than is there is not offered; the card can be stopped all the same', {
  tag: '@desktop',
}, async ({ page, sim }) => {
  await chooseSecondCard(page);
  await page.goto('/ledgerline/settings/general');
  const shown = (await page.getByText(/^\$[\d,]+\.\d\d available$/).textContent()) ?? '';
  const available = Number(shown.replaceAll(/[^\d.]/g, ''));
  // Leaves 9.94, a cent less than a new card costs.
  const bought = await sim('advice', '--card', CARD, '--amount', (available - 9.94).toFixed(2));
  expect(bought).toMatchObject({ answer: '00' });
  await page.goto('/ledgerline/settings/block');
  await page.getByRole('radio', { name: /It is damaged/ }).check();
  await expect(page.getByText('Insufficient funds in account')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expectNoAxeFindings(page);
  await page.getByRole('radio', { name: /I lost it/ }).check();
  await expect(page.getByText('Insufficient funds in account')).toBeVisible();
  await expect(page.getByRole('switch', { name: /Send me a new card/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await sim('reverse', '--original', String(bought['reference']));
  await page.reload();
  await page.getByRole('radio', { name: /It is damaged/ }).check();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('an additional card is ordered, and a damaged one replaced, each for its fee', { tag: '@phone' }, async ({
  page,
}) => {
  await chooseSecondCard(page);
  await page.getByRole('link', { name: /^Additional card/ }).click();
  await page.getByRole('button', { name: 'Order an additional card' }).click();
  await expect(page.getByText('$9.95 will be taken from your account. Order the card?')).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Order it and pay $9.95' }).click();
  await expect(page).toHaveURL(/cardHome$/);
  await expect(page.getByRole('status').filter({ hasText: 'Your additional card is on its way.' })).toHaveCount(1);

  await page.goto('/ledgerline/settings/general');
  await page.getByRole('link', { name: /^Replace a damaged card/ }).click();
  await expect(page.getByRole('radio', { name: /It is damaged/ })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Order it and pay $9.95' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your new card is being made' })).toBeFocused();
  await page.getByRole('button', { name: 'Go to your cards' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your card is being replaced.' })).toHaveCount(1);

  // The same once more.
  await page.goto('/ledgerline/settings/block');
  await page.getByRole('radio', { name: /It is damaged/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Order it and pay/ }).click();
  await expect(page.getByRole('alert')).toContainText('Card has already been replaced');
});
