import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('limits, PIN, tap to pay and shop categories are changed and apply at the shop', {
  tag: ['@gate', '@phone'],
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Jack', 'Cole'], { brand: 'stumps', money: '640.00' });
  const buy = (...how: string[]) => sim('purchase', '--card', person.cardNumber, ...how);
  await signIn(page, person);
  await page.getByRole('link', { name: 'Card settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Card settings' })).toBeVisible();

  await page.getByRole('link', { name: /^Daily spend limit/ }).click();
  await page.getByRole('button', { name: 'Change Card spending' }).click();
  await page.getByRole('button', { name: '$500', exact: true }).click();
  await page.getByRole('button', { name: 'Save spend limit' }).click();
  // The review.
  await page.getByRole('button', { name: 'Save spend limit' }).click();
  await expect(page.getByText('left of $500.00 today')).toBeVisible();
  expect(await buy('--amount', '500.01', '--channel', 'chip', '--pin', '4826')).toMatchObject({ answer: '61' });
  await page.getByRole('button', { name: 'Change Payments and transfers' }).click();
  await page.getByLabel('Daily payment limit in dollars').fill('1500');
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await expect(page.getByText('left of $1,500.00 today')).toBeVisible();

  await page.goto('/stumps/settings/pin');
  const choose = async (pin: string, password: string) => {
    await page.getByLabel('New PIN', { exact: true }).fill(pin);
    await page.getByLabel('New PIN again', { exact: true }).fill(pin);
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
  };
  // Year of birth of the holder.
  await choose('1988', person.password);
  await expect(page.getByRole('alert')).toContainText('Choose another PIN');
  await choose('7391', 'Not-The-Password-1');
  await expect(page.getByRole('alert')).toContainText('Current password is not valid');
  await choose('7391', person.password);
  await expect(page.getByRole('heading', { name: 'Your PIN is changed', level: 1 })).toBeFocused();
  expect(await buy('--amount', '1.00', '--channel', 'chip', '--pin', '4826')).not.toMatchObject({ answer: '00' });
  expect(await buy('--amount', '1.00', '--channel', 'chip', '--pin', '7391')).toMatchObject({ answer: '00' });

  await page.goto('/stumps/settings/general');
  const tap = page.getByRole('switch', { name: /^Tap to pay/ });
  const toggled = page.waitForResponse('**/api/card/toggleContactless');
  await tap.click();
  expect((await toggled).status()).toBe(200);
  await expect(page.getByText('Off: tap payments are declined')).toBeVisible();
  expect(await buy('--amount', '1.00', '--channel', 'contactless')).toMatchObject({ answer: '57' });

  await page.getByRole('link', { name: /^Shop types/ }).click();
  const gambling = page.getByRole('switch', { name: /^Gambling/ });
  await gambling.click();
  await expect(page.getByText('Blocked. If you allow it, it starts working 48 hours later')).toBeVisible();
  await gambling.click();
  await expect(page.getByText(/It’s blocked until/)).toBeVisible();
  await page.getByRole('button', { name: 'Keep it blocked' }).click();
  await expect(page.getByText('Blocked. If you allow it, it starts working 48 hours later')).toBeVisible();
});
