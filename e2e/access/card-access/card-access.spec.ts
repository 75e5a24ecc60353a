import { callAs } from '../../support/calls.ts';
import { enterDetails, givenCard, PIN } from '../../support/own-people.ts';
import { expect, test } from '../../support/test.ts';

test('a person who forgot both gets the card id and a new code by card number and PIN, and signs in', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const card = await givenCard(server, { product: 6 });
  const { token } = await enterDetails(server, card, { firstName: 'Ines', surname: 'Marsh' });
  await callAs(server, token)('POST', 'card/activate', { pin: PIN });
  await page.goto('/stumps');
  await page.getByRole('link', { name: 'Forgotten your card ID or access code?' }).click();
  await expect(page).toHaveTitle('What is your card number? - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('Card number').fill(card.number.replaceAll(/\d{4}/g, '$& ').trim());
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('What is the PIN of this card? - Stumps Club');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/stumps\/cardAccessDetails$/);
  await expect(page).toHaveTitle('Here are your card details - Stumps Club');
  await expect(page.getByRole('definition').first()).toContainText(card.name);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the access code' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  const code = await page.evaluate(() => navigator.clipboard.readText());
  expect(code).toMatch(/^\d{6}$/);
  await expect(page.getByRole('definition').nth(1)).toContainText(code);

  await page.getByRole('button', { name: 'Continue to sign in' }).click();
  await expect(page.getByRole('textbox', { name: 'Card ID' })).toHaveValue(card.name);
  await page.getByLabel('Access code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
});
