import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { approveByKeys, openPersonAtDesk } from '../support/desk-page.ts';
import { givenWebPerson } from '../support/own-people.ts';
import { beginEnrolment, byTwoManagers, deskByName, fillPassword, newName } from '../support/staff.ts';
import { expect, test } from '../support/test.ts';
import { codeOf } from '../support/totp.ts';

const PASSWORD = 'Correct-Horse-2026';
const DOCUMENT = join(import.meta.dirname, '../../docs/first-purchase.md');

/** Buttons and links that the steps of the document name, in their order. */
function namedSteps(): readonly string[] {
  const [, steps = ''] = readFileSync(DOCUMENT, 'utf8').split('The day of an operator');
  // A step has one sentence a line.
  return [...steps.matchAll(/^(?:\d\.| {2}) .+$/gm)].flatMap(([line]) =>
    [...line.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name),
  );
}

/** A member who has set up an authenticator app. Answers its key. */
async function enrol(page: Page, name: string, setUpCode: string): Promise<string> {
  await beginEnrolment(page, name, setUpCode, PASSWORD);
  const key = (await page.locator('code').textContent()) ?? '';
  await page.getByLabel('Code from your authenticator app').fill(codeOf(key));
  await page.getByRole('button', { name: 'Confirm the code' }).click();
  await expect(page.getByText('Your second factor is set up. Sign in with it.')).toBeVisible();
  return key;
}

async function signIn(page: Page, name: string, key: string): Promise<void> {
  await page.goto(deskByName());
  await fillPassword(page, name, PASSWORD);
  await page.getByLabel('Code from your authenticator app').fill(codeOf(key, 1));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
}

test('the day of an operator is done as the document says, from the set-up code to the purchase', {
  tag: '@desktop',
}, async ({ page, server, sim }) => {
  const person = await givenWebPerson(server, ['Mia', 'Cole'], { brand: 'stumps' });
  const [kate, omar] = [newName(), newName()];
  const codes = [];
  for (const name of [kate, omar])
    codes.push(await byTwoManagers(server, 'add-staff', { name, fullName: 'Nia Park', role: 'manager' }));
  const keyOfKate = await enrol(page, kate, codes[0] ?? '');
  const keyOfOmar = await enrol(page, omar, codes[1] ?? '');
  const enrolment = ['Set up a second factor', 'Continue', 'Confirm the code'];

  await signIn(page, kate, keyOfKate);
  await openPersonAtDesk(page, person.account);
  const pressed = [...enrolment, 'Sign in'];
  const press = async (role: 'link' | 'button', name: string) => {
    pressed.push(name);
    await page
      .getByRole(role, { name, exact: role === 'button' })
      .first()
      .click();
  };
  await press('link', 'Payments');
  await press('link', 'Loads');
  const form = page.getByRole('region', { name: 'New load' });
  await form.getByLabel('Account', { exact: true }).fill(person.account);
  await form.getByLabel('Amount', { exact: true }).fill('50.00');
  await form.getByLabel('Reason', { exact: true }).fill(`Sold at the counter ${person.account}`);
  await press('button', 'Load the account');
  await press('link', 'See the request');
  await expect(page.getByRole('button', { name: 'Withdraw' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign out' }).click();

  await signIn(page, omar, keyOfOmar);
  pressed.push('Sign in');
  await press('link', 'Approvals');
  await page
    .getByRole('table', { name: 'Waiting', exact: true })
    .getByRole('link', { name: /Load \$50\.00.*Mia Cole/ })
    .click();
  await expect(page.getByRole('definition').filter({ hasText: `Sold at the counter ${person.account}` })).toBeVisible();
  await approveByKeys(page, 'Approve and load $50.00');
  await expect(page.getByRole('heading', { name: '$50.00 is loaded' })).toBeVisible();
  const at = [
    'purchase',
    '--card',
    person.cardNumber,
    '--amount',
    '12.34',
    '--merchant',
    'Corner Cafe',
    '--mcc',
    '5814',
  ];
  expect(await sim(...at)).toMatchObject({ answer: '00' });
  await openPersonAtDesk(page, person.account);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Corner Cafe' })).toContainText('$12.34');
  await expect(timeline.getByRole('listitem').filter({ hasText: '$50.00' }).first()).toBeVisible();
  expect(namedSteps()).toEqual(pressed);
});
