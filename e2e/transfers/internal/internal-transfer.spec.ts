import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { noah } from '../../support/people.ts';
import { putOffOffers } from '../../support/put-off-offers.ts';
import { pathOf, signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import {
  available,
  fillIn,
  keyOf,
  openAsPayer,
  prove,
  receipt,
  review,
  send,
  spaced,
  TRANSFER_CALL,
  words,
  payNew,
  PAYEE_CHOICE,
} from '../../support/transfer.ts';

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

test('pays a new payee, with a receipt, the new balance, and a row in the lists of both accounts', {
  tag: ['@phone', '@gate'],
}, async ({ page, browser, baseURL, server }) => {
  const sees = words();
  const { payee } = await openAsPayer(page, server);
  const before = await available(page);
  await fillIn(page, { name: 'Isla Brown', account: spaced(payee.account), amount: '1.25', sees });
  await review(page);
  await expect(page.getByRole('definition').filter({ hasText: `You’ll have ${dollars(before - 125)}` })).toBeVisible();
  await send(page).click();
  await expect(page.getByRole('heading', { name: '$1.25 sent to Isla Brown', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle(/^Payment sent - /);
  await expect(receipt(page).getByText(`Account ${spaced(payee.account)}`)).toBeVisible();
  await expect(page.getByText(`You now have ${dollars(before - 125)} available.`)).toBeVisible();
  const number =
    (await receipt(page)
      .getByText(/^\d{12,}$/)
      .textContent()) ?? '';

  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect.poll(() => available(page)).toBe(before - 125);
  const row = page.locator('details').filter({ hasText: 'Isla Brown' }).first();
  await expect(row.locator('.row__amount--out')).toContainText('−$1.25');
  await row.locator('summary').click();
  await expect(row.getByText(number)).toBeVisible();

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  await putOffOffers(other);
  const hers = await other.newPage();
  await signIn(hers, payee);
  const received = hers.locator('details').filter({ hasText: sees });
  await expect(received.locator('.row__amount--in')).toContainText('+$1.25');
  await expect(received.locator('.row__title')).toHaveText('Jack Martin');
  await received.locator('summary').click();
  await expect(received.getByRole('definition').filter({ hasText: 'Jack Martin' })).toBeVisible();
  await other.close();
});

test('an invalid transfer shows its problems at the fields', { tag: '@desktop' }, async ({ page, server }) => {
  const { payer } = await openAsPayer(page, server);
  await payNew(page, 'internal');
  await page.getByRole('button', { name: 'Continue' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the payee’s name',
    'Enter the account number',
    'Enter an amount',
  ]);
  await expect(page).toHaveTitle(/^Error: /);
  await fillIn(page, { name: '佐伊', account: payer.account, amount: '100000000', sees: 'From [Jack]' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(summary.getByRole('link')).toHaveText([
    'Take 佐 out of the payee’s name. Payments can’t carry it',
    'You’re paying from this account. Enter the account you’re paying to',
    'Enter an amount above $0 and below $100,000,000, with up to 2 decimals',
    'Take [ out of the description they see. Payments can’t carry it',
  ]);
  // Insufficient funds are reported here instead of after the review.
  await fillIn(page, { amount: '905.11' });
  await expect(summary.getByRole('link').nth(2)).toHaveText(/^Enter up to \$[\d,.]+, your available balance$/);
  await summary.getByRole('link').nth(1).click();
  await expect(page.getByLabel('Account number', { exact: true })).toBeFocused();
});

test('a payment that exceeds the changed balance is refused, edited and made with another key', {
  tag: '@phone',
}, async ({ page, server }) => {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/transfer/internal')) keys.push(keyOf(request));
  });
  const { payee } = await openAsPayer(page, server);
  const before = await available(page);
  // Simulates a purchase between the form and the payment.
  await page.route(TRANSFER_CALL, (route) =>
    route.fulfill({ status: 400, json: { error: ['20240'], field: 'Amount' } }),
  );
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '9.50', sees: 'Rent' });
  await review(page);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'We couldn’t send your payment', level: 1 })).toBeFocused();
  await page.unroute(TRANSFER_CALL);
  await expect(page.getByText('You don’t have enough money for this transfer')).toBeVisible();
  await expect(page.getByText(`You have ${dollars(before)} available.`, { exact: true })).toBeVisible();
  await expect(page.getByText('No money has left your account.')).toBeVisible();
  await expect(page.getByRole('link', { name: '1300 555 011' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Top up' })).toHaveAttribute('href', '/stumps/topup');

  await page.getByRole('link', { name: 'Change payment' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Isla Brown');
  await expect(page.getByLabel('Amount in dollars')).toHaveValue('9.50');
  await expect(page.getByRole('button', { name: /^Description/ })).toContainText('Rent');
  await fillIn(page, { amount: '0.75' });
  await review(page);
  await send(page).click();
  await expect(page.getByRole('heading', { name: '$0.75 sent to Isla Brown' })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
  expect(keys[1]).not.toBe(keys[0]);

  // A payment is not repeated by any navigation.
  await page.goBack();
  await expect(page.getByRole('heading', { name: PAYEE_CHOICE })).toBeVisible();
  expect(keys).toHaveLength(2);
});

test('an unknown account is reported at its field', { tag: '@desktop' }, async ({ page, server }) => {
  const { payer } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Nobody', account: '123456789', amount: '1', sees: 'Test' });
  await review(page);
  await send(page).click();
  // Someone new needs a proof before the server says that no one has the number.
  await prove(page, payer);
  await expect(page.getByText('We can’t find this account.')).toBeVisible();
  await expect(page.getByText('required field')).toHaveCount(0);
  await page.getByRole('link', { name: 'Change payment' }).click();
  const account = page.getByLabel('Account number', { exact: true });
  await expect(account).toBeFocused();
  await expect(account).toHaveAttribute('aria-invalid', 'true');
  await account.fill('12345678');
  await expect(account).not.toHaveAttribute('aria-invalid', 'true');
});

test('a double press sends one payment', { tag: '@desktop' }, async ({ page, server }) => {
  let calls = 0;
  await page.route(TRANSFER_CALL, async (route) => {
    calls += 1;
    await route.continue();
  });
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.50', sees: words() });
  await review(page);
  await send(page).dblclick();
  await expect(receipt(page)).toBeVisible();
  expect(calls).toBe(1);
});

test('a payment in flight is not abandoned, and its page shows the outcome', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(TRANSFER_CALL, async (route) => {
    await held;
    await route.continue();
  });
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.40', sees: words() });
  await review(page);
  await send(page).click();
  const sending = page.getByRole('button', { name: 'Sending…' });
  await expect(sending).toHaveAttribute('aria-disabled', 'true');
  await page.goBack();
  await expect(sending).toBeVisible();
  await expect(page).toHaveURL(/\/confirmTransfer$/);
  letGo();
  await expect(page.getByRole('heading', { name: '$0.40 sent to Isla Brown' })).toBeFocused();
});

test.describe('with a failing server or connection', () => {
  test.use({ serverFails: true });

  test('an unknown outcome is reported, and the retry uses the same key and pays once', {
    tag: ['@phone', '@gate'],
  }, async ({ page, server }) => {
    const keys: string[] = [];
    // First the server is unavailable; then the payment is made and its response is lost; then everything works.
    await page.route(TRANSFER_CALL, async (route) => {
      keys.push(keyOf(route.request()));
      if (keys.length === 1) {
        await route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, json: { error: ['503'] } });
      } else if (keys.length === 2) {
        await route.fetch();
        await route.abort('internetdisconnected');
      } else {
        await route.continue();
      }
    });
    const sees = words();
    const { payee } = await openAsPayer(page, server);
    const before = await available(page);
    await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.60', sees });
    await review(page);
    const doubt = page.getByRole('heading', { name: 'We’re not sure this payment went through', level: 1 });
    await send(page).click();
    await expect(doubt).toBeVisible();
    await send(page).click();
    await expect.poll(() => keys.length).toBe(2);
    await expect(page.getByRole('button', { name: 'Try again: send $0.60 to Isla Brown' })).toBeVisible();

    // The form shows the doubt as well, and the same payment keeps its key.
    await page.goBack();
    await expect(page.getByText(/^We didn’t get a reply for \$0\.60 to Isla Brown\./)).toBeVisible();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(doubt).toBeVisible();
    await send(page).click();
    await expect(receipt(page)).toBeVisible();
    await expect(page.getByText(`You now have ${dollars(before - 60)} available.`)).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect(keys).toHaveLength(3);
  });
});

test('a card without transfers has no link to them, and an explanation for a typed URL', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, noah);
  await expect(page.getByRole('link', { name: /^Pay( or transfer)?$/ })).toHaveCount(0);
  await page.goto(pathOf(noah.brand, '/fundsTransfer'));
  await expect(page.getByRole('heading', { name: 'You can’t transfer from this card' })).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect(page).toHaveURL(/\/cardHome$/);
  await page.goto('/confirmTransfer');
  await expect(page).toHaveURL(/\/fundsTransfer$/);
});

const savePdf = (page: Page) => page.getByRole('button', { name: 'Save as PDF' });

/** Presses the button and parses the saved file. */
async function savedPdf(page: Page, button = savePdf(page)) {
  const download = page.waitForEvent('download');
  await button.click();
  const file = await download;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), isPdf: bytes.subarray(0, 8).toString() === '%PDF-1.7', size: bytes.length };
}

test('the receipt is saved as PDF from its page and from the list, and the page stays', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const sees = words();
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.35', sees });
  await review(page);
  await send(page).click();
  await expect(receipt(page)).toBeVisible();
  const number =
    (await receipt(page)
      .getByText(/^\d{12,}$/)
      .textContent()) ?? '';
  const saved = await savedPdf(page);
  expect(saved).toMatchObject({ name: `receipt-${number}.pdf`, isPdf: true });
  expect(saved.size).toBeLessThan(100_000);
  await expect(page.getByText('Saved to your downloads')).toBeVisible();
  // A second time with another ticket.
  expect((await savedPdf(page)).name).toBe(`receipt-${number}.pdf`);

  await page.getByRole('link', { name: 'Go to Home' }).click();
  // By its unique amount, because older transfers are listed until the new one appears.
  const row = page.locator('details').filter({ hasText: 'Isla Brown' }).filter({ hasText: '$0.35' }).first();
  await row.locator('summary').click();
  expect((await savedPdf(page, row.getByRole('button', { name: 'Save as PDF' }))).name).toBe(`receipt-${number}.pdf`);
  await expect(page).toHaveURL(/\/cardHome$/);
});

test('a receipt that cannot be saved shows the reason where it was requested', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.30', sees: words() });
  await review(page);
  await send(page).click();
  await expect(receipt(page)).toBeVisible();
  // An invalid ticket: the server's answer is read from the frame.
  await page.route('**/api/download/ticket', async (route) => {
    const response = await route.fetch();
    const given = (await response.json()) as { Token: string };
    await route.fulfill({
      response,
      json: { ...given, Token: given.Token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
    });
  });
  await savePdf(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'This download has already been used or has expired. Start it again',
  );
  await expect(page).toHaveURL(/\/confirmTransfer$/);
  await page.unroute('**/api/download/ticket');
  expect((await savedPdf(page)).isPdf).toBe(true);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
