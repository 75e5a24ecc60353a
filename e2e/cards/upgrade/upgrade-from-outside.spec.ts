import type { Page } from '@playwright/test';
import { givenCardPerson } from '../../support/own-people.ts';
import { reloadStep } from '../../support/reload.ts';
import { signIn } from '../../support/sign-in.ts';
import { expect, test } from '../../support/test.ts';

const PASSWORD = 'Paperbark-Swamp-42';

const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a card without a login gets one and requests its upgrade, with a reload of each step', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  // A separate card, because it gets a login. Product 5 is Wattle Start.
  const tom = await givenCardPerson(server, 5);
  const email = `tom.reed.${tom.account}@example.com`;
  await signIn(page, tom);
  await page.getByRole('link', { name: 'Upgrade this card' }).click();
  await reloadStep(page, 'Upgrade your card');
  await press(page, 'Continue');

  await expect(page).toHaveURL(/\/login\?for=upgrade$/);
  await page.reload();
  await expect(page.getByText(`·· ${tom.number.slice(-4)}`)).toBeVisible();
  await expect(page.getByLabel(/Remember me/)).toHaveCount(0);
  await field(page, 'Email address').fill('amelia.chen@example.com');
  await field(page, 'Password').fill('wrong');
  await press(page, 'Sign in');
  await expect(page.getByRole('alert')).toContainText('Invalid email address or password');

  await page.getByRole('link', { name: 'I’m new here' }).click();
  await reloadStep(page, 'How will you sign in?');
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await field(page, 'Security question').selectOption('2');
  await field(page, 'Your answer').fill('Fern');
  await press(page, 'Continue');

  await reloadStep(page, 'About you');
  await field(page, 'Title').selectOption('Mr');
  await field(page, 'First name').fill('Tom');
  await field(page, 'Last name').fill('Reed');
  await field(page, 'Day').fill('14');
  await field(page, 'Month').fill('7');
  await field(page, 'Year').fill('1988');
  await field(page, 'Mother’s maiden name').fill('Wren');
  await field(page, 'Mobile').fill('0400 000 779');
  await press(page, 'Enter address manually');
  await field(page, 'Address line 1').fill('14 Banksia Street');
  await field(page, 'Suburb').fill('Fremantle');
  await field(page, 'State (optional)').selectOption('WA');
  await field(page, 'Postcode').fill('6160');
  await press(page, 'Continue');
  // An upgrade requires the membership number of the reward programme.
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('radio', { name: 'Yes' }).check();
  await field(page, 'Membership number').fill('HP 4417');
  await press(page, 'Continue');

  // The upgraded card pays interest.
  await reloadStep(page, 'Your tax file number');
  await page.getByLabel('Not now').check();
  await press(page, 'Continue');

  await reloadStep(page, 'Is everything correct?');
  await expect(page.getByText('HP 4417')).toBeVisible();
  await page.getByLabel('I’ve read the product disclosure statement and the privacy policy').check();
  await press(page, 'Agree and continue');

  await reloadStep(page, 'Choose a PIN');
  await field(page, 'New PIN').fill('4826');
  await field(page, 'Confirm PIN').fill('4826');
  await press(page, 'Request upgrade');
  // The reload has cleared the password.
  await expect(page).toHaveURL(/\/login$/);
  await page.reload();
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await reloadStep(page, 'Upgrade requested');
  await expect(page.getByRole('region', { name: 'Receipt' }).getByText(/^[\d ]{12,}$/)).toBeVisible();
  await expect(page.getByText('We sent codes to your new contact details.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to My account' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your mobile number' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page.getByText('Tom', { exact: false }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade this card' })).toHaveCount(0);
});
