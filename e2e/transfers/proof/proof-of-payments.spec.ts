import type { Page } from '@playwright/test';
import { openAuthenticator, touch } from '../../support/authenticator.ts';
import { runningServer } from '../../support/global-setup.ts';
import { givenWebPerson } from '../../support/own-people.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';
import { review, unfold, payNew } from '../../support/transfer.ts';

/** Browsers create passkeys only for a named host, not for an IP address. */
const at = (path: string) => `${runningServer().url.replace('127.0.0.1', 'localhost')}${path}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const PASSCODE = '4826';

/** To an unpaid account at another bank. */
async function payJordan(page: Page, account: string): Promise<void> {
  await page.goto(at('/fundsTransfer'));
  await settled(page);
  await payNew(page, 'external');
  await page.getByLabel('Account name').fill('Jordan Blake');
  await page.getByLabel('BSB').fill('000-101');
  await page.getByLabel('Account number').fill(account);
  await page.getByLabel('Amount in dollars').fill('1.10');
  await page.getByLabel('Housing').check();
  await unfold(page, 'Description');
  await page.getByLabel('Description they see', { exact: true }).fill('Bond');
  await review(page);
  await page.getByRole('button', { name: 'Send $1.10 to Jordan Blake' }).click();
}

const paid = (page: Page) => page.getByRole('heading', { name: '$1.10 sent to Jordan Blake', level: 1 });
const proof = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' });

test('payments are proved with a passcode and with a passkey', { tag: ['@desktop', '@gate-desktop'] }, async ({
  page,
  server,
}) => {
  const payer = await givenWebPerson(server, ['Nora', 'Lane'], { money: '20.00' });
  await page.goto(at('/login'));
  await page.locator('main input[autocomplete~=username]').fill(payer.username);
  await page.getByLabel('Password', { exact: true }).fill(payer.password);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/cardHome$/);

  await page.goto(at('/setLoginPin'));
  await page.getByLabel('New passcode', { exact: true }).fill(PASSCODE);
  await page.getByLabel('Confirm passcode', { exact: true }).fill(PASSCODE);
  await press(page, 'Set passcode');
  await expect(page.getByText('Your passcode is set')).toBeVisible();
  await payJordan(page, '55510001');
  await proof(page).getByLabel('Passcode', { exact: true }).fill('4827');
  await expect(proof(page).getByText('Check your passcode and try again')).toBeVisible();
  await proof(page).getByLabel('Passcode', { exact: true }).fill(PASSCODE);
  await expect(paid(page)).toBeVisible();

  const authenticator = await openAuthenticator(page);
  await page.goto(at('/signInMethods'));
  await settled(page);
  await press(page, 'Add a passkey');
  await touch(authenticator, true);
  await press(page, 'Continue');
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByRole('status')).toContainText('You can now sign in with');
  await payJordan(page, '55510002');
  await proof(page).getByRole('button', { name: 'Use your passkey' }).click();
  await expect(paid(page)).toBeVisible();
});
