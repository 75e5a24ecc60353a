import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('virtual cards are made: one is shown and used up, one for a shop is deleted', {
  tag: ['@gate', '@phone'],
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Priya', 'Cole'], { money: '50.00' });
  const closeToast = () => page.getByRole('button', { name: 'Close this message' }).click();
  const about = page.getByRole('region', { name: 'About this virtual card' });
  await signIn(page, person);
  await page.getByRole('link', { name: 'Virtual card' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Make a virtual card' })).toBeVisible();
  await expect(page.getByText('You can make 3 more now.')).toBeVisible();
  await page.getByRole('button', { name: 'Make the card' }).click();
  await expect(page).toHaveURL(/cardHome$/);
  await expect(about).toContainText('For one purchase');
  // The message stands in a landmark of its own.
  await expect(page.getByRole('region', { name: 'Message' })).toBeVisible();
  await closeToast();
  await page.getByRole('button', { name: 'Show number' }).click();
  const shown = page.getByText(/^(\d{4} ){3}\d{4}$/);
  const number = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  expect(passesLuhn(number)).toBe(true);
  const buy = () =>
    sim('purchase', '--card', number, '--amount', '5.00', '--channel', 'manual', '--merchant', 'Stream Tunes');
  expect(await buy()).toMatchObject({ answer: '00' });
  expect(await buy()).toMatchObject({ answer: '05' });
  // It has left the list by itself.
  await expect(about).toBeHidden();
  await expect(page.getByText('Declined · card is closed')).toBeVisible();

  await page.getByRole('link', { name: 'Virtual card' }).click();
  await page.getByRole('radio', { name: /^One shop/ }).check();
  await page.getByRole('button', { name: 'Make the card' }).click();
  await expect(about).toContainText('For one shop');
  await closeToast();
  await about.getByRole('button', { name: 'Delete this card' }).click();
  await about.getByRole('button', { name: 'Delete this card' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Your virtual card is deleted.' })).toHaveCount(1);
  await expect(about).toBeHidden();
});
