import type { Page } from '@playwright/test';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test.use({ ownServer: true, gatewayPage: 'redirect' });

const APPROVES = '4111 1111 1111 1111';
const DECLINES = '4000 0000 0000 0002';

/** From the amount to the page of the payment service, which the browser leaves for. */
async function leaveFor(page: Page, amount: string) {
  await page.goto('/topup');
  await page.getByLabel('Amount in dollars').fill(amount);
  await page.getByRole('button', { name: `Top up $${amount}` }).click();
  await expect(page).toHaveURL(/\/sandbox\/gateway\//);
}

async function payThere(page: Page, amount: string, number: string) {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry (MM/YY)').fill('12/28');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: `Pay $${amount}` }).click();
}

test('a top-up leaves for the payment service, is declined and paid there, and comes back paid', async ({
  page,
  server,
}) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await leaveFor(page, '20.00');
  // A decline ends nothing: the page stays for another card.
  await payThere(page, '20.00', DECLINES);
  await expect(page.getByText('This card was declined. Try another one')).toBeVisible();
  await payThere(page, '20.00', APPROVES);
  await expect(page.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();
  await expect(page).toHaveURL(/\/topup\/card\?payment=/);
  const back = page.url();
  // Another tab knows the payment by its address alone, and so does a reload.
  await page.reload();
  await expect(page.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(back);
  await expect(other.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();
  await other.close();
  await page.goto(back.replace(/[0-9a-f]{12}$/, '000000000000'));
  await expect(page.getByRole('heading', { name: 'We can’t find this payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Start again' }).click();
  await expect(page.getByLabel('Amount in dollars')).toBeVisible();
});

test('a payer who gives up at the payment service comes back uncharged, with the amount', async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await leaveFor(page, '25.00');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'You cancelled the payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to top up' }).click();
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('25.00');
  // The browser's way back leads to the page of ours again, and not to one that was used.
  await leaveFor(page, '30.00');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'You left the payment page' })).toBeVisible();
});
