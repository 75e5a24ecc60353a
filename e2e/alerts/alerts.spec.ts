import { zh } from '../support/words.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { turnOn } from '../support/settled.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a large purchase is notified through the chosen channels', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
  sim,
}) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '100.00' });
  await confirmEmail(server, person);
  await signIn(page, person);
  await page.goto('/settings/alerts');
  await turnOn(page.getByRole('switch', { name: 'Large purchases' }));
  await page.getByRole('button', { name: /Change the amount for large purchases$/ }).click();
  const amount = page.getByLabel('Purchases of this much or more, in dollars');
  await amount.fill('x');
  await page.getByRole('button', { name: 'Save amount' }).click();
  await expect(amount).toHaveAccessibleDescription(/Enter the amount in digits with up to 2 decimals, such as 12.50/);
  await page.getByRole('button', { name: '$50', exact: true }).click();
  await expect(page.getByText('$50 or more')).toBeVisible();
  await expect(page.getByText('Large purchase alert changed to $50.00 or more').first()).toBeVisible();

  await sim('purchase', '--card', person.cardNumber, '--amount', '50.00', '--merchant', 'Grand Piano', '--mcc', '5733');
  await page.goto('/sandbox/inbox');
  // Due work sends alerts, so the inbox is polled.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/50\.00 at Grand Piano/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('an alert is chosen and saved', { tag: ['@gate', '@phone'] }, async ({ page, server }) => {
    const person = await givenWebPerson(server, ['Jing', 'Wu']);
    await confirmEmail(server, person);
    await signIn(page, person);
    await page.goto('/settings/alerts');
    await expect(page.getByRole('heading', { name: zh('alerts:title'), level: 1 })).toBeVisible();
    await turnOn(page.getByRole('switch', { name: zh('alerts:field.overValue') }));
    await page.getByRole('button', { name: zh('alerts:change.overValue') }).click();
    await page.getByLabel(zh('alerts:field.overValueAmount')).fill('75');
    await page.getByRole('button', { name: zh('alerts:setAmount') }).click();
    await expect(page.getByText(zh('alerts:done.overValue', { amount: '$75.00' })).first()).toBeVisible();
  });
});
