import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a purchase that is approved in part says what the shop asked for, pending and posted, and leads to the top-up', {
  tag: '@gate',
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Una', 'Parts'], { money: '40.00' });
  const shop = ['--merchant', 'Kurrajong Grocers', '--mcc', '5411', '--channel', 'contactless', '--part'];
  const answer = await sim('purchase', '--card', person.cardNumber, '--amount', '62.50', ...shop);
  expect(answer).toMatchObject({ answer: '10', approvedAmount: 4_000, available: 0 });

  await signIn(page, person);
  await page.goto('/transactions');
  const pending = page.getByRole('region', { name: 'Pending' });
  await expect(pending.getByText('of $62.50')).toBeVisible();
  await expect(pending.getByText('$22.50')).toBeVisible();
  await expect(pending.getByText('$40.00 held')).toBeVisible();
  await expect(pending.getByText(/^You had \$40\.00\./)).toBeVisible();

  expect((await sim('clear', '--original', String(answer['reference']), '--amount', '40.00'))['answer']).toBe('00');
  await expect(pending).toHaveCount(0);
  const posted = page.getByRole('region', { name: 'Posted' });
  await posted.getByText('of $62.50').click();
  await expect(posted.getByText('Paid another way')).toBeVisible();
  await posted.getByRole('link', { name: 'Top up' }).click();
  await expect(page).toHaveURL(/\/topup$/);
});
