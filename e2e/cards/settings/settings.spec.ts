import { expectNoAxeFindings } from '../../support/axe.ts';
import { jack, tom } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('name, spend limit and payment limit are changed and shown', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, jack);
  await page.getByRole('link', { name: 'Card settings' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Card settings' })).toBeVisible();
  await expectNoAxeFindings(page);

  await page.getByRole('link', { name: /^Name of the card/ }).click();
  await page.getByRole('button', { name: /^Change/ }).click();
  await page.getByLabel('Name of the card').fill('4 the club');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByRole('alert')).toContainText('Begin with a letter. After it letters, digits, spaces');
  await page.getByLabel('Name of the card').fill('Stumps Member');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('link', { name: 'Back' }).click();

  await page.getByRole('link', { name: /^Spend limit/ }).click();
  await page.getByRole('button', { name: 'Change Spending with the card' }).click();
  await page.getByRole('button', { name: '$500', exact: true }).click();
  await page.getByRole('button', { name: 'Save spend limit' }).click();
  await expect(page.getByText('left of $500.00 today')).toBeVisible();
  await page.getByRole('button', { name: 'Change Spending with the card' }).click();
  await page.getByRole('button', { name: '$500', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Default' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Save spend limit' }).click();

  await page.getByRole('button', { name: 'Change Payments and transfers' }).click();
  const limit = page.getByLabel('Daily payment limit in dollars');
  await limit.fill('10.5');
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a limit in whole dollars');
  await limit.fill('9000');
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await expect(page.getByRole('alert')).toContainText('Enter a limit of at most $5,000.00');
  await limit.fill('1500');
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await page.getByRole('button', { name: 'Save payment limit' }).click();
  await expect(page.getByText('left of $1,500.00 today')).toBeVisible();
  await expectNoAxeFindings(page);
});

test('a PIN needs the password, and a birthday is none', { tag: '@desktop' }, async ({ page }) => {
  await signIn(page, jack);
  await page.goto('/stumps/settings/pin');
  await page.getByRole('button', { name: /^Change/ }).click();
  const choose = async (pin: string, password: string) => {
    await page.getByLabel('New PIN', { exact: true }).fill(pin);
    await page.getByLabel('New PIN again', { exact: true }).fill(pin);
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Save PIN' }).click();
  };
  await page.getByLabel('New PIN', { exact: true }).fill('7391');
  await page.getByLabel('New PIN again', { exact: true }).fill('739');
  await expect(page.getByText('Choose another PIN')).toHaveCount(0);
  await page.getByLabel('New PIN again', { exact: true }).fill('7319');
  await expect(page.getByText('Choose another PIN')).toBeVisible();
  await expect(page.getByLabel('New PIN', { exact: true })).toBeFocused();
  await expect(page.getByLabel('New PIN', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('New PIN again', { exact: true })).toHaveValue('');
  await choose('1990', jack.password);
  await expect(page.getByRole('alert')).toContainText('Choose another PIN');
  await choose('7391', 'Not-The-Password-1');
  await expect(page.getByRole('alert')).toContainText('Current password is not valid');
  await choose('7391', jack.password);
  await expect(page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
  await expectNoAxeFindings(page);
});

test('who has a card alone finds how to report it, and no settings', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, tom);
  await expect(page.getByRole('link', { name: 'Card settings' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Lost or stolen' }).click();
  await expect(page.getByRole('radio')).toHaveCount(2);
  await page.goto('/wattle/settings/pin');
  await expect(page).toHaveURL(/settings\/block$/);
});

test('where the card works: a switch acts in its place, and gambling waits', { tag: '@phone' }, async ({ page }) => {
  await signIn(page, jack);
  await page.goto('/stumps/settings/general');
  const overseas = page.getByRole('switch', { name: /^Overseas/ });
  await expect(overseas).toBeChecked();
  await overseas.click();
  await expect(page.getByText('Off: purchases abroad are declined')).toBeVisible();
  await overseas.click();
  await expect(page.getByText('Merchants outside Australia, online ones too')).toBeVisible();

  await page.getByRole('link', { name: /^Kinds of shops/ }).click();
  const gambling = page.getByRole('switch', { name: /^Gambling/ });
  await gambling.click();
  await expect(page.getByText('Blocked. When you allow it, it works 48 hours later')).toBeVisible();
  await gambling.click();
  await expect(page.getByText(/^Declined until/)).toBeVisible();
  await expectNoAxeFindings(page);
  await page.getByRole('button', { name: 'Keep it blocked' }).click();
  await expect(page.getByText('Blocked. When you allow it, it works 48 hours later')).toBeVisible();
});
