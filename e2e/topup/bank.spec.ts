import { givenWebPerson } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

test('bank details are copied by a tap', { tag: '@phone' }, async ({ page, context, server }) => {
  const person = await givenWebPerson(server, ['Amelia', 'Chen']);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, person);
  await page.goto('/topup');
  await page.getByText('Bank transfer', { exact: true }).click();
  await expect(page.getByText('The money is on the card within 2 banking days.')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [name, text] of [
    ['Copy the account name', 'Amelia Chen'],
    ['Copy the BSB', '000-001'],
    ['Copy the account number', person.account],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect.poll(copied).toBe(text);
  }
});
