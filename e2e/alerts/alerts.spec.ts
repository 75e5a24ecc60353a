import { zh } from '../support/words.ts';
import { confirmEmail } from '../support/confirmed.ts';
import { givenWebPerson } from '../support/own-people.ts';
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
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Large purchases by Email' }).check();
  const amount = page.getByLabel('Purchases above, in dollars');
  await amount.fill('x');
  await page.getByRole('button', { name: 'Save alerts' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter the amount in digits, such as 12.50');
  await page.getByRole('button', { name: '$50', exact: true }).click();
  await expect(amount).toHaveValue('50');
  await page.getByRole('button', { name: 'Save alerts' }).click();
  await expect(page.getByText('Above $50.00')).toBeVisible();

  await sim('purchase', '--card', person.cardNumber, '--amount', '51.00', '--merchant', 'Grand Piano', '--mcc', '5733');
  await page.goto('/sandbox/inbox');
  // Due work sends alerts, so the inbox is polled.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/51\.00 at Grand Piano/).first()).toBeVisible({ timeout: 1_000 });
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
    await page
      .getByRole('button', { name: new RegExp(`^${zh('ui:change')}`) })
      .first()
      .click();
    const tick = zh('alerts:tick', { kind: zh('alerts:field.overValue'), way: zh('alerts:way.email') });
    await page.getByRole('checkbox', { name: tick }).check();
    await page.getByLabel(zh('alerts:field.overValueAmount')).fill('75');
    await page.getByRole('button', { name: zh('alerts:save') }).click();
    await expect(page.getByText(zh('alerts:overValue.amount', { amount: '$75.00' }))).toBeVisible();
  });
});
