import type { Page } from '@playwright/test';
import { amelia, grace } from '../../support/people.ts';
import { signIn } from '../../support/sign-in.ts';
import { settled } from '../../support/settled.ts';
import { expect, test } from '../../support/test.ts';

// The days of a search are behind a press.
const FIELDS = 'main :is(input, textarea):not([type=checkbox], [type=radio], [type=hidden], [type=date])';

async function setPasscode(page: Page): Promise<void> {
  await signIn(page, grace);
  await page.goto('/ledgerline/setLoginPin');
  await page.getByLabel('New passcode', { exact: true }).fill('4826');
  await page.getByLabel('Passcode again', { exact: true }).fill('4826');
  await page.getByRole('button', { name: 'Set passcode' }).click();
  await expect(page.getByText('Your passcode is set')).toBeVisible();
}

/** Every screen with a form, and how it is reached. */
const FORMS: readonly { readonly path: string; readonly open: (page: Page) => Promise<void> }[] = [
  ...['/', '/cardLogin', '/login', '/requestAccessCode', '/requestActivationCode', '/stumps/cardAccess'].map(
    (path) => ({
      path,
      open: async (page: Page) => {
        await page.goto(path);
      },
    }),
  ),
  {
    path: '/stumps/cardAccessPin',
    open: async (page) => {
      await page.goto('/stumps/cardAccess');
      await page.getByLabel('Card number').fill('9036000000000124');
      await page.getByRole('button', { name: 'Continue' }).click();
    },
  },
  {
    path: '/ledgerline/setLoginPin',
    open: async (page) => {
      await signIn(page, grace);
      await page.goto('/ledgerline/setLoginPin');
    },
  },
  {
    path: '/ledgerline/passcodeLogin',
    open: async (page) => {
      await setPasscode(page);
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('/ledgerline/passcodeLogin');
    },
  },
  {
    path: '/fundsTransfer',
    open: async (page) => {
      await signIn(page, amelia);
      await page.goto('/fundsTransfer');
      await settled(page);
    },
  },
  {
    path: '/transactions',
    open: async (page) => {
      await signIn(page, amelia);
      await page.goto('/transactions');
      await settled(page);
    },
  },
];

const values = (page: Page) =>
  page.locator(FIELDS).evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));

async function switchTo(page: Page, name: string, tag: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).filter({ visible: true }).first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', tag);
}

for (const [place, { path, open }] of FORMS.entries()) {
  // The widths in turn: the switch stands elsewhere on each, the form is the same.
  const tag = place % 2 === 0 ? '@phone' : '@desktop';
  test(`switches the language at ${path} and back: the page and what is typed stay`, { tag }, async ({ page }) => {
    await open(page);
    await expect(page).toHaveURL(new RegExp(`^http://[^/]+${path}$`));
    await expect(page.locator(FIELDS).first()).toBeVisible();
    for (const [index, field] of (await page.locator(FIELDS).all()).entries()) await field.fill(`${index + 1}29`);
    await page.locator(FIELDS).last().blur();
    // An amount gets its cents when it is left.
    const typed = await values(page);
    for (const [index, value] of typed.entries()) expect(value).toMatch(new RegExp(`^${index + 1}29(\\.00)?$`));
    const heading = page.getByRole('heading', { level: 1 });
    const english = await heading.innerText();
    await switchTo(page, '简体中文', 'zh-CN');
    await expect(heading).toHaveText(/\p{Script=Han}/u);
    expect(await values(page)).toEqual(typed);
    await switchTo(page, 'English', 'en-AU');
    await expect(heading).toHaveText(english);
    expect(await values(page)).toEqual(typed);
    await expect(page).toHaveURL(new RegExp(`^http://[^/]+${path}$`));
  });
}
