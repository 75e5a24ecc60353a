import type { Page } from '@playwright/test';
import { activate, button, heading, pick, prove, tabTo, type } from '../support/keyboard.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { PAYEE_CHOICE } from '../support/transfer.ts';

/** Tab goes on from the page into the frame of the gateway. */
async function payAtGateway(page: Page): Promise<void> {
  const number = page.frameLocator('iframe[name="gateway-frame"]').getByLabel('Card number');
  await expect(number).toBeVisible();
  const isThere = () => number.evaluate((element) => element === document.activeElement && document.hasFocus());
  for (let stop = 0; stop < 20 && !(await isThere()); stop += 1) await page.keyboard.press('Tab');
  for (const text of ['4111 1111 1111 1111', '12/28', '123']) {
    await page.keyboard.type(text);
    await page.keyboard.press(text === '123' ? 'Enter' : 'Tab');
  }
}

test('a bill is paid with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Keys'], { brand: 'stumps', money: '20.00' });
  await signIn(page, person);
  await activate(page, page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }));
  await expect(heading(page, PAYEE_CHOICE)).toBeFocused();
  await activate(page, page.getByRole('button', { name: /^A BPAY bill/ }));
  await expect(page.locator(':focus')).toBeVisible();
  await type(page, 'Biller code', '23796');
  await expect(page.getByText('Harbour Electricity').first()).toBeVisible();
  await type(page, 'Reference', '8734 8538');
  // A wrong amount: the summary takes the focus, and its link leads to the field.
  await type(page, 'Amount in dollars', '0');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').first()).toBeFocused();
  await activate(page, page.getByRole('alert').first().getByRole('link').first());
  await expect(page.getByLabel('Amount in dollars')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('2.10');
  await activate(page, button(page, 'Continue'));
  await expect(heading(page, 'Check this bill payment')).toBeFocused();
  await activate(page, button(page, 'Send $2.10 to Harbour Electricity'));
  await prove(page, person.password);
  await expect(heading(page, '$2.10 sent to Harbour Electricity')).toBeFocused();
});

test('a regular payment is scheduled and deleted with the keyboard alone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Keys'], { brand: 'stumps', money: '50.00' });
  await signIn(page, person);
  await activate(page, page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }));
  await activate(page, page.getByRole('button', { name: /^A bank account/ }));
  await type(page, 'Account name', 'Robin Keys');
  await type(page, 'BSB', '000101');
  await type(page, 'Account number', '61200448');
  await type(page, 'Amount in dollars', '4.45');
  const other = page.getByLabel('Other expenses');
  await pick(page, page.getByRole('radio').first(), other);
  await activate(page, page.getByRole('button', { name: /^When/ }));
  await activate(page, button(page, 'Regular'));
  await activate(page, button(page, 'Monthly'));
  const first = page.getByRole('group', { name: 'First payment date' });
  const day = new Date(Date.now() + 40 * 86_400_000);
  for (const [part, text] of [
    ['Day', String(day.getUTCDate())],
    ['Month', String(day.getUTCMonth() + 1)],
    ['Year', String(day.getUTCFullYear())],
  ] as const) {
    await type(page, part, text, first);
  }
  await activate(page, button(page, 'Continue'));
  await expect(heading(page, 'Check this scheduled payment')).toBeFocused();
  await activate(page, button(page, 'Schedule $4.45 to Robin Keys'));
  await prove(page, person.password);
  await expect(heading(page, '$4.45 to Robin Keys is scheduled')).toBeFocused();
  await activate(page, page.getByRole('link', { name: 'See scheduled payments' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, button(page, 'Delete Robin Keys'));
  const dialog = page.getByRole('dialog');
  // Escape closes the dialog, and the focus goes back.
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(page, 'Delete Robin Keys')).toBeFocused();
  await page.keyboard.press('Enter');
  await activate(page, dialog.getByRole('button', { name: 'Delete payment' }));
  await expect(button(page, 'Delete Robin Keys')).toHaveCount(0);
  // Not lost: on something of the page.
  await expect(page.locator('body')).not.toBeFocused();
});

test('a card is topped up by another card with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Amelia', 'Keys']));
  await activate(page, page.getByRole('main').getByRole('link', { name: 'Top up', exact: true }).first());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await type(page, 'Amount in dollars', '20');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Enter your card details')).toBeFocused();
  await payAtGateway(page);
  await expect(heading(page, '$20.00 added to your card')).toBeFocused();
});

test('money is returned to a bank account with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Priya', 'Keys'], { money: '20.00' });
  await signIn(page, person);
  await activate(
    page,
    page
      .getByRole('main')
      .getByRole('link', { name: /Return funds/ })
      .first(),
  );
  await expect(heading(page, 'Return funds to a bank account')).toBeFocused();
  await type(page, 'BSB', '000101');
  await type(page, 'Account number', '61200447');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check this return')).toBeFocused();
  await activate(page, button(page, 'Return $20.00'));
  await prove(page, person.password);
  await expect(heading(page, '$20.00 sent to Priya Keys')).toBeFocused();
});

test('a card is bought in the store with the keyboard alone', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/login');
  await activate(page, page.getByRole('link', { name: 'Buy a card in the store' }));
  await expect(heading(page, 'Cards to give, cards to keep')).toBeFocused();
  await activate(page, page.getByRole('link', { name: /^Make it a gift/ }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, button(page, 'Me'));
  await type(page, 'Amount in dollars', '20');
  await activate(page, button(page, 'Add to basket, $20.00'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await type(page, 'Your email address', 'amelia.chen@example.com');
  await type(page, 'Day', '1');
  await type(page, 'Month', '2');
  await type(page, 'Year', '1990');
  await activate(page, button(page, 'Pay $25.95'));
  await expect(heading(page, 'Pay $25.95')).toBeFocused();
  await payAtGateway(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/your order is confirmed/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, button(page, 'I’ve saved it'));
});

test('limits and PIN are changed with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Jack', 'Keys'], { brand: 'stumps', money: '640.00' });
  await signIn(page, person);
  await activate(page, page.getByRole('link', { name: 'Card settings', exact: true }).last());
  await activate(page, page.getByRole('link', { name: /^Daily spend limit/ }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, button(page, 'Change Card spending'));
  await activate(page, button(page, '$500'));
  await activate(page, button(page, 'Save spend limit'));
  // The review.
  await expect(button(page, 'Save spend limit')).toBeVisible();
  await activate(page, button(page, 'Save spend limit'));
  await expect(page.getByText('left of $500.00 today')).toBeVisible();
  await expect(page.locator('body')).not.toBeFocused();

  await activate(page, page.getByRole('link', { name: 'Card settings', exact: true }).last());
  await activate(page, page.getByRole('link', { name: /^PIN/ }));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, page.getByRole('main').getByRole('button', { name: /^Change/ }));
  await type(page, 'New PIN', '7391');
  await type(page, 'Confirm new PIN', '7391');
  await type(page, 'Current password', person.password);
  await page.keyboard.press('Enter');
  await activate(page, button(page, 'Save PIN'));
  await expect(heading(page, 'Your PIN is changed')).toBeFocused();
});

test('a purchase is disputed and the dispute withdrawn with the keyboard alone', { tag: '@desktop' }, async ({
  page,
  server,
  sim,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Keys'], { brand: 'stumps', money: '200.00' });
  const bought = await sim(
    'purchase',
    '--card',
    person.cardNumber,
    '--amount',
    '129.00',
    '--merchant',
    'Corner Cafe',
    '--mcc',
    '5814',
  );
  await sim('clear', '--original', String(bought['reference']));
  await signIn(page, person);
  await activate(page, page.getByRole('link', { name: 'Transactions', exact: true }).first());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, page.locator('summary').filter({ hasText: '−$129.00' }));
  await activate(page, page.getByRole('link', { name: 'Report a problem with this payment' }).first());
  await expect(heading(page, 'What’s wrong with this payment?')).toBeFocused();
  await pick(page, page.getByRole('radio').first(), page.getByRole('radio', { name: 'The amount is wrong' }));
  await type(page, 'What should it have been, in dollars?', '1.00');
  await type(page, 'What happened?', 'The bill was one dollar.');
  await tabTo(page, page.getByRole('button', { name: /^Dispute \$/ }));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'We’re looking into it')).toBeFocused();
  await type(page, 'Write a message', 'I have the receipt.');
  await activate(page, button(page, 'Send message'));
  await expect(page.getByRole('listitem').filter({ hasText: 'I have the receipt.' })).toBeVisible();
  await activate(page, button(page, 'Withdraw dispute'));
  await activate(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw dispute' }));
  await expect(heading(page, 'You withdrew this dispute')).toBeFocused();
});
