import { givenPersonOfProcessor } from '../support/own-connection.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

// A connection is of the whole programme.
test.use({ ownServer: true });

test('a purchase by the bytes of Stripe is pending, cleared in two parts, and posted', {
  tag: ['@gate', '@phone'],
}, async ({ page, server, sim }) => {
  const names = { firstName: 'Una', surname: 'Stripes', mobile: '0412555101' };
  const person = await givenPersonOfProcessor(page, server, 'stripe', { ...names, money: '100.00' });
  const play = async (...words: string[]) => sim('processor', 'stripe', ...words, '--card', person.card);
  await play('authorise', '--amount', '40.00', '--merchant', 'CURRAWONG HARDWARE', '--mcc', '5251');

  await signIn(page, person);
  await page.goto('/transactions');
  const pending = page.getByRole('region', { name: 'Pending' });
  const posted = page.getByRole('region', { name: 'Posted' });
  await expect(pending.getByText('Currawong Hardware', { exact: true })).toBeVisible();
  await expect(pending.locator('.row__amount--pending')).toContainText('−$40.00');
  await expect(page.getByText('$60.00 available', { exact: true })).toBeVisible();

  // Its shop sends a part of the order, and then the rest.
  await play('clear', '--amount', '25.00', '--more');
  await expect(posted.locator('.row__amount--out').filter({ hasText: '−$25.00' })).toBeVisible();
  await expect(pending.locator('.row__amount--pending')).toContainText('−$15.00');
  await expect(page.getByText('$60.00 available', { exact: true })).toBeVisible();
  await play('clear', '--amount', '15.00');
  await expect(posted.locator('.row__amount--out').filter({ hasText: '−$15.00' })).toBeVisible();
  await expect(pending).toHaveCount(0);
  await expect(page.getByText('$60.00 available', { exact: true })).toBeVisible();
});

test('a purchase by the bytes of Lithic is pending, posted, and refunded in part', {
  tag: ['@gate', '@phone'],
}, async ({ page, server, sim }) => {
  const names = { firstName: 'Una', surname: 'Lithics', mobile: '0412555202' };
  const person = await givenPersonOfProcessor(page, server, 'lithic', { ...names, money: '100.00' });
  const play = async (...words: string[]) => sim('processor', 'lithic', ...words, '--card', person.card);
  await play('authorise', '--amount', '18.45', '--merchant', 'KURRAJONG GROCERS', '--mcc', '5411');

  await signIn(page, person);
  await page.goto('/transactions');
  const pending = page.getByRole('region', { name: 'Pending' });
  const posted = page.getByRole('region', { name: 'Posted' });
  await expect(pending.getByText('Kurrajong Grocers', { exact: true })).toBeVisible();
  await expect(pending.locator('.row__amount--pending')).toContainText('−$18.45');
  await expect(page.getByText('$81.55 available', { exact: true })).toBeVisible();

  await play('clear');
  await expect(pending).toHaveCount(0);
  await expect(posted.locator('.row__amount--out').filter({ hasText: '−$18.45' })).toBeVisible();
  await play('refund', '--amount', '5.00');
  await expect(posted.locator('.row__amount--in').filter({ hasText: '+$5.00' })).toBeVisible();
  await expect(page.getByText('$86.55 available', { exact: true })).toBeVisible();
});
