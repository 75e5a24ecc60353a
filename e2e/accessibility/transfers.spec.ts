import type { Page } from '@playwright/test';
import { givenWebPerson } from '../support/own-people.ts';
import { jack, noah } from '../support/people.ts';
import { goToPlace, pressSignOut } from '../support/navigation.ts';
import type { RunningServer } from '../support/running-server.ts';
import { settled } from '../support/settled.ts';
import { pathOf, signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import {
  fillIn,
  openAsPayer,
  openTransfer,
  prove,
  receipt,
  review,
  send,
  TRANSFER_CALL,
  words,
  payNew,
  unfold,
} from '../support/transfer.ts';
import { A_SCREEN_MS, lookAt } from './look.ts';

const PAYEES_CALL = '**/api/transfer/getPayees';
const SAVED = { DestinationAccountName: 'Isla Brown', DestinationBSB: null, DestinationAccountNumber: '200200023' };
const NEVER_PAID = { LastPaidAt: null, LastPaidAmount: null, LastPurpose: null, PaidThisYear: 0 };

/** Signs out, for another person in the same window. */
async function signOut(page: Page): Promise<void> {
  await page.unrouteAll();
  await pressSignOut(page);
  await expect(page).toHaveURL(/\/login$/);
}

/** A payment that is refused, in doubt, made, saved and listed. */
async function payAtHome(page: Page, server: RunningServer): Promise<void> {
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.85', sees: words() });
  await page.route(TRANSFER_CALL, (route) =>
    route.fulfill({ status: 400, json: { error: ['20240'], field: 'Amount' } }),
  );
  await review(page);
  await send(page).click();
  await expect(page.getByRole('heading', { name: 'We couldn’t send your payment', level: 1 })).toBeVisible();
  await lookAt(page, 'a payment that was not made');
  await page.unroute(TRANSFER_CALL);

  await page.route(TRANSFER_CALL, (route) => route.fulfill({ status: 503, json: { error: ['503'] } }));
  await page.getByRole('link', { name: 'Change payment' }).click();
  await review(page);
  await send(page).click();
  await expect(page.getByRole('button', { name: /^Try again: send \$0\.85/ })).toBeVisible();
  await lookAt(page, 'a payment in doubt');
  await page.unroute(TRANSFER_CALL);

  await send(page).click();
  await expect(receipt(page)).toBeVisible();
  await lookAt(page, 'the receipt of a payment');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PDF' }).click();
  await download;
  await lookAt(page, 'a receipt that was saved');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.locator('details').filter({ hasText: '$0.85' }).first().locator('summary').click();
  await lookAt(page, 'a payment in the list');
}

async function fillInBank(page: Page, name: string, account: string, amount: string): Promise<void> {
  await payNew(page, 'external');
  await page.getByLabel('Account name').fill(name);
  await page.getByLabel('BSB').fill('000-101');
  await page.getByLabel('Account number').fill(account);
  await page.getByLabel('Amount in dollars').fill(amount);
  await page.getByLabel('Housing').check();
  await unfold(page, 'Description');
  await page.getByLabel('Description they see', { exact: true }).fill('Bond');
}

/** A payment to another bank from the form to the bank, and one that is held. */
async function payAnotherBank(page: Page, server: RunningServer): Promise<void> {
  const payer = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '500.00' });
  await signIn(page, payer);
  await openTransfer(page);
  await fillInBank(page, 'Jordan Blake', '4417 2208', '3.50');
  await page.getByRole('button', { name: 'Keep name' }).click();
  await lookAt(page, 'a form whose name is another');
  await review(page);
  await send(page).click();
  await expect(page.getByRole('dialog').getByLabel('Password', { exact: true })).toBeVisible();
  await lookAt(page, 'a review with its proof');
  await prove(page, payer);
  await page.getByRole('button', { name: 'Sent to the wrong account?' }).click();
  await page.getByRole('button', { name: 'Ask for it back' }).click();
  await expect(page.getByRole('button', { name: 'Ask for it back' })).toHaveCount(0);
  await lookAt(page, 'a receipt of a payment that is asked back');
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.locator('details').filter({ hasText: '−$3.50' }).first().locator('summary').click();
  await expect(page.getByRole('region', { name: 'Payment progress' })).toBeVisible();
  await lookAt(page, 'the way of a payment in the list');

  await openTransfer(page);
  await fillInBank(page, words(), '7700 1122', '310');
  await review(page);
  await send(page).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: /^We’ll send \$310\.00 tomorrow/, level: 1 })).toBeVisible();
  await lookAt(page, 'a payment that is held');
  await goToPlace(page, 'Scheduled payments');
  await expect(page.getByText(/^On hold until /)).toBeVisible();
  await lookAt(page, 'a held payment among those that are scheduled');
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await lookAt(page, 'a held payment by itself');
}

/** The form without payees, with a saved one, restricted by limits and billers, and unavailable. */
async function openForms(page: Page): Promise<void> {
  let isAway = true;
  const Payees = [{ PayeeId: 'c0a8e1d2-7f3b-4c5d-9e6f-a1b2c3d4e5f6', ...SAVED, ...NEVER_PAID }];
  await page.route(PAYEES_CALL, (route) =>
    route.fulfill(isAway ? { status: 503, json: { error: ['503'] } } : { json: { Payees, MaximumPayees: 100 } }),
  );
  const limit = { ExpiryDate: null, DisplayLimitExpiryNotification: false, LimitPeriod: 'Month' };
  const Limits = [1, 2, 3].map((TransferCategoryId) => ({ ...limit, TransferCategoryId, LimitAmount: 0 }));
  await page.route('**/api/transfer/getaccountlimits', (route) => route.fulfill({ json: { Limits } }));
  await signIn(page, jack);
  await openTransfer(page);
  const failed = page.getByRole('alert').filter({ hasText: 'saved payees' });
  await expect(failed).toBeVisible();
  await lookAt(page, 'a form without its recipients');
  isAway = false;
  await failed.getByRole('button', { name: 'Try again' }).click();
  // The answer is the same for each type of payee.
  await page
    .getByRole('button', { name: /^Isla Brown/ })
    .nth(1)
    .click();
  await expect(page.getByText('Account 200 200 023')).toBeVisible();
  await lookAt(page, 'a form with a saved recipient');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await payNew(page, 'external');
  await expect(page.getByLabel('Amount in dollars')).toHaveCount(0);
  await lookAt(page, 'a form whose limit is zero');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await payNew(page, 'bpay');
  await unfold(page, 'When');
  await page.getByRole('button', { name: 'Regular', exact: true }).click();
  await page.getByLabel('Biller code').fill('99853');
  await expect(page.getByText('Metro Council').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Regular', exact: true })).toHaveCount(0);
  await lookAt(page, 'a form whose biller is not paid regularly');

  await signOut(page);
  await signIn(page, noah);
  await page.goto(pathOf(noah.brand, '/fundsTransfer'));
  await settled(page);
  await lookAt(page, 'a card that does not transfer');
}

test.use({ serverFails: true });

/** States without an address: they follow from one another, or from simulated responses. */
test('the states of a payment have no accessibility finding, light or dark, and do not scroll sideways', {
  tag: ['@phone', '@gate'],
}, async ({ page, server }) => {
  test.setTimeout(180_000 + 16 * A_SCREEN_MS);
  await test.step('at home', () => payAtHome(page, server));
  await signOut(page);
  await test.step('to another bank', () => payAnotherBank(page, server));
  await signOut(page);
  await test.step('the form', () => openForms(page));
});
