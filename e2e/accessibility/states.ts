import { expect, type Page } from '@playwright/test';
import { paths } from '../../web/src/paths.ts';
import { turnOn } from '../support/settled.ts';
import { wordsOn } from '../support/words.ts';

/** The button that sends the form of a page. It may be outside of its form, as in Pay. */
export const SUBMIT = 'main form button[type=submit], main button[type=submit][form]';

const press = async (page: Page, key: string, values = {}) =>
  page
    .getByRole('button', { name: await wordsOn(page, key, values) })
    .first()
    .click();
const fill = async (page: Page, key: string, text: string) =>
  page.getByLabel(await wordsOn(page, key), { exact: true }).fill(text);
const submit = (page: Page) => page.locator(SUBMIT).first().click();
const seesProblems = (page: Page) => expect(page.getByRole('alert').first()).toBeVisible();

const signedIn = { isSignedIn: true } as const;
const atWattle = { brands: ['wattle'] as const };

async function fillInBill(page: Page): Promise<void> {
  await press(page, 'transfers:new.bpay');
  await fill(page, 'transfers:field.billerCode', '23796');
  await expect(page.getByText('Harbour Electricity').first()).toBeVisible();
  await page.getByLabel(await wordsOn(page, 'transfers:field.amount')).fill('2.10');
}

/** States of screens that are reached within two presses without changing data. */
export const STATES = [
  {
    name: 'export beside statements',
    path: paths.statements(),
    ...signedIn,
    ...atWattle,
    prepare: async (page: Page) => {
      await press(page, 'transactions:export.title');
      await expect(page.getByRole('dialog').getByRole('combobox').first()).toBeVisible();
    },
  },
  { name: 'bill that is filled in', path: paths.fundsTransfer(), ...signedIn, ...atWattle, prepare: fillInBill },
  {
    name: 'regular payment that is filled in',
    path: paths.fundsTransfer(),
    ...signedIn,
    ...atWattle,
    prepare: async (page: Page) => {
      await press(page, 'transfers:new.bpay');
      await press(page, 'transfers:when');
      await press(page, 'transfers:when.regular');
    },
  },
  {
    name: 'dispute with problems',
    path: paths.transactions(),
    ...signedIn,
    brands: ['stumps'] as const,
    prepare: async (page: Page) => {
      await page.locator('summary').filter({ hasText: '−$129.00' }).click();
      await page
        .getByRole('link', { name: await wordsOn(page, 'transactions:detail.wrong') })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: await wordsOn(page, 'disputes:ask') })).toBeVisible();
      await submit(page);
      await seesProblems(page);
    },
  },
  {
    name: 'alerts that are changed',
    path: paths.alerts(),
    ...signedIn,
    brands: ['wattle', 'stumps'] as const,
    prepare: async (page: Page) => {
      // Another test may have turned it on.
      await turnOn(page.getByRole('switch').last());
      await expect(page.locator('.alert-row__ways').last()).toBeVisible();
    },
  },
  {
    name: 'basket of the store',
    path: paths.storeVirtual(),
    brands: ['wattle', 'tui'] as const,
    prepare: async (page: Page) => {
      await page
        .locator('main form')
        .getByRole('button', { name: await wordsOn(page, 'store:whose.me'), exact: true })
        .click();
      await submit(page);
      await expect(page).toHaveURL(/store\/payment$/);
    },
  },
  {
    name: 'gift of the store with problems',
    path: paths.storeVirtual(),
    ...atWattle,
    prepare: async (page: Page) => {
      await submit(page);
      await seesProblems(page);
    },
  },
] as const;
