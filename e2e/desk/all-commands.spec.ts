import { signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('every task is found by its words and done by its form, with the keyboard alone', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '12.00' });
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Other tasks' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Other tasks' })).toBeVisible();
  await page.getByLabel('What do you want to do?').focus();
  await page.keyboard.type('debts');
  const tasks = page.getByRole('region', { name: /^Accounts, fees and interest/ }).getByRole('link');
  await expect(tasks.filter({ hasText: 'Debts by age' })).toBeVisible();
  await page.getByLabel('What do you want to do?').fill('what was posted');
  await expect(tasks).toHaveCount(1);
  await tasks.first().focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'List what was posted to an account' })).toBeVisible();
  await page.getByLabel('Account', { exact: true }).focus();
  await page.keyboard.type(person.account);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Answer' })).toContainText('12.00');

  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Account', { exact: true }).fill('1');
  await page.getByLabel('Amount', { exact: true }).fill('a lot');
  await page.getByLabel('Reason', { exact: true }).fill('Wrong on purpose');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  // The field at fault has the focus and says what it takes.
  await expect(page.getByLabel('Account', { exact: true })).toBeFocused();
  await expect(page.getByText(/^Account takes /)).toBeVisible();
});

test('a lost answer is asked for again under the same key, and nothing happens twice', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole']);
  await signInAtDesk(page, 'kate');
  await page.goto('/desk/all-commands/load');
  await page.getByLabel('Account', { exact: true }).fill(person.account);
  await page.getByLabel('Amount', { exact: true }).fill('5.00');
  await page.getByLabel('Reason', { exact: true }).fill('The answer gets lost');
  const keys: (string | undefined)[] = [];
  await page.route('**/desk/commands/load', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    // The server has done it, and its answer does not arrive.
    if (keys.length === 1) {
      await route.fetch();
      return route.abort('internetdisconnected');
    }
    return route.continue();
  });
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.getByText('We’re not sure this went through')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(/waits for a second person/).first()).toBeVisible();
  expect(keys[0]).toMatch(/^[\x21-\x7e]{8,64}$/);
  expect(keys).toEqual([keys[0], keys[0]]);
  await page.getByRole('link', { name: 'Approvals' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Mia Cole' }).filter({ hasText: 'Load $5.00' })).toHaveCount(1);
});
