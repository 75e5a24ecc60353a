import { callsOf } from '../support/desk-cases.ts';
import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { atTheDesk } from '../support/desk.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('an account that its owner wants closed is paid out and closed by two people', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '40.00' });
  const call = await callsOf(server, person);
  await call('POST', 'onlineAccount/RequestAccountClosure', { IsAsked: true, currentpassword: person.password });
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Closing' }).click();
  const row = page.getByRole('table', { name: 'Open cases' }).getByRole('row').filter({ hasText: person.account });
  await expect(row).toContainText('Close and pay out');
  await row.getByRole('button').click();
  await page.getByLabel(/^BSB/).fill('000-101');
  await page.getByLabel('Account number at the bank (optional)', { exact: true }).fill('61200447');
  await page.getByLabel(/^Name/).fill('Mia Cole');
  await page.getByLabel('Reason', { exact: true }).fill('Asked in the app');
  await page.getByRole('button', { name: 'Close and pay out' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.getByRole('link', { name: 'Closing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closing and estates' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});

test('a death is recorded, and undone where it was a mistake', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '40.00' });
  const found = await atTheDesk(server.url, [1, 'kate'], 'search', { input: { text: person.account } });
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Closing' }).click();
  await page.getByRole('button', { name: 'Record a death' }).click();
  const form = page.getByRole('region', { name: 'Record a death' });
  await form.getByLabel('Person', { exact: true }).fill(String(found.rows[0]?.['person']));
  const yesterday = new Date(Date.now() - 86_400_000).toLocaleDateString('en-CA', { timeZone: 'Australia/Melbourne' });
  const [year = '', month = '', day = ''] = yesterday.split('-');
  await form.getByLabel('Day', { exact: true }).fill(day);
  await form.getByLabel('Month', { exact: true }).fill(month);
  await form.getByLabel('Year', { exact: true }).fill(year);
  await form.getByLabel('Reason', { exact: true }).fill('Certificate seen');
  await form.getByRole('button', { name: 'Record a death' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  await page.getByRole('link', { name: 'Closing' }).click();
  const row = page.getByRole('table', { name: 'Open cases' }).getByRole('row').filter({ hasText: person.account });
  await expect(row).toContainText('Estate');
  await row.getByRole('button').click();
  const undo = page.getByRole('region', { name: 'Undo the death' });
  await undo.getByLabel('Reason', { exact: true }).fill('It was a namesake');
  await undo.getByRole('button', { name: 'Undo the death' }).click();
  await approveAtDesk(page, 'kate', await openRequest(page));
  await page.getByRole('link', { name: 'Closing' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Closing and estates' })).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await expect(row).toHaveCount(0);
});
