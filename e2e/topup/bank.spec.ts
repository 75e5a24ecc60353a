import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('bank details are copied by a tap', { tag: '@phone' }, async ({ page, context, server }) => {
  const person = await givenWebPerson(server, ['Amelia', 'Chen']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person);
  await page.goto('/topup');
  await page.getByText('Bank transfer', { exact: true }).click();
  await expect(page.getByText('The money arrives within 2 business days.')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ['Copy account name', 'Amelia Chen'],
    ['Copy BSB', '000-001'],
    ['Copy account number', person.account],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect.poll(copied).toBe(text);
  }
});
