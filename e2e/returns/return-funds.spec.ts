import { expectNoAxeFindings } from '../support/axe.ts';
import { givenWebPerson, load } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('returns everything on a card to a bank account', { tag: '@phone' }, async ({ page, server }) => {
  // Of its own: nothing is left on the card, and nothing more can be returned from it.
  const priya = await givenWebPerson(server, ['Priya', 'Nair']);
  await load(server, priya.account, '640.00');
  await signIn(page, priya);
  await page.getByRole('link', { name: /Return funds/ }).click();
  await expect(page.getByRole('heading', { name: 'Return funds to a bank account', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Account name')).toHaveValue('Priya Nair');
  await expect(page.locator('.return-funds__amount b')).toHaveText('$640.00');
  await page.getByLabel('BSB').fill('000-101');
  await expect(page.getByText('Testbank Sydney')).toBeVisible();
  await page.getByLabel('Account number').fill('6120 0447');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Check the return' }).click();
  await expect(page.getByRole('heading', { name: 'Check this return', level: 1 })).toBeFocused();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Return $640.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByLabel('Password', { exact: true }).fill(priya.password);
  await expectNoAxeFindings(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const done = page.getByText('$640.00 is on its way to Priya Nair. Receipt ').first();
  await expect(done).toHaveText(/Receipt \d{12,}/);
  await page.getByRole('link', { name: /Return funds/ }).click();
  await expect(page.getByRole('heading', { name: 'Not yet' })).toBeVisible();
});
