import { STAFF_PASSWORD } from '../../server/src/demo/staff.ts';
import { signInAtDesk } from '../support/desk-page.ts';
import { expect, test } from '../support/test.ts';
import { givenWebPerson } from '../support/own-people.ts';

test('money is loaded by two people, and appears in the timeline of the person', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole']);
  await signInAtDesk(page, 'kate');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Kate$/);
  // Found by what a caller says.
  await page.keyboard.press('/');
  await page.keyboard.type(person.account);
  await page.keyboard.press('Enter');
  await page.locator('main a[href*="/people/"]').first().click();
  await expect(page).toHaveURL(/\/desk\/people\/\d+$/);
  const address = page.url();
  expect(address).not.toContain(person.account);
  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Account', { exact: true }).fill(person.account);
  await page.getByLabel('Amount', { exact: true }).fill('12.50');
  await page.getByLabel('Reason', { exact: true }).fill('Sold at the counter');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const waiting = page.locator('main').getByRole('link', { name: /request/i });
  await expect(waiting).toBeVisible();
  await waiting.click();
  await expect(page).toHaveURL(/\/desk\/approvals\/\d+$/);
  const request = page.url();
  // Nobody approves what they have asked for, also not by the key.
  await expect(page.getByText('You can’t approve your own requests')).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Your name at the desk')).toBeVisible();

  await signInAtDesk(page, 'omar');
  await page.goto(request);
  await expect(page.getByRole('definition').filter({ hasText: 'Sold at the counter' })).toBeVisible();
  // The effect before it happens.
  await expect(page.locator('main').getByText('$12.50').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve and load $12.50' })).toBeEnabled();
  await page.keyboard.press('a');
  await expect(page.getByText(/approved this, .*It’s done\.|It’s done\./).first()).toBeVisible();
  await page.goto(address);
  await expect(page.locator('main').getByText('$12.50').first()).toBeVisible();
});

test('a session that ended elsewhere is begun again over the same page', { tag: '@desktop' }, async ({ page }) => {
  await signInAtDesk(page, 'kate');
  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Reason', { exact: true }).fill('Half typed');
  await page.getByLabel('Account', { exact: true }).fill('200100017');
  await page.getByLabel('Amount', { exact: true }).fill('1.00');
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill(STAFF_PASSWORD);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue('Half typed');
});
