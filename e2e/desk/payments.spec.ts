import { givenPayment } from '../support/desk-cases.ts';
import { approveAtDesk, openPersonAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { givenCard, givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('a payment is followed to its file, and one that is held goes early by two people', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '500.00' });
  const receipt = await givenPayment(server, person, { amount: 20, to: 'Reef Dive' });
  const held = await givenPayment(server, person, { amount: 310, to: 'Wilson Street', account: '44172209' });
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Payments' }).click();
  await page.getByLabel(/^Receipt number/).fill(receipt);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('table', { name: 'All payments' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^\$20\.00 to Reef Dive/ })).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Paid from the account' })).toBeVisible();

  await page.getByRole('link', { name: 'Payments' }).first().click();
  await page.getByRole('link', { name: 'Held', exact: true }).click();
  await page.getByRole('button', { name: held }).click();
  await page.getByLabel('Reason', { exact: true }).fill('The payer called from their number');
  await page.getByRole('button', { name: 'Send now' }).click();
  const request = await openRequest(page);
  await approveAtDesk(page, 'omar', request);
  await page.goto('/desk/payments?view=held');
  await expect(page.getByRole('region', { name: 'Held' })).toBeVisible();
  // Due work carries it out, and the page looks again by itself.
  await expect(page.getByRole('button', { name: held })).toHaveCount(0, { timeout: 45_000 });
});

test('work that was given up is tried again once its cause is mended', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  // The printer has no letters of this script.
  const names = { firstName: 'Mia', surname: 'Cole' };
  const { account } = await givenCard(server, { product: 1, ...names, letterTo: '14 ถนนสุขุมวิท' });
  await signInAtDesk(page, 'kate');
  const letters = async () =>
    (await atTheDesk(server.url, [1, 'kate'], 'dead-letters', { input: {} })).rows.filter(
      ({ job }) => job === 'activation.letters',
    );
  await expect.poll(async () => (await letters()).length, { timeout: 45_000 }).toBe(1);
  await page.goto('/desk/payments?view=givenUp');
  const row = page.getByRole('row').filter({ hasText: 'activation.letters' });
  await expect(row).toContainText('address_not_printable');
  await row.getByRole('button').click();
  await page.getByRole('button', { name: 'Try again' }).click();
  // Its cause is still there.
  await expect(page.getByText('The work is tried again.')).toBeVisible();
  await expect.poll(async () => (await letters()).length, { timeout: 45_000 }).toBe(1);

  await openPersonAtDesk(page, account);
  await page.getByRole('button', { name: 'Act for this person' }).click();
  await page.getByRole('button', { name: 'Change address' }).click();
  await page.getByLabel('Line1', { exact: true }).fill('14 Banksia Street');
  await page.getByLabel(/^Suburb/).fill('Fremantle');
  await page.getByLabel(/^State/).fill('WA');
  await page.getByLabel(/^Post ?code/i).fill('6160');
  await page.getByLabel('Reason', { exact: true }).fill('The post office brought the letter back');
  await page.getByRole('button', { name: 'Change address' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.goto('/desk/payments?view=givenUp');
  await row.getByRole('button').click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The work is tried again.')).toBeVisible();
  await expect.poll(async () => (await letters()).length, { timeout: 45_000 }).toBe(0);
  await expect(row).toHaveCount(0);
});

test('a wrong load is taken back by two people', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '77.00' });
  await signInAtDesk(page, 'kate');
  await page.goto('/desk/payments?view=loads');
  const row = page.getByRole('row').filter({ hasText: person.account });
  await row.getByRole('button').click();
  await page
    .getByRole('region', { name: 'Take the load back' })
    .getByLabel('Reason', { exact: true })
    .fill('Wrong account');
  await page.getByRole('button', { name: 'Take the load back' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  const balance = await atTheDesk(server.url, [1, 'kate'], 'search', { input: { text: person.account } });
  const accounts = await atTheDesk(server.url, [1, 'kate'], 'accounts', {
    input: { person: String(balance.rows[0]?.['person']) },
  });
  expect(accounts.rows[0]).toMatchObject({ balance: '0.00' });
});
