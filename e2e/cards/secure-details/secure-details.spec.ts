import { callAs, tokenFor } from '../../support/calls.ts';
import { passesLuhn } from '@wattle/contract/rules/luhn.ts';
import { createVirtualCard } from '@wattle/contract/cards/virtual.ts';
import { getCards } from '@wattle/contract/cards/home.ts';
import type { ResponseOf } from '@wattle/contract/operation.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

test('a session without a proof shows the number of a virtual card after one, for 30 seconds', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { money: '50.00' });
  const { brand, username: userName, password } = person;
  const call = callAs(server, await tokenFor(server, brand, { grant_type: 'password', userName, password }));
  const { cards } = await call<ResponseOf<typeof getCards>>('GET', `${getCards.path}?includeImages=false`);
  const { AccountNumber, MaskedCardNumber, ExpirationDate } = cards[0]?.value ?? {};
  const Card = { AccountNumber, MaskedCardNumber, ExpirationDate };
  await call('POST', createVirtualCard.path, { Card, Kind: 'MerchantLocked' });

  await page.clock.install();
  await signIn(page, person);
  await page.goto('/setLoginPin');
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Confirm passcode', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Set passcode', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your passcode is set' })).toBeVisible();
  await page.evaluate(() => sessionStorage.clear());
  // A sign-in with a passcode proves nothing yet, like a password older than 5 minutes.
  await page.goto('/passcodeLogin');
  await page.getByLabel('Passcode', { exact: true }).fill('4826');
  await page.getByRole('button', { name: /^One-shop card/ }).click();
  const show = page.getByRole('button', { name: 'Show details' });
  await expect(show).toBeVisible();
  // From here the page's clock is controlled, however long the test takes.
  await page.clock.pauseAt(Date.now() + 60_000);
  await show.click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  // The last digit confirms.
  await proof.getByLabel('Passcode', { exact: true }).fill('1111');
  await expect(proof).toContainText('Check your passcode and try again');
  await proof.getByLabel('Passcode', { exact: true }).fill('4826');

  const panel = page.getByRole('region', { name: 'Card details' });
  await expect(panel.getByRole('heading', { name: 'Card details' })).toBeFocused();
  const shown = panel.getByText(/^(\d{4} ){3}\d{4}$/);
  const number = ((await shown.textContent()) ?? '').replaceAll(' ', '');
  expect(number).toMatch(/^903600\d{10}$/);
  expect(passesLuhn(number)).toBe(true);
  await expect(panel.getByText(/^\d{3}$/)).toBeVisible();
  await page.clock.runFor(29_999);
  await expect(panel).toBeVisible();
  await page.clock.runFor(1);
  await expect(panel).toHaveCount(0);
  await expect(page.getByText('Card details hidden')).toBeAttached();
  expect(await page.content()).not.toContain(number);
});
