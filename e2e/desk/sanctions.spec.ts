import { approveAtDesk, openRequest, signInAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

test('a list is loaded, a person like one of its names cannot buy, and two managers clear the name', {
  tag: '@desktop',
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Zdravko', 'Milutinek'], { brand: 'stumps', money: '20.00' });
  const buy = () => sim('purchase', '--card', person.cardNumber, '--amount', '3.00', '--merchant', 'Corner Cafe');
  await signInAtDesk(page, 'kate');
  await page.getByRole('link', { name: 'Sanctions' }).click();
  await page.getByRole('button', { name: 'Load a list' }).click();
  await page.getByLabel('Name of the list').fill('List of the journey');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Reference,Name of Individual or Entity\r\n7,"MILUTINEK, Sdravko"\r\n'),
  });
  await page.getByRole('region', { name: 'Load a list' }).getByRole('button', { name: 'Load a list' }).click();
  await expect(page.getByText('The list has 1 entry.')).toBeVisible();
  const row = page.getByRole('button', { name: 'Zdravko Milutinek' });
  await expect(row).toBeVisible({ timeout: 40_000 });
  expect(await buy()).toMatchObject({ answer: '62' });
  await row.click();
  await page.getByRole('button', { name: 'It’s another person' }).click();
  await page.getByLabel('Reason', { exact: true }).fill('Another date of birth, by passport');
  await page.getByRole('button', { name: 'It’s another person' }).click();
  await approveAtDesk(page, 'omar', await openRequest(page));
  expect(await buy()).toMatchObject({ answer: '00' });
});
