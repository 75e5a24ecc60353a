import type { Page } from '@playwright/test';
import { amelia } from '../../support/people.ts';
import { settled } from '../../support/settled.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import {
  fillIn,
  keyOf,
  openAsPayer,
  openTransfer,
  prove,
  receipt,
  review,
  send,
  TRANSFER_CALL,
  PAYEE_CHOICE,
} from '../../support/transfer.ts';
import { pressSignOut } from '../../support/navigation.ts';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** All storage of the tab, as text. */
const kept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href]));

async function watchKeys(page: Page): Promise<string[]> {
  const keys: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/transfer/internal')) keys.push(keyOf(request));
  });
  return keys;
}

/** Copy of the tab with its session storage, like a duplicated tab. */
async function duplicate(page: Page): Promise<Page> {
  const [copy] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(window.location.href)),
  ]);
  return copy;
}

test('a reload keeps the form, the review, the refusal and the receipt', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const keys = await watchKeys(page);
  const { payer, payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: '123456789', amount: '9.50' });
  await page.reload();
  await expect(field(page, 'Name')).toHaveValue('Isla Brown');
  await expect(page.getByLabel('Amount in dollars')).toHaveValue(/^9\.50/);
  await fillIn(page, { sees: 'Rent' });
  await review(page);
  await page.reload();
  await expect(heading(page, 'Check this transfer')).toBeVisible();
  await expect(page.getByText('$9.50', { exact: true }).first()).toBeVisible();
  await send(page).click();
  // Someone new needs a proof before the server says that no one has the number.
  await prove(page, payer);
  await expect(heading(page, 'We couldn’t send your payment')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'We couldn’t send your payment')).toBeVisible();
  await expect(page.getByText('We can’t find this account.')).toBeVisible();

  await page.getByRole('link', { name: 'Change payment' }).click();
  await expect(field(page, 'Account number')).toBeFocused();
  await expect(field(page, 'Account number')).toHaveAttribute('aria-invalid', 'true');
  await fillIn(page, { account: payee.account, amount: '0.35' });
  await review(page);
  await send(page).click();
  await expect(heading(page, '$0.35 sent to Isla Brown')).toBeFocused();
  const number =
    (await receipt(page)
      .getByText(/^\d{12,}$/)
      .textContent()) ?? '';
  await page.reload();
  await expect(heading(page, '$0.35 sent to Isla Brown')).toBeVisible();
  await expect(receipt(page).getByText(number)).toBeVisible();
  await expect(page.getByText(/^You now have \$[\d,.]+ available\.$/)).toBeVisible();
  // The refused one without and with its proof, and the other one.
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);

  // Back and Forward pay nothing again, and the receipt remains.
  await page.goBack();
  await expect(heading(page, PAYEE_CHOICE)).toBeVisible();
  await page.goForward();
  await expect(receipt(page).getByText(number)).toBeVisible();
  expect(keys).toHaveLength(3);

  await pressSignOut(page);
  await expect(page).toHaveURL(/\/stumps\/login$/);
  expect(await kept(page)).not.toMatch(new RegExp(`${payee.account}|Isla|${number}`));
});

test('a draft remains while its holder visits other pages, until it is discarded', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, amelia);
  await openTransfer(page);
  await fillIn(page, { name: 'Li Wei', account: '200100025', amount: '1', sees: 'Lunch' });
  await page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).first().click();
  await expect(page).toHaveURL(/\/cardHome$/);
  // Another card and back: the typed values are not bound to the card.
  const card = (name: RegExp) => page.getByRole('list', { name: 'Your cards' }).getByRole('button', { name });
  await card(/^Wattle Online/).click();
  await expect(page.getByRole('main').getByRole('link', { name: 'Pay', exact: true })).toHaveCount(0);
  await card(/^Wattle Everyday/).click();
  await openTransfer(page);
  await page.getByRole('region', { name: 'Payment you started' }).getByRole('link', { name: 'Continue' }).click();
  await expect(field(page, 'Name')).toHaveValue('Li Wei');

  // The review opens only after a check of the current form.
  await review(page);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await fillIn(page, { sees: 'Dinner' });
  await page.goBack();
  await expect(page).toHaveURL(/\/fundsTransfer/);
  await page.getByRole('region', { name: 'Payment you started' }).getByRole('link', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: /^Description/ })).toContainText('Dinner');

  await page.getByRole('button', { name: 'Clear and start again' }).click();
  await expect(heading(page, PAYEE_CHOICE)).toBeFocused();
  await page.reload();
  await settled(page);
  await expect(page.getByRole('region', { name: 'Payment you started' })).toHaveCount(0);
  await page.goto('/confirmTransfer');
  await expect(page).toHaveURL(/\/fundsTransfer$/);

  await fillIn(page, { name: 'Li Wei', account: '200100025', amount: '1', sees: 'Lunch' });
  await review(page);
  await page.getByRole('button', { name: 'Start a new payment' }).click();
  await expect(heading(page, PAYEE_CHOICE)).toBeFocused();
  await fillIn(page, { name: 'Li Wei', account: '200100025', amount: '1', sees: 'Lunch' });
  await review(page);
  await page.getByRole('button', { name: 'Cancel this transfer' }).click();
  await expect(page).toHaveURL(/\/cardHome$/);
  expect(await kept(page)).not.toContain('Li Wei');
});

test('each Change link opens its field', { tag: '@phone' }, async ({ page, server }) => {
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '2', sees: 'Rent' });
  for (const [change, label] of [
    ['Change Amount', 'Amount in dollars'],
    ['Change To', 'Name'],
    ['Change Description they see', 'Description they see'],
    ['Change Your description', 'Your description (optional)'],
  ] as const) {
    await review(page);
    await page.getByRole('link', { name: change }).click();
    await expect(field(page, label)).toBeFocused();
  }
  await fillIn(page, { amount: '3' });
  await review(page);
  await expect(page.getByText('$3.00', { exact: true }).first()).toBeVisible();
});

test('a duplicated tab starts at the form and pays with its own key', { tag: '@desktop' }, async ({ page, server }) => {
  const keys = await watchKeys(page);
  const { payee } = await openAsPayer(page, server);
  await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.15', sees: 'Copy' });
  await review(page);
  const copy = await duplicate(page);
  const copiedKeys = await watchKeys(copy);
  await expect(heading(copy, PAYEE_CHOICE)).toBeVisible();
  await expect(copy).toHaveURL(/\/fundsTransfer$/);
  await copy.getByRole('region', { name: 'Payment you started' }).getByRole('link', { name: 'Continue' }).click();
  await expect(field(copy, 'Name')).toHaveValue('Isla Brown');
  // The original tab continues at its step, also after a reload.
  await page.reload();
  await expect(heading(page, 'Check this transfer')).toBeVisible();
  await send(page).click();
  await expect(receipt(page)).toBeVisible();
  await copy.getByRole('button', { name: 'Continue' }).click();
  await send(copy).click();
  await expect(receipt(copy)).toBeVisible();
  expect(keys).toHaveLength(1);
  expect(copiedKeys).toHaveLength(1);
  expect(copiedKeys[0]).not.toBe(keys[0]);
  await copy.close();
});

test.describe('without an answer', () => {
  test.use({ serverFails: true });

  test('a payment interrupted by a reload is in doubt, and is made once', { tag: '@desktop' }, async ({
    page,
    server,
  }) => {
    const keys = await watchKeys(page);
    let isFirst = true;
    // The first payment is made, and its response never arrives.
    await page.route(TRANSFER_CALL, async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    const { payee } = await openAsPayer(page, server);
    await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.25', sees: 'Cut' });
    await review(page);
    await send(page).click();
    await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
    await expect.poll(() => isFirst).toBe(false);
    await page.reload();
    await expect(page.getByText('We’re not sure this payment went through')).toBeVisible();

    // A copy of the tab has it as well.
    const copy = await duplicate(page);
    await expect(copy.getByText(/^We didn’t get a reply for \$0\.25 to Isla Brown\./)).toBeVisible();
    await copy.close();

    await page.getByRole('button', { name: 'Try again: send $0.25 to Isla Brown' }).click();
    await expect(receipt(page)).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    await page.getByRole('link', { name: 'Make another payment' }).click();
    await expect(page.getByText(/^We didn’t get a reply for/)).toHaveCount(0);
  });

  test('too many requests and an offline device are reported in place', { tag: '@phone' }, async ({
    page,
    context,
    server,
  }) => {
    await page.route(TRANSFER_CALL, (route) => route.fulfill({ status: 429, json: { error: ['429'] } }), { times: 1 });
    const { payee } = await openAsPayer(page, server);
    await fillIn(page, { name: 'Isla Brown', account: payee.account, amount: '0.45', sees: 'Slow' });
    await review(page);
    await send(page).click();
    await expect(page.getByText('Too many requests')).toBeVisible();
    await expect(heading(page, 'Check this transfer')).toBeVisible();
    // The page notices it a moment later.
    const offline = page.getByText('You’re offline. What you see may be out of date.');
    await context.setOffline(true);
    await expect(offline).toBeVisible();
    await send(page).click();
    await expect(page.getByRole('main').getByText(/^You were offline\. What you typed/)).toBeVisible();
    await context.setOffline(false);
    await expect(offline).toBeHidden();
    await expect(page.getByText('You’re offline')).toHaveCount(0);
    await send(page).click();
    await expect(heading(page, '$0.45 sent to Isla Brown')).toBeVisible();
  });
});
