import { givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { available, openTransfer, payNew, prove, review, unfold, words } from '../support/transfer.ts';

test('a held payment is reported as a scam: it is stopped, and its payee is blocked until allowed again', {
  tag: '@phone',
}, async ({ page, server }) => {
  const name = words();
  const payer = await givenWebPerson(server, ['Jack', 'Martin'], { brand: 'stumps', money: '500.00' });
  await signIn(page, payer);
  const pay = async (amount: string) => {
    await openTransfer(page);
    await payNew(page, 'external');
    await page.getByLabel('Account name').fill(name);
    await page.getByLabel('BSB').fill('000-101');
    await page.getByLabel('Account number').fill('7700 1133');
    await page.getByLabel('Amount in dollars').fill(amount);
    await page.getByLabel('Housing').check();
    await unfold(page, 'Description');
    await page.getByLabel('Description they see', { exact: true }).fill('Bond');
    await review(page);
    await page.getByRole('button', { name: `Send $${amount}.00 to ${name}` }).click();
  };
  await expect(page.locator('.balance__amount').first()).toBeVisible();
  const before = await available(page);
  await pay('310');
  await prove(page, payer);
  await expect(page.getByRole('heading', { name: /^We’ll send \$310\.00 tomorrow/, level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'I think this is a scam' }).click();
  await expect(page.getByText('Stop the payment', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Report scam' }).click();
  await expect(page.getByRole('heading', { name: `We’ve stopped your payment to ${name}`, level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Go to Home' }).click();
  await expect.poll(() => available(page)).toBe(before);

  await pay('5');
  await expect(page.getByText('You reported a payment to this payee as a scam', { exact: false })).toBeVisible();
  await page.goto('/stumps/payees');
  await page.getByRole('button', { name: `Allow again ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Allow payments' }).click();
  await expect(page.getByText(`You can pay ${name} again`).first()).toBeVisible();
  await goToPlace(page, 'Home');
});
