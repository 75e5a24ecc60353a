import { runSim } from '../support/commands.ts';
import { callsOf } from '../support/desk-cases.ts';
import { approveAtDesk, openPersonAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('a caller is found by a purchase, and helped: declines, a detail, a note, a card', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '100.00' });
  const own = [...person.account].map((digit) => 'abcdefghij'[Number(digit)]).join('');
  const merchant = `Reef ${own}`;
  const at = ['purchase', '--card', person.cardNumber, '--mcc', '5814', '--merchant', merchant];
  await runSim(server, [...at, '--amount', '12.00']);
  await runSim(server, [...at, '--amount', '900.00']);
  await signInAtDesk(page, 'kate');
  await openPersonAtDesk(page, `${merchant} 12.00`);
  await expect(page.getByRole('heading', { level: 1, name: /^Mia Cole/ })).toBeVisible();
  // The address never contains anything about the person.
  expect(page.url()).toMatch(/\/desk\/people\/\d+$/);
  const address = page.url();

  const timeline = page.getByRole('region', { name: 'Timeline' });
  await page.getByRole('button', { name: 'Card', exact: true }).click();
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Declined' })).toContainText('$900.00');
  await expect(timeline.getByRole('listitem').filter({ hasText: 'pending' })).toContainText('$12.00');

  await page.getByRole('button', { name: 'Show: Born' }).click();
  await page.getByLabel(/^Because/).fill('They asked which day we have');
  await page.getByRole('button', { name: 'Show a detail' }).click();
  const born = page.getByText('The date of birth is 14 July 1988.', { exact: true });
  await expect(born).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(born).toHaveCount(0);

  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Text', { exact: true }).fill('Diving from Monday, calls on Friday');
  await page.getByRole('button', { name: 'Add a note' }).last().click();
  await expect(page.getByText('The note is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  await expect(page.getByText('Diving from Monday, calls on Friday')).toBeVisible();

  await page.goto(address);
  await page.getByRole('button', { name: 'Block', exact: true }).click();
  const block = page.getByRole('region', { name: /^Block: Card ending \d{4}$/ });
  await block.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(page.getByText('The card is blocked.')).toBeVisible();
  // Nothing is left to press a second time.
  await expect(block.getByRole('button', { name: 'Block', exact: true })).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Unblock', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Report lost or stolen' }).click();
  const report = page.getByRole('region', { name: /^Report card ending \d{4}$/ });
  await report.getByLabel('Full name and date of birth').check();
  await report.getByRole('radio', { name: 'Stolen' }).check();
  await report.getByRole('button', { name: /^Report card ending \d{4} stolen$/ }).click();
  await expect(page.getByText(/^Card ending \d{4} is cancelled\.$/)).toBeVisible();
  await page.goto(address);
  // The person's story shows which member saw what.
  await page.getByRole('button', { name: 'Staff', exact: true }).click();
  await expect(timeline.getByText(/saw a masked detail/)).toBeVisible();
  await expect(timeline.getByText(/blocked the card/)).toBeVisible();
  await expect(timeline.getByText(/reported the card \(checked: full name and date of birth\)/)).toBeVisible();
});

test('a fee is charged at its account, refunded from the timeline, and shown to its cardholder', {
  tag: '@desktop',
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '50.00' });
  await signInAtDesk(page, 'kate');
  await openPersonAtDesk(page, person.account);
  const address = page.url();
  await page.getByRole('button', { name: 'Charge a fee' }).click();
  await page.getByLabel('Fee', { exact: true }).selectOption('cardReplacement');
  await page.getByLabel('Amount', { exact: true }).fill('9.95');
  await page.getByLabel('Reason', { exact: true }).fill('Lost it');
  await page
    .getByRole('region', { name: /^Charge a fee:/ })
    .getByRole('button', { name: 'Charge a fee' })
    .click();
  await approveAtDesk(page, 'omar', await openRequest(page));

  await page.goto(address);
  const fee = page.getByRole('listitem').filter({ hasText: 'Replacement card fee' });
  await fee.getByRole('button', { name: 'Details' }).click();
  await fee.getByRole('button', { name: 'Refund this fee' }).click();
  await page.getByLabel('Reason', { exact: true }).fill('The card arrived bent');
  await page.getByRole('region', { name: 'Refund this fee' }).getByRole('button', { name: 'Refund this fee' }).click();
  await approveAtDesk(page, 'kate', await openRequest(page));

  const call = await callsOf(server, person);
  const { Transactions } = await call<{
    Transactions: readonly { Description: string; Amount: number; BalanceAfter: number }[];
  }>('GET', `transaction?accountNumber=${person.account}&count=1&skip=0`);
  expect(Transactions[0]).toMatchObject({ Description: 'Fee refunded', Amount: 9.95, BalanceAfter: 50 });
});

test('a name is changed by two people', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole']);
  await signInAtDesk(page, 'kate');
  await openPersonAtDesk(page, person.account);
  const address = page.url();
  await page.getByRole('button', { name: 'Act for this person' }).click();
  await page.getByRole('button', { name: 'Change name' }).click();
  await page.getByLabel(/^First name/).fill('Mia');
  await page.getByLabel(/^Surname/).fill('Coleman');
  await page.getByLabel('Reason', { exact: true }).fill('Marriage certificate seen');
  await page.getByRole('button', { name: 'Change name' }).click();
  const request = await openRequest(page);
  await approveAtDesk(page, 'omar', request);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: /^Mia Coleman/ })).toBeVisible();
});
