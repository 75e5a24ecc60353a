import { givenWebPerson } from '../../support/own-people.ts';
import { goToPlace } from '../../support/navigation.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';
import { available, openTransfer, prove, review, words, payNew, unfold } from '../../support/transfer.ts';

test('a first payment to a new payee is held for a day and cancelled by its payer', {
  tag: ['@phone', '@gate'],
}, async ({ page, server }) => {
  const name = words();
  const payer = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '500.00' });
  await signIn(page, payer);
  await openTransfer(page);
  const before = await available(page);
  await payNew(page, 'external');
  await page.getByLabel('Account name').fill(name);
  await page.getByLabel('BSB').fill('000-101');
  await page.getByLabel('Account number').fill('7700 1122');
  await page.getByLabel('Amount in dollars').fill('310');
  await page.getByLabel('Housing').check();
  await unfold(page, 'Description');
  await page.getByLabel('Description they see', { exact: true }).fill('Bond');
  await review(page);
  await expect(page.getByText('Paying a bond or rent?')).toBeVisible();
  await expect(page.getByText(/^We’ll send it tomorrow at .* It arrives \w+day \d/)).toBeVisible();
  await expect(page.getByText(`First payment to ${name}, so we hold it`)).toBeVisible();
  await page.getByRole('button', { name: `Send $310.00 to ${name}` }).click();
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: /^We’ll send \$310\.00 tomorrow/, level: 1 })).toBeFocused();
  await expect(page.getByText(/^It arrives \w+day \d/)).toBeVisible();
  await page.getByRole('link', { name: 'See scheduled payments' }).click();
  await expect(page.getByText(/^On hold until .*: first payment to someone new$/)).toBeVisible();
  await goToPlace(page, 'Home');
  await expect.poll(() => available(page)).toBe(before - 31_000);
  await goToPlace(page, 'Scheduled payments');
  await page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await page.getByRole('button', { name: `Stop this payment ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expect(page.getByText(`Payment to ${name} stopped`).last()).toBeVisible();
  await goToPlace(page, 'Home');
  await expect.poll(() => available(page)).toBe(before);
});
