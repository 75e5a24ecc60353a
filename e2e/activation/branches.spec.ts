import type { Page } from '@playwright/test';
import { enterDetails, givenCard, givenCardPerson, givenWebPerson, type OwnCard } from '../support/own-people.ts';
import { signIn } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';

/** Each test has its own card. Products: 1 is Wattle Everyday, 4 Wattle Gift, 5 Wattle Start. */
const PASSWORD = 'Paperbark-Swamp-42';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function enterCard(page: Page, { number, code }: OwnCard): Promise<void> {
  await page.goto('/cardActivate');
  await field(page, 'Card number').fill(number);
  await field(page, 'Activation code').fill(code);
  await press(page, 'Continue');
}

test('a single-load card is activated on its own, without a login or a PIN', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const card = await givenCard(server, { product: 4 });
  await enterCard(page, card);
  await expect(heading(page, 'Activate your card')).toBeVisible();
  await expect(page).toHaveURL(/\/cardActivationSuccess$/);
  await press(page, 'Activate card');
  await expect(heading(page, 'Your card is ready')).toBeVisible();
  await expect(page.getByText(`Your card ending in ${card.number.slice(-4)} is active.`)).toBeVisible();
  // The second entry is reported.
  await enterCard(page, card);
  await expect(page.getByRole('alert')).toContainText('Card has already been activated');
});

test('a recorded holder proves the maiden name and sets up only a login', { tag: ['@gate', '@phone'] }, async ({
  page,
  server,
}) => {
  const given = { firstName: 'Ravi', surname: 'Iyer', maidenName: 'Harper', check: 'maidenName' } as const;
  await enterCard(page, await givenCard(server, { product: 1, ...given }));
  const say = async (name: string) => {
    await field(page, 'Mother’s maiden name').fill(name);
    await field(page, 'Day').fill('1');
    await field(page, 'Month').fill('2');
    await field(page, 'Year').fill('1990');
    await press(page, 'Continue');
  };
  await say('Wren');
  await expect(page.getByRole('alert')).toContainText('Your identity could not be verified');
  await say('harper');
  await expect(page).toHaveURL(/\/accessDetailsSetup$/);
  await field(page, 'Email address').fill(`ravi.iyer.${Date.now()}@example.com`);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await field(page, 'Security question').selectOption('2');
  await field(page, 'Your answer').fill('Fern');
  await press(page, 'Continue');
  // A debit card with interest.
  await expect(page).toHaveURL(/\/setTFN$/);
  await page.getByLabel('Not now').check();
  await press(page, 'Continue');
  await field(page, 'New PIN').fill('4826');
  await field(page, 'Confirm PIN').fill('4826');
  await press(page, 'Activate card');
  await expect(page).toHaveURL(/\/cardHome$/);
  const ready = page.getByRole('region', { name: 'Your card is ready' });
  await expect(ready.getByRole('link', { name: /^Make your first top-up/ })).toBeVisible();
  await page.reload();
  await ready.getByRole('button', { name: 'Done' }).click();
  await expect(ready).toHaveCount(0);
  // The postponed step is offered again.
  await page.getByRole('link', { name: 'Add it now' }).click();
  await expect(heading(page, 'Your tax file number')).toBeVisible();
  await page.getByLabel('Not now').check();
  await press(page, 'Continue');
  await expect(page).toHaveURL(/\/cardHome$/);
});

for (const { surname, at, title } of [
  { surname: 'Pending', at: 'eKycFailure', title: 'Your identity check isn’t finished' },
  { surname: 'Nomatch', at: 'eKycFailure', title: 'We couldn’t confirm who you are' },
  { surname: 'Locked', at: 'eKycMaxAttemptsExceeded', title: 'Your identity check is locked' },
]) {
  test(`the electronic verification of somebody called ${surname} leads to ${at}`, { tag: '@phone' }, async ({
    page,
    server,
  }) => {
    const card = await givenCard(server, { product: 1, check: 'ekyc' });
    await enterDetails(server, card, { firstName: 'Kim', surname, isChecked: true });
    // Entered values survive entering card and code again.
    await enterCard(page, card);
    await expect(page).toHaveURL(/\/eKyc$/);
    const frame = page.frameLocator('iframe');
    await frame.getByRole('radio', { name: 'Australian passport' }).check();
    await frame.getByRole('button', { name: 'Continue with greenID' }).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/${at}$`));
    // The PIN page cannot be opened directly.
    await page.goto('/setPin');
    await expect(page).not.toHaveURL(/\/setPin$/);
  });
}

test('an identity service that does not load is reported and can be tried again', { tag: '@phone' }, async ({
  page,
  server,
}) => {
  const card = await givenCard(server, { product: 1, check: 'ekyc' });
  await enterDetails(server, card, { firstName: 'Kim', surname: 'Offline', isChecked: true });
  await enterCard(page, card);
  await expect(page).toHaveURL(/\/eKyc$/);
  await expect(page.getByText('The identity service isn’t available right now.').first()).toBeVisible({
    timeout: 15_000,
  });
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('only the card is added to an existing login for its upgrade', { tag: '@phone' }, async ({ page, server }) => {
  const owner = await givenWebPerson(server, ['Nina', 'Holt']);
  const card = await givenCardPerson(server, 5);
  await signIn(page, card);
  await page.getByRole('link', { name: 'Upgrade this card' }).click();
  await press(page, 'Continue');
  await field(page, 'Email address').fill(owner.username);
  await field(page, 'Password').fill(owner.password);
  await press(page, 'Sign in');
  await expect(heading(page, 'Upgrade requested')).toBeVisible();
  await page.getByRole('link', { name: 'Go to your cards' }).click();
  await expect(page.getByRole('button', { name: new RegExp(`ending ${card.number.slice(-4)}`) })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upgrade this card' })).toHaveCount(0);
});

test('a nominee gets the username of the shared account and signs in with it', { tag: '@phone' }, async ({
  page,
  browser,
  baseURL,
  server,
}) => {
  const owner = await givenWebPerson(server, ['Lena', 'Voss']);
  const username = `${owner.account}-01`;
  await enterCard(
    page,
    await givenCard(server, { product: 1, firstName: 'Theo', surname: 'Voss', nomineeOf: owner.account }),
  );
  await expect(page).toHaveURL(/\/accessDetailsSetup$/);
  await expect(page.getByText(`Your username is ${username}.`)).toBeVisible();
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Confirm password').fill(PASSWORD);
  await field(page, 'Security question').selectOption('2');
  await field(page, 'Your answer').fill('Fern');
  await press(page, 'Continue');
  // No tax file number, because the primary holder earns the interest.
  await field(page, 'New PIN').fill('4826');
  await field(page, 'Confirm PIN').fill('4826');
  await press(page, 'Activate card');
  await expect(page).toHaveURL(/\/cardHome$/);
  const elsewhere = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await signIn(elsewhere, { brand: 'wattle', username, password: PASSWORD, firstName: 'Theo' });
  await elsewhere.close();
});
