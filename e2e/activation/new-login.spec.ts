import type { Page } from '@playwright/test';
import { zh } from '../support/words.ts';
import { givenCard, givenWebPerson, type OwnCard } from '../support/own-people.ts';
import { reloadStep } from '../support/reload.ts';
import { expect, test } from '../support/test.ts';

const PASSWORD = 'Paperbark-Swamp-42';

const field = (page: Page, label: string | RegExp) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The step that is shown. */
async function expectStep(page: Page, name: string): Promise<void> {
  await expect(heading(page, name)).toBeVisible();
}

/** An unused email address. */
const newEmail = (name: string) => `${name}.${Date.now()}@example.com`;

async function enterCard(page: Page, { name, code }: Pick<OwnCard, 'name' | 'code'>): Promise<void> {
  await field(page, /^Card (number|ID)$/).fill(name);
  await field(page, 'Activation code').fill(code);
  await press(page, 'Continue');
}

async function enterAccess(page: Page, email: string): Promise<void> {
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await field(page, 'Security question').selectOption('2');
  await field(page, 'Your answer').fill('Fern');
  await press(page, 'Continue');
}

/** `isAddressSearched`: whether the brand has a search. The button that leaves it appears once the page knows. */
async function enterPerson(page: Page, { isAddressSearched }: { readonly isAddressSearched: boolean }): Promise<void> {
  await field(page, 'Title').selectOption('Ms');
  await field(page, 'First name').fill('mina');
  await field(page, 'Last name').fill("o'hara");
  await field(page, 'Day').fill('14');
  await field(page, 'Month').fill('7');
  await field(page, 'Year').fill('1988');
  await field(page, 'Mother’s maiden name').fill('Wren');
  await field(page, 'Mobile').fill('0400 000 777');
  if (isAddressSearched) await press(page, 'Enter address manually');
  await field(page, 'Address line 1').fill('14 Banksia Street');
  await field(page, 'Suburb').fill('Fremantle');
  await field(page, 'State (optional)').selectOption('WA');
  await field(page, 'Postcode').fill('6160');
  await press(page, 'Continue');
}

async function choosePin(page: Page, pin: string): Promise<void> {
  await field(page, 'New PIN').fill(pin);
  await field(page, 'Confirm PIN').fill(pin);
  await press(page, 'Activate card');
}

test('a new card is activated from the letter to the card home, with a tax file number and a reload of each step', {
  tag: ['@gate', '@phone'],
}, async ({ page, server }) => {
  const card = await givenCard(server, { product: 1 });
  const email = newEmail('mina.ohara');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Activate a new card' }).click();
  await expect(heading(page, 'Activate your card')).toBeVisible();
  await enterCard(page, { ...card, code: card.code === '999999' ? '999998' : '999999' });
  await expect(page.getByRole('alert')).toContainText('Invalid activation code');
  await enterCard(page, { ...card, name: card.number.replaceAll(/(\d{4})(?=\d)/g, '$1 ') });
  await reloadStep(page, 'Do you have sign-in details?');
  await page.getByRole('link', { name: 'I’m new here' }).click();
  await reloadStep(page, 'How will you sign in?');
  await enterAccess(page, email);
  await expectStep(page, 'About you');
  await field(page, 'First name').fill('mina');
  await page.reload();
  await expect(field(page, 'First name')).toHaveValue('mina');
  await enterPerson(page, { isAddressSearched: true });
  await reloadStep(page, 'Your tax file number');
  await field(page, 'Tax file number').fill('123456782');
  await press(page, 'Continue');
  await reloadStep(page, 'Is everything correct?');
  await expect(page.getByText("Ms Mina O'Hara")).toBeVisible();
  await expect(page.getByText('*** *** ***')).toBeVisible();
  await page.getByLabel('I’ve read the product disclosure statement and the privacy policy').check();
  await press(page, 'Agree and continue');
  await reloadStep(page, 'Choose a PIN');
  await choosePin(page, '4826');
  await expect(page).toHaveURL(/\/cardActivationSuccess$/);
  await reloadStep(page, 'Mina, your card is ready');
  await page.getByRole('link', { name: 'Continue to your cards' }).click();
  await field(page, 'Email address').fill(email);
  await field(page, 'Password').fill(PASSWORD);
  await press(page, 'Sign in');
  await expect(page).toHaveURL(/\/cardHome$/);
  await expect(page.getByText('Mina', { exact: false }).first()).toBeVisible();
});

test('terms are declined and then accepted, and the card is signed in automatically', { tag: '@desktop' }, async ({
  page,
  server,
}) => {
  const card = await givenCard(server, { product: 9 });
  // Browsers create passkeys only for a named host, not for an IP address.
  await page.goto(`${server.url.replace('127.0.0.1', 'localhost')}/ledgerline/cardActivate`);
  await enterCard(page, card);
  await expectStep(page, 'Terms and conditions');
  await press(page, 'Decline');
  await expect(heading(page, 'Your card isn’t activated')).toBeVisible();
  await page.getByRole('link', { name: 'Read the terms again' }).click();
  await page.getByLabel('I’ve read and accept the terms').check();
  await press(page, 'Accept and continue');
  // A card of this brand never joins an existing login, so the step that offers one is left out.
  await expectStep(page, 'How will you sign in?');
  await enterAccess(page, newEmail('noor.haddad'));
  await enterPerson(page, { isAddressSearched: false });
  await page.getByLabel('I’ve read the product disclosure statement and the privacy policy').check();
  await press(page, 'Agree and continue');
  await choosePin(page, '4826');
  await expect(page).toHaveURL(/\/ledgerline\/cardHome$/);
  await expect(page.getByText(`Card ending in ${card.number.slice(-4)} activated`).first()).toBeVisible();
  // After the set-up the next steps lead to a passkey, and no dialog covers them.
  await expect(page.getByRole('region', { name: 'Your card is ready' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('link', { name: /Sign in more easily/ }).click();
  await press(page, 'Add a passkey');
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible();
});

test('a new card is added to an existing login', { tag: '@desktop' }, async ({ page, server }) => {
  const person = await givenWebPerson(server, ['Amy', 'Cole'], { brand: 'stumps' });
  const card = await givenCard(server, { product: 6 });
  await page.goto('/stumps/cardActivate');
  await enterCard(page, card);
  await page.getByRole('link', { name: 'I have sign-in details' }).click();
  await expectStep(page, 'Sign in to add your card');
  await field(page, 'Username').fill(person.username);
  await field(page, 'Password').fill(person.password);
  await press(page, 'Sign in');
  await expect(heading(page, 'Choose a PIN')).toBeVisible();
  await choosePin(page, '4826');
  await expect(page).toHaveURL(/\/stumps\/cardHome$/);
  await expect(page.getByText(`Card ending in ${card.number.slice(-4)} activated`).first()).toBeVisible();
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a new card is activated, and its holder is signed in', { tag: ['@gate', '@phone'] }, async ({
    page,
    server,
  }) => {
    const card = await givenCard(server, { product: 1 });
    await page.goto('/cardActivate');
    await field(page, zh('activation:cardNumber.label')).fill(card.number);
    await field(page, zh('activation:code.label')).fill(card.code);
    await press(page, zh('activation:continue'));
    await expect(heading(page, zh('activation:option.title'))).toBeVisible();
    await page.getByRole('link', { name: zh('activation:option.new') }).click();

    await field(page, zh('activation:access.email.label')).fill(newEmail('wang.fang'));
    await field(page, zh('activation:access.password.label')).fill(PASSWORD);
    await field(page, zh('activation:access.again.label')).fill(PASSWORD);
    await field(page, zh('activation:access.question.label')).selectOption('2');
    await field(page, zh('activation:access.answer.label')).fill('Fern');
    await press(page, zh('activation:continue'));

    await field(page, zh('activation:you.title.label')).selectOption('Ms');
    await field(page, zh('activation:you.first.label')).fill('芳');
    await field(page, zh('activation:you.last.label')).fill('王');
    await field(page, zh('activation:you.embossed.label')).fill('Wang Fang');
    await field(page, zh('fields:date.day')).fill('14');
    await field(page, zh('fields:date.month')).fill('7');
    await field(page, zh('fields:date.year')).fill('1988');
    await field(page, zh('activation:you.maiden.label')).fill('李');
    await field(page, zh('activation:you.mobile.label')).fill('0400 000 777');
    await press(page, zh('fields:address.typeIn'));
    await field(page, zh('fields:address.line1')).fill('14 Banksia Street');
    await field(page, zh('fields:address.suburb')).fill('Fremantle');
    await field(page, zh('fields:address.state')).selectOption('WA');
    await field(page, zh('fields:address.postcode')).fill('6160');
    await press(page, zh('activation:continue'));

    await page.getByLabel(zh('activation:tax.kind.notNow')).check();
    await press(page, zh('activation:continue'));
    await expect(heading(page, zh('activation:agree.title'))).toBeVisible();
    await page.getByLabel(zh('activation:agree.disclosures')).check();
    await press(page, zh('activation:agree.submit'));
    await field(page, zh('activation:pin.label')).fill('4826');
    await field(page, zh('activation:pin.again.label')).fill('4826');
    await press(page, zh('activation:pin.submit'));
    await expect(page).toHaveURL(/\/cardHome$/);
    await expect(page.getByText(zh('activation:done.toast', { suffix: card.number.slice(-4) })).first()).toBeVisible();
  });
});
