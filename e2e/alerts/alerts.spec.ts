import { expectNoAxeFindings } from '../support/axe.ts';
import { amelia } from '../support/people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('a large purchase is told by the ways that were chosen', { tag: '@phone' }, async ({ page, sim }) => {
  await signIn(page, amelia);
  await page.goto('/settings/alerts');
  await page
    .getByRole('button', { name: /^Change/ })
    .first()
    .click();
  await page.getByRole('checkbox', { name: 'Large purchases by SMS' }).check();
  const amount = page.getByLabel('Large from, in dollars');
  await amount.fill('x');
  await page.getByRole('button', { name: 'Save alerts' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter an amount in digits');
  await page.getByRole('button', { name: '$50', exact: true }).click();
  await expect(amount).toHaveValue('50');
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Save alerts' }).click();
  await expect(page.getByText('Above $50.00')).toBeVisible();
  await expectNoAxeFindings(page);

  await sim(
    'purchase',
    '--card',
    '9036000000000017',
    '--amount',
    '51.00',
    '--merchant',
    'Grand Piano',
    '--mcc',
    '5733',
  );
  await page.goto('/sandbox/inbox');
  // Alerts are sent by due work, and the inbox is read when it is asked for.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText(/51\.00 at Grand Piano/).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});
