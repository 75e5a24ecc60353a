import { activate, button, field, heading, tabTo, tick, type } from '../support/keyboard.ts';
import { givenCard, givenVoucher, givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { givenPayer, PAYEE_CHOICE } from '../support/transfer.ts';

const PASSWORD = 'Paperbark-Swamp-42';

test('someone new is paid with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const { payer, payee } = await givenPayer(server);
  await signIn(page, payer);
  await expect(heading(page, /Jack/)).toBeVisible();
  await activate(page, page.getByRole('main').getByRole('link', { name: 'Pay', exact: true }));
  await expect(heading(page, PAYEE_CHOICE)).toBeFocused();
  await activate(page, page.getByRole('button', { name: /By account number, arrives/ }));
  await type(page, 'Name', 'Isla Brown');
  await type(page, 'Account number', payee.account);
  await type(page, 'Amount in dollars', '12.50');
  await activate(page, button(page, 'Continue'));
  await expect(heading(page, 'Check this transfer')).toBeFocused();
  await activate(page, button(page, 'Send $12.50 to Isla Brown'));
  await expect(heading(page, '$12.50 sent to Isla Brown')).toBeFocused();
  await activate(page, page.getByRole('link', { name: 'Go to Home' }));
  await expect(page).toHaveURL(/cardHome$/);
});

test('a new card is activated with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const card = await givenCard(server, { product: 1 });
  await page.goto('/login');
  await activate(page, page.getByRole('link', { name: 'Activate a new card' }));
  await expect(heading(page, 'Activate your card')).toBeFocused();
  await type(page, 'Card number', card.number);
  await type(page, 'Activation code', card.code);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Do you have sign-in details?')).toBeFocused();
  await activate(page, page.getByRole('link', { name: 'I’m new here' }));

  await expect(heading(page, 'How will you sign in?')).toBeFocused();
  await type(page, 'Email address', `mina.keys.${Date.now()}@example.com`);
  await type(page, 'Password', PASSWORD);
  await type(page, 'Confirm password', PASSWORD);
  await tabTo(page, field(page, 'Security question'));
  await page.keyboard.press('ArrowDown');
  await type(page, 'Your answer', 'Fern');
  await page.keyboard.press('Enter');

  await expect(heading(page, 'About you')).toBeFocused();
  await type(page, 'Title', 'Ms');
  await type(page, 'First name', 'Mina');
  await type(page, 'Last name', 'Keys');
  await type(page, 'Day', '14');
  await type(page, 'Month', '7');
  await type(page, 'Year', '1988');
  await type(page, 'Mother’s maiden name', 'Wren');
  await type(page, 'Mobile', '0400 000 777');
  await activate(page, button(page, 'Enter address manually'));
  await type(page, 'Address line 1', '14 Banksia Street');
  await type(page, 'Suburb', 'Fremantle');
  await type(page, 'State (optional)', 'WA');
  await type(page, 'Postcode', '6160');
  await page.keyboard.press('Enter');

  await expect(heading(page, 'Your tax file number')).toBeFocused();
  await type(page, 'Tax file number', '123456782');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Is everything correct?')).toBeFocused();
  await tick(page, 'I’ve read the product disclosure statement and the privacy policy');
  await activate(page, button(page, 'Agree and continue'));
  await expect(heading(page, 'Choose a PIN')).toBeFocused();
  await type(page, 'New PIN', '4826');
  await type(page, 'Confirm PIN', '4826');
  await activate(page, button(page, 'Activate card'));
  await expect(page.getByText(`Card ending in ${card.number.slice(-4)} activated`).first()).toBeVisible();
});

test('a card is reported stolen with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  await signIn(page, await givenWebPerson(server, ['Mina', 'Keys'], { money: '50.00' }));
  await activate(page, page.getByRole('link', { name: 'Card settings', exact: true }).last());
  await expect(heading(page, 'Card settings')).toBeFocused();
  await activate(page, page.getByRole('link', { name: /^Lost or stolen/ }));
  await expect(heading(page, 'What happened to your card?')).toBeFocused();
  // The arrow keys choose in a group of radio buttons.
  await tabTo(page, page.getByRole('radio', { checked: true }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /stolen/ })).toBeChecked();
  await activate(page, button(page, 'Continue'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, page.getByRole('main').getByRole('button', { name: /stolen/ }));
  await expect(page.getByText(/^\d{5} \d{6,} \d$/)).toBeVisible();
});

test('a voucher is added with the keyboard alone', { tag: '@desktop' }, async ({ page, server }) => {
  const voucher = await givenVoucher(server, '50.00');
  await signIn(page, await givenWebPerson(server, ['Mina', 'Keys'], { money: '50.00' }));
  await activate(page, page.getByRole('main').getByRole('link', { name: 'Top up', exact: true }).first());
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, page.locator('summary').filter({ hasText: 'Voucher' }));
  await type(page, 'Voucher number', voucher.number);
  await type(page, 'Access code', voucher.code);
  await activate(page, button(page, 'Check voucher'));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await activate(page, page.getByRole('main').getByRole('button', { name: /\$50\.00/ }));
  await expect(heading(page, /\$50\.00/)).toBeFocused();
});
