import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { available, fillIn, ISLAS_ACCOUNT, openTransfer, words } from '../support/transfer.ts';

test('money is kept aside for a goal, a payment and a purchase that need it are told so, and a press releases it', {
  tag: ['@gate', '@phone'],
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '100.00' });
  await signIn(page, person);
  await page.getByRole('link', { name: 'Savings goals' }).click();
  await page.getByRole('button', { name: 'Add a goal' }).click();
  await page.getByLabel('Goal', { exact: true }).fill('Holiday');
  await page.getByLabel('Keep aside').fill('80');
  await page.getByRole('button', { name: 'Keep it aside' }).click();
  await expect(page.getByRole('button', { name: /^Holiday/ })).toContainText('$80.00');
  await page.getByRole('switch', { name: 'Decline purchases that need it' }).click();
  await expect(page.getByText('Card purchases can’t use money you’ve kept aside')).toBeVisible();
  const bought = await sim(
    'purchase',
    '--card',
    person.cardNumber,
    '--amount',
    '30',
    '--channel',
    'chip',
    '--pin',
    '4826',
  );
  expect(bought).toMatchObject({ answer: '51' });

  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(() => available(page)).toBe(2_000);
  await expect(page.getByText('kept for your goals')).toBeVisible();
  await openTransfer(page);
  await fillIn(page, { name: words(), account: ISLAS_ACCOUNT, amount: '30', sees: 'Rent' });
  await page.getByRole('button', { name: /^Release \$10\.00/ }).click();
  await page.goto('/stumps/savings');
  await expect(page.getByRole('button', { name: /^Holiday/ })).toContainText('$70.00');
});

test('a payday says what is left until then', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps', money: '100.00' });
  await signIn(page, person);
  await page.getByRole('link', { name: 'Left until payday' }).click();
  await page.getByRole('button', { name: 'Weekly' }).click();
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByRole('group', { name: 'Next payday' }).getByRole('textbox').first().fill(inThreeDays);
  await page.getByRole('button', { name: 'Save payday' }).click();
  await expect(page.getByRole('link', { name: /^\$100\.00 left until payday/ })).toBeVisible();
});
