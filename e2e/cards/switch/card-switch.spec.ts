import type { Page } from '@playwright/test';
import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const cardSwitch = (page: Page) => page.getByRole('switch');

async function turn(page: Page, to: 'on' | 'off'): Promise<void> {
  const answer = page.waitForResponse((response) => /card\/turnCardO(n|ff)$/i.test(response.url()));
  await cardSwitch(page).click();
  expect((await answer).status()).toBe(200);
  await expect(cardSwitch(page)).toBeChecked({ checked: to === 'on' });
  // The switch accepts the next change after a second.
  await expect(cardSwitch(page)).not.toHaveAttribute('aria-disabled');
}

test('a card that is turned off is declined at the shop, and the home shows it', { tag: '@gate' }, async ({
  page,
  server,
  sim,
}) => {
  const person = await givenWebPerson(server, ['Jack', 'Cole'], { brand: 'stumps', money: '20.00' });
  await signIn(page, person);
  await expect(cardSwitch(page)).toBeChecked();
  await turn(page, 'off');
  await expect(page.getByRole('button', { name: /^Stumps Member.*Card is off$/ })).toBeVisible();

  const buy = () => sim('purchase', '--card', person.cardNumber, '--amount', '8.40', '--merchant', 'Boundary Rope');
  expect(await buy()).toMatchObject({ answer: '62' });
  const row = page.locator('details').filter({ hasText: 'Boundary Rope' });
  await expect(row.getByText('Declined · card was off')).toBeVisible();

  await turn(page, 'on');
  await expect(page.getByRole('button', { name: /^Stumps Member[^C]*$/ })).toBeVisible();
  await page.reload();
  await expect(cardSwitch(page)).toBeChecked();
  expect(await buy()).toMatchObject({ answer: '00' });
});
