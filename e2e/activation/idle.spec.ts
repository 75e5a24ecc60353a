import { givenCard } from '../support/own-people.ts';
import { expect, test } from '../support/test.ts';

/** Asked 120 s before the end of 900 s without use. */
const TO_WARNING_MS = 781_000;

test('an activation that is left alone asks, goes on, and ends kindly', { tag: '@phone' }, async ({ page, server }) => {
  const card = await givenCard(server, { product: 1 });
  await page.clock.install();
  await page.goto('/cardActivate');
  await page.getByLabel('Card number', { exact: true }).fill(card.number);
  await page.getByLabel('Activation code', { exact: true }).fill(card.code);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  // Whichever step the card has come to.
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).not.toHaveText('Activate your card');
  const step = await title.textContent();
  const asked = page.getByRole('dialog', { name: 'Are you still there?' });

  await page.clock.fastForward(TO_WARNING_MS - 10_000);
  await expect(asked).toHaveCount(0);
  await page.clock.fastForward(10_000);
  await expect(asked).toBeVisible();
  await asked.getByRole('button', { name: 'I am still here' }).click();
  await expect(asked).toHaveCount(0);
  await expect(title).toHaveText(step ?? '');

  // Then nobody is there any more.
  await page.clock.fastForward(TO_WARNING_MS);
  await expect(asked).toBeVisible();
  await page.clock.fastForward(120_000);
  await expect(page).toHaveURL(/\/cardActivate$/);
  await expect(page.getByText('Your time ran out.')).toBeVisible();
});
