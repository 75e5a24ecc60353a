import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { openTransfer, prove, review, payNew, unfold } from '../../support/transfer.ts';

test('a saved payee is found, viewed, changed, paid and deleted', { tag: ['@phone', '@gate'] }, async ({
  page,
  server,
}) => {
  const name = `Studio ${Date.now().toString(36)}`;
  const payer = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '500.00' });
  await signIn(page, payer);
  await openTransfer(page);
  await payNew(page, 'external');
  await page.getByLabel('Account name').fill(name);
  await page.getByLabel('BSB').fill('000-101');
  await page.getByLabel('Account number').fill('66610001');
  await page.getByLabel('Amount in dollars').fill('1.50');
  await page.getByLabel('Housing').check();
  await unfold(page, 'Description');
  await page.getByLabel('Description they see', { exact: true }).fill('Lesson');
  await page.getByLabel('Save as a payee').check();
  await review(page);
  await page.getByRole('button', { name: `Send $1.50 to ${name}` }).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: `$1.50 sent to ${name}`, level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Make another payment' }).click();
  await page.getByRole('link', { name: 'All payees' }).click();
  await expect(page.getByRole('heading', { name: 'Payees', level: 1 })).toBeFocused();

  const search = page.getByRole('searchbox', { name: 'Search payees' });
  await search.fill('6661 0001');
  const row = page.getByRole('listitem').filter({ hasText: name });
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(row.getByRole('button', { name: new RegExp(`${name}.*000-101 · 66610001`) })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await expect(row.getByText('Testbank Sydney')).toBeVisible();
  await expect(row.getByText(/^\$1\.50 on \d{1,2} [A-Z][a-z]{2,3} \d{4}$/)).toBeVisible();
  await expect(row.getByRole('term').filter({ hasText: 'Paid this year' })).toBeVisible();

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await edit.getByLabel('Account number').fill('66610002');
  await expect(edit.getByText('We can’t check the name.', { exact: false })).toBeVisible();
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await prove(page, payer);
  await expect(page.getByText(`Changes to ${name} saved`).last()).toBeVisible();
  await search.fill(name);
  await expect(row.getByText('000-101 · 66610002')).toBeVisible();
  // The new account was never paid.
  await expect(row.getByText('Not paid yet')).toBeVisible();

  await row.getByRole('button', { name: `Pay ${name}` }).click();
  await expect(page.getByRole('heading', { name: `Pay ${name}`, level: 1 })).toBeVisible();
  await expect(page.getByText('BSB 000-101, account 66610002')).toBeVisible();
  await expect(page.getByLabel('Account number')).toHaveCount(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('link', { name: 'All payees' }).click();
  await search.fill(name);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Delete payee' }).click();
  await expect(page.getByText(`${name} deleted`).last()).toBeVisible();
  await expect(row).toHaveCount(0);
  // The list, or its empty state.
  const heading = page.getByRole('heading', { name: 'Payees', level: 1 });
  await expect(search.or(heading).and(page.locator(':focus'))).toBeVisible();
});
