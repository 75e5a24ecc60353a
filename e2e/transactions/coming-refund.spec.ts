import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a refund that its shop has announced is explained while it is on its way, and posted once', {
  tag: '@gate',
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Una', 'Parts'], { money: '40.00' });
  const shop = ['--merchant', 'Currawong Hardware', '--mcc', '5251', '--channel', 'contactless'];
  const bought = await sim('purchase', '--card', person.cardNumber, '--amount', '39.00', ...shop);
  const original = String(bought['reference']);
  expect((await sim('clear', '--original', original))['answer']).toBe('00');
  const announced = await sim('announce', '--original', original, '--amount', '12.00');
  expect(announced['answer']).toBe('00');

  await signIn(page, person);
  await page.goto('/transactions');
  const pending = page.getByRole('region', { name: 'Pending' });
  await expect(pending.getByText('+$12.00')).toBeVisible();
  await expect(pending.getByText('Not in your balance yet.')).toBeVisible();
  await expect(pending.getByText('On its way to your card')).toBeVisible();
  await expect(pending.getByText('You can’t spend it yet.')).toBeVisible();
  await expect(page.getByText('$1.00 available', { exact: true })).toBeVisible();

  const came = await sim('refund', '--original', String(announced['reference']), '--amount', '12.00');
  expect(came['answer']).toBe('00');
  await expect(page.getByText('$13.00 available', { exact: true })).toBeVisible();
  await expect(pending).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Posted' }).getByText('+$12.00')).toBeVisible();
});
