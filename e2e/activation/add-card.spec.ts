import type { Page } from '@playwright/test';
import { confirmEmail } from '../support/confirmed.ts';
import { newestMessage } from '../support/inbox.ts';
import { allocate, givenCard, givenWebPerson } from '../support/own-people.ts';
import { goToPlace } from '../support/navigation.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

const PIN = '7391';

/** It covers the page for some seconds. */
const closeToast = (page: Page) => page.getByRole('button', { name: 'Close message' }).click();

test('cards are added to a login: an active, a new and an allocated one', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const person = await givenWebPerson(server, ['Li', 'Wei']);
  // The address for the activation code of an allocated card.
  await confirmEmail(server, person);
  const inUse = await givenCard(server, { product: 4, isActive: true });
  const fresh = await givenCard(server, { product: 1 });
  const allocated = await allocate(server, person, 1);
  await signIn(page, person);

  // An active card, which its access code links.
  await goToPlace(page, 'Add card');
  await page.getByLabel('Card number').fill(inUse.number);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Access code', { exact: true }).fill(inUse.code === '000001' ? '000002' : '000001');
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByRole('alert')).toContainText('Invalid access code');
  await page.getByLabel('Access code', { exact: true }).fill(inUse.code);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByText(`Card ending in ${inUse.number.slice(-4)} added`).first()).toBeVisible();
  await closeToast(page);
  await expect(page).toHaveURL(/cardHome$/);

  // A linked card cannot be added again.
  await page.getByRole('link', { name: 'Add a card' }).click();
  await page.getByLabel('Card number').fill(inUse.number);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Access code', { exact: true }).fill(inUse.code);
  await page.getByRole('button', { name: 'Add card' }).click();
  await expect(page.getByRole('alert')).toContainText('already linked to an account');
  await page.getByRole('button', { name: 'Back' }).click();

  // A new card: activation code and PIN.
  await page.getByLabel('Card number').fill(fresh.number);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Activation code', { exact: true }).fill(fresh.code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Activate card' }).click();
  await expect(page.getByText(`Card ending in ${fresh.number.slice(-4)} activated`).first()).toBeVisible();
  await closeToast(page);

  // A card allocated by the programme: from the list.
  await page.getByRole('button', { name: new RegExp(`number ending ${allocated}`) }).click();
  await page.getByRole('link', { name: 'Activate', exact: true }).click();
  const sent = await newestMessage(
    page,
    person.brand,
    new RegExp(`${person.email}.*(activate it|activation code)`, 's'),
  );
  await page.getByLabel('Activation code', { exact: true }).fill(/(?<!\d)\d{6}(?!\d)/.exec(sent)?.[0] ?? '');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('New PIN', { exact: true }).fill(PIN);
  await page.getByLabel('Confirm PIN', { exact: true }).fill(PIN);
  await page.getByRole('button', { name: 'Activate card' }).click();
  await expect(page.getByText(`Your card ending in ${allocated} is active.`)).toBeVisible();
  await page.getByRole('link', { name: 'Continue to your cards' }).click();
  await expect(page.getByRole('link', { name: 'Activate', exact: true })).toHaveCount(0);
});
