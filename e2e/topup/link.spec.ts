import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('another person pays into a card by a link', { tag: ['@gate', '@phone'] }, async ({ page, browser, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await page.goto('/topup');
  await page.getByText('Payment link', { exact: true }).click();
  await page.getByLabel('Maximum per payment, in dollars').fill('80');
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Up to $80.00 per payment')).toBeVisible();
  const address = await page.getByText(/\/pay\/[\w-]{22}$/).textContent();

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(new URL(`http://${address ?? ''}`).pathname);
  await expect(stranger.getByRole('heading', { name: 'Pay Amelia C.' })).toBeVisible();
  await stranger.getByLabel('Your name').fill('Nonna Rossi');
  await stranger.getByLabel('Amount in dollars').fill('40');
  await stranger.getByRole('button', { name: 'Pay $40.00' }).click();
  const frame = stranger.frameLocator('iframe[name="gateway-frame"]');
  await frame.getByLabel('Card number').fill('4000 0000 0000 0077');
  await frame.getByLabel('Expiry (MM/YY)').fill('12/28');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: 'Pay $40.00' }).click();
  await expect(stranger.getByRole('heading', { name: 'You paid $40.00 to Amelia C.' })).toBeVisible();

  await page.reload();
  await page.getByText('Payment link', { exact: true }).click();
  await expect(page.getByText('Nonna Rossi')).toBeVisible();
  await page.getByRole('button', { name: 'Close link' }).click();
  await expect(page.getByText('Closed')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByText('This link is closed')).toBeVisible();
  await stranger.context().close();
});
