import type { FrameLocator, Page, Route } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** From the amount to the page of the payment service. */
async function openPayment(page: Page, amount: string) {
  await page.goto('/topup');
  await page.getByLabel('Amount in dollars').fill(amount);
  await page.getByRole('button', { name: `Top up $${amount}` }).click();
  await expect(page.getByRole('heading', { name: 'Enter your card details', level: 1 })).toBeVisible();
  return page.frameLocator('iframe[name="gateway-frame"]');
}

async function payIn(frame: FrameLocator, amount: string, number: string) {
  await frame.getByLabel('Card number').fill(number);
  await frame.getByLabel('Expiry (MM/YY)').fill('12/28');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByRole('button', { name: `Pay $${amount}` }).click();
}

async function payWith(page: Page, amount: string, number: string) {
  const frame = await openPayment(page, amount);
  await payIn(frame, amount, number);
  return frame;
}

const STATE_CALL = '**/api/payment/state';

/** Response for a payment that came too late for its account. */
async function answerAsRefunded(route: Route) {
  const response = await route.fetch();
  const answered = (await response.json()) as { readonly State: string };
  const json = answered.State === 'Paid' ? { ...answered, State: 'Refunded', ReceiptNumber: null } : answered;
  await route.fulfill({ response, json });
}

test('a top-up by another card can be cancelled, or declined and paid by another card', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  await page.goto('/topup');
  const amount = page.getByLabel('Amount in dollars');

  const cancelled = await openPayment(page, '25.00');
  await cancelled.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { name: 'You cancelled the payment' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to top up' }).click();
  await expect(amount).toHaveValue('25.00');

  // A decline ends nothing: the page stays for another card.
  const open = await payWith(page, '20.00', '4000 0000 0000 0002');
  await expect(open.getByText('This card was declined. Try another one')).toBeVisible();
  await payIn(open, '20.00', '4111 1111 1111 1111');
  await expect(page.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();
  await expect(page.getByText('The payment went through. We’ve added the money to your card.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText(/^\d{12,}$/)).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-\d{12,}\.pdf$/);
  expect((await readFile(await (await download).path())).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a top-up asks for a code, and those without a timely notice are settled by a query', async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  const asked = await payWith(page, '20.00', '4000 0000 0000 3220');
  await asked.getByLabel('Code', { exact: true }).fill('0000');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(asked.getByText('Enter 1234, the sandbox code')).toBeVisible();
  await asked.getByLabel('Code', { exact: true }).fill('1234');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();
  // After a reload it shows the same and charges no one.
  await page.reload();
  await expect(page.getByRole('heading', { name: '$20.00 added to your card' })).toBeVisible();

  // The gateway sends no notice for one and a notice an hour later for the other, so the server queries it.
  await page.route(STATE_CALL, answerAsRefunded);
  await payWith(page, '10.00', '4000 0000 0000 0341');
  await expect(page.getByText('No money was added to your card.')).toBeVisible();
  await page.unroute(STATE_CALL);
  await page.reload();
  await expect(page.getByRole('heading', { name: '$10.00 added to your card' })).toBeVisible();
  await payWith(page, '11.00', '4000 0000 0000 0119');
  await expect(page.getByRole('heading', { name: '$11.00 added to your card' })).toBeVisible();
});

test('a second payment is refused while the outcome of the first is unknown', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Chen']));
  const isAsked = page.waitForResponse(/payment\/state$/);
  await payWith(page, '30.00', '4000 0000 0000 9235');
  await expect(page.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  await isAsked;
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page.getByText('$30.00 is on its way')).toBeVisible();
  await page.getByRole('link', { name: 'See top-up' }).click();
  await expect(page.getByText('$30.00 by card is on its way')).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('$30.00 by card is on its way')).toBeVisible();
  await page.getByLabel('Amount in dollars').fill('10');
  await page.getByRole('button', { name: 'Top up $10.00' }).click();
  await expect(page.getByText('We’re already confirming a payment for this').first()).toBeVisible();
});
