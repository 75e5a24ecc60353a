import { zh } from '../support/words.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('returns the whole balance of a card to a bank account', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const priya = await givenWebPerson(server, ['Priya', 'Nair'], { money: '640.00' });
  await signIn(page, priya);
  await page.getByRole('link', { name: /Return funds/ }).click();
  await expect(page.getByRole('heading', { name: 'Return funds to a bank account', level: 1 })).toBeVisible();
  await expect(page.getByLabel('Account name')).toHaveValue('Priya Nair');
  await expect(page.locator('.return-funds__amount b')).toHaveText('$640.00');
  await page.getByLabel('BSB').fill('000-101');
  await expect(page.getByText('Testbank Sydney')).toBeVisible();
  await page.getByLabel('Account number').fill('6120 0447');
  await page.getByRole('button', { name: 'Check return' }).click();
  await expect(page.getByRole('heading', { name: 'Check this return', level: 1 })).toBeFocused();
  await page.getByRole('button', { name: 'Return $640.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(priya.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  // More than the amount of a first payment: it is held for a day and can be cancelled.
  await expect(page.getByRole('heading', { name: /^We’ll send \$640\.00 tomorrow/, level: 1 })).toBeFocused();
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText(/^\d{12,}$/)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await page.getByRole('link', { name: /Return funds/ }).click();
  await expect(page.getByRole('heading', { name: 'You can’t return funds yet' })).toBeVisible();
  await goToPlace(page, 'Scheduled payments');
  const held = page.getByRole('listitem').filter({ hasText: 'Return of funds' });
  await expect(held.getByText(/on hold until /)).toBeVisible();
  await expect(held.getByText('$640.00')).toBeVisible();
  await held.getByRole('link').click();
  await page.getByRole('button', { name: 'Stop this payment Priya Nair' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop payment' }).click();
  await expect(held).toHaveCount(0);
  await page.goto('/returnFund');
  await expect(page.locator('.return-funds__amount b')).toHaveText('$640.00');
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('returns the whole balance of a card', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu'], { money: '20.00' });
    await signIn(page, person);
    await page.goto('/returnFund');
    await expect(page.getByRole('heading', { name: zh('returns:title'), level: 1 })).toBeVisible();
    await page.getByLabel(zh('transfers:field.bsb')).fill('000-101');
    await page.getByLabel(zh('transfers:field.accountNumber')).fill('6120 0447');
    await page.getByRole('button', { name: zh('returns:continue') }).click();
    await expect(page.getByRole('heading', { name: zh('returns:reviewTitle'), level: 1 })).toBeFocused();
    await page.getByRole('button', { name: zh('returns:action', { amount: '$20.00' }) }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=password]').fill(person.password);
    await dialog.locator('button[type=submit]').click();
    const sent = zh('transfers:paid.title', { amount: '$20.00', name: 'Jing Wu' });
    await expect(page.getByRole('heading', { name: sent, level: 1 })).toBeFocused();
  });
});
