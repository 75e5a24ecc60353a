import { zh } from '../../support/words.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('a damaged card is replaced once for its fee', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Grace', 'Cole'], { brand: 'ledgerline', money: '50.00' });
  await signIn(page, person);
  await page.goto('/ledgerline/settings/general');
  await page.getByRole('link', { name: /^Replace damaged card/ }).click();
  await expect(page.getByRole('radio', { name: /It’s damaged/ })).toBeChecked();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Order card and pay $9.95' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your new card is on its way' })).toBeFocused();
  await page.getByRole('button', { name: 'Go to your cards' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'We’re replacing your card.' })).toHaveCount(1);

  // Repeated.
  await page.goto('/ledgerline/settings/block');
  await page.getByRole('radio', { name: /It’s damaged/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: /^Order card and pay/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This didn’t go through' })).toBeFocused();
  await expect(page.getByText('Card has already been replaced')).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a card is reported stolen, gets a reference number, and is declined afterwards', {
    tag: ['@gate', '@phone'],
  }, async ({ page, server, sim }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu'], { money: '50.00' });
    await signIn(page, person);
    await page.goto('/settings/block');
    await page.getByRole('radio', { name: new RegExp(zh('settings:reason.stolen')) }).check();
    await page.getByRole('button', { name: zh('settings:stop.continue') }).click();
    await page.getByRole('button', { name: zh('settings:review.stolenAction') }).click();
    await expect(page.getByRole('heading', { level: 1, name: zh('settings:done.stolen') })).toBeFocused();
    await expect(page.getByText(/^\d{5} \d{6,} \d$/)).toBeVisible();
    expect(await sim('purchase', '--card', person.cardNumber, '--amount', '1.00')).not.toMatchObject({ answer: '00' });
    await page.getByRole('button', { name: zh('settings:done.cards') }).click();
    await expect(page.getByRole('region', { name: zh('newCard:title') })).toContainText(zh('newCard:step.activate'));
  });
});
