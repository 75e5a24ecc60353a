import { runSim } from '../support/commands.ts';
import { approveAtDesk, openPersonAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

/** The bank is asked for files every 30 seconds. */
const READ_WITHIN_MS = 60_000;

test('a deposit with a slip in its number is credited to whom it was meant for, by two people', {
  tag: '@desktop',
}, async ({ page, server }) => {
  test.setTimeout(3 * READ_WITHIN_MS);
  const person = await givenWebPerson(server, ['Mia', 'Cole']);
  const reference = `Rent ${person.account}`;
  const slip = person.account.slice(0, 8);
  await runSim(server, ['deposit', '--account', slip, '--amount', '64.20', '--reference', reference]);
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Bank files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank files' })).toBeVisible();
  const row = page.getByRole('table', { name: 'Answers to match' }).getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText('$64.20', { timeout: READ_WITHIN_MS });
  await row.getByRole('button', { name: 'Match' }).click();
  // A digit is missing. A person chooses among the accounts that are near.
  const account = person.account.replaceAll(/(\d{3})(?=\d)/g, '$1 ');
  await page.getByRole('table', { name: 'Candidates' }).getByRole('button', { name: account }).click();
  await expect(page.getByText(`goes to account ${account} of Mia Cole`)).toBeVisible();
  await page.getByLabel('Reason', { exact: true }).fill('The sender named the account on the phone');
  await page.getByRole('button', { name: 'Credit the account' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.getByRole('link', { name: 'Bank files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Bank files' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(row).toHaveCount(0);
  await openPersonAtDesk(page, person.account);
  await expect(page.getByRole('region', { name: 'Accounts and cards', exact: true })).toContainText('$64.20');
});
