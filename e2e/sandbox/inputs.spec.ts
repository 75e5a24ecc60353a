import type { Locator, Page } from '@playwright/test';
import { expectNoAxeFindings } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

/** The page of components, at the specimen that is looked at. */
async function open(page: Page, specimen: string, brand = 'wattle'): Promise<Locator> {
  await page.goto(`/${brand}/sandbox/components`);
  const shown = page.locator(`#${specimen}`);
  await expect(shown.locator('input').first()).toBeVisible();
  return shown;
}

const activeOption = (page: Page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute('aria-activedescendant');
    return id ? (document.getElementById(id)?.textContent ?? null) : null;
  });

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((pasted) => navigator.clipboard.writeText(pasted), text);
  await field.focus();
  await page.keyboard.press('ControlOrMeta+V');
}

test('a list is found by typing, walked by arrows, taken by Enter and left alone by Escape', async ({ page }) => {
  const lists = await open(page, 'lists');
  const born = lists.getByRole('combobox', { name: 'Country of birth' });
  await born.pressSequentially('aus');
  await expect(born).toHaveAttribute('aria-expanded', 'true');
  const options = lists.getByRole('listbox').getByRole('option');
  await expect(options).toHaveText(['Australia', 'Austria']);
  await expect(lists.getByRole('status').filter({ hasText: '2 results' })).toHaveCount(1);
  await expect.poll(() => activeOption(page)).toBe('Australia');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeOption(page)).toBe('Austria');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => activeOption(page)).toBe('Australia');
  await expectNoAxeFindings(page, '#lists');
  await page.keyboard.press('Escape');
  await expect(options).toHaveCount(0);
  await expect(born).toHaveValue('aus');

  // Left with a text that names no country: it is told so, and the words stay to be mended.
  await page.keyboard.press('Tab');
  await expect(born).toHaveAttribute('aria-invalid', 'true');
  await expect(born).toHaveAccessibleDescription(/Choose a country from the list/);
  await born.fill('aotea');
  await expect(lists.getByText('Nothing fits. Type something else.').first()).toBeVisible();
  await born.fill('nz');
  await page.keyboard.press('Tab');
  await expect(born).toHaveValue('New Zealand');
  await expect(born).not.toHaveAttribute('aria-invalid');

  // By pointer: the arrow opens the whole list at what is chosen, and the field keeps the focus.
  const country = lists.getByRole('combobox', { name: 'Country', exact: true }).first();
  await lists.getByRole('button', { name: 'Show the list: Country', exact: true }).click();
  await expect(country).toBeFocused();
  await expect(lists.getByRole('option', { name: 'Australia' })).toHaveAttribute('aria-selected', 'true');
  await lists.getByRole('option', { name: 'Belgium' }).click();
  await expect(country).toHaveValue('Belgium');
  await expect(options).toHaveCount(0);
});

test('a native list is checked when it is closed without a choice, and when it is left', { tag: '@desktop' }, async ({
  page,
}) => {
  const title = (await open(page, 'lists')).locator('#list-title');
  await title.click();
  await expect.poll(() => title.evaluate((select) => select.matches(':open'))).toBe(true);
  await expect(title).not.toHaveAttribute('aria-invalid');
  await page.keyboard.press('Escape');
  await expect(title).toHaveAttribute('aria-invalid', 'true');
  await expect(title).toBeFocused();

  await page.reload();
  await title.focus();
  await page.keyboard.press('Tab');
  await expect(title).toHaveAttribute('aria-invalid', 'true');
});

test('a code is one field that takes spaces, hyphens and a whole pasted message', { tag: '@phone' }, async ({
  page,
}) => {
  const codes = await open(page, 'codes');
  const code = codes.getByLabel('Access code').first();
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  // A code may have letters.
  await expect(code).toHaveAttribute('inputmode', 'text');
  await code.pressSequentially('135-79 0');
  await expect(code).toHaveValue('135790');
  await code.fill('');
  await paste(page, code, 'Your code is 246 810. It lasts 10 minutes.');
  await expect(code).toHaveValue('246810');

  // Mended in the middle, the caret stays there.
  await code.fill('1390');
  await code.evaluate((input: HTMLInputElement) => input.setSelectionRange(2, 2));
  await page.keyboard.type(' 57');
  await expect(code).toHaveValue('135790');

  const pin = codes.getByLabel('Card PIN', { exact: true });
  await expect(pin).toHaveAttribute('inputmode', 'numeric');
  await pin.pressSequentially('48 26');
  await expect(pin).toHaveAttribute('type', 'password');
  await codes.getByRole('button', { name: 'Show Card PIN' }).click();
  await expect(pin).toHaveAttribute('type', 'text');
  await expect(pin).toHaveValue('4826');

  const chosen = page.locator('#new-code');
  await chosen.getByLabel('Choose a PIN', { exact: true }).fill('4826');
  await chosen.getByLabel('The same PIN again', { exact: true }).fill('4862');
  await expect(chosen.getByRole('status')).toHaveText('');
  await expect(chosen.getByLabel('Choose a PIN', { exact: true })).toBeFocused();
  await chosen.getByLabel('Choose a PIN', { exact: true }).fill('4826');
  await chosen.getByLabel('The same PIN again', { exact: true }).fill('4826');
  await expect(chosen.getByRole('status')).toHaveText('Both are the same');

  const password = page.locator('#new-password-rest');
  const needs = page.locator('#new-password-rest-note');
  await expect(needs.getByRole('listitem')).toHaveText([
    'At least 13 characters',
    'A capital letter',
    'A small letter',
    'A number',
  ]);
  await password.pressSequentially('Golden');
  await expect(needs.getByRole('listitem').filter({ hasText: '(met)' })).toHaveText([
    'A capital letter (met)',
    'A small letter (met)',
  ]);
  await password.fill('Golden-Wattle-2026');
  await expect(needs.getByRole('status')).toHaveText('4 of 4 met');
});

test('an amount is typed, stepped by buttons and arrows, and kept within its range', { tag: '@desktop' }, async ({
  page,
}) => {
  const amounts = await open(page, 'amounts');
  const topUp = amounts.getByLabel('Top-up in dollars ($)');
  const more = amounts.getByRole('button', { name: 'Add $10.00' });
  const less = amounts.getByRole('button', { name: 'Take away $10.00' });
  await more.click();
  await expect(topUp).toHaveValue('55.00');
  await expect(amounts.getByRole('status').filter({ hasText: '$55.00' })).toHaveCount(1);
  await topUp.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(topUp).toHaveValue('20.00');
  await expect(less).toHaveAttribute('aria-disabled', 'true');
  await less.click({ force: true });
  await expect(topUp).toHaveValue('20.00');

  await topUp.fill('');
  await topUp.pressSequentially('12.345');
  await expect(topUp).toHaveValue('12.34');
  await page.keyboard.press('Tab');
  await expect(topUp).toHaveAccessibleDescription(/Enter \$20\.00 or more/);
  await topUp.fill('500.01');
  await expect(topUp).toHaveAccessibleDescription(/Enter \$500\.00 or less/);
  await topUp.fill('12,50');
  await expect(topUp).toHaveAccessibleDescription(/Enter the amount in digits/);
  await topUp.fill('120');
  await page.keyboard.press('Tab');
  await expect(topUp).toHaveValue('120.00');
  await expect(topUp).not.toHaveAttribute('aria-invalid');
});

test('a date is typed with the keyboard alone, or chosen from lists that know the months', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, 'birth-dates');
  const birth = page.getByRole('group', { name: 'Date of birth' }).first();
  const part = (name: string) => birth.getByRole('combobox', { name, exact: true });
  for (const [name, token] of [
    ['Day', 'bday-day'],
    ['Month', 'bday-month'],
    ['Year', 'bday-year'],
  ] as const) {
    await expect(part(name)).toHaveAttribute('autocomplete', token);
    await expect(part(name)).toHaveAttribute('inputmode', 'numeric');
  }
  await part('Day').focus();
  await page.keyboard.type('7');
  await page.keyboard.press('Tab');
  await page.keyboard.type('March');
  await page.keyboard.press('Tab');
  await page.keyboard.type('1991');
  await expect(part('Month')).toHaveValue('3');
  await expect(birth.getByText('07/03/91')).toBeVisible();

  // February of 1991 has 28 days.
  await part('Month').focus();
  await page.keyboard.press('ArrowDown');
  await expect(birth.getByRole('option', { name: '3 March' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(part('Month')).toHaveValue('2');
  await birth.getByRole('button', { name: 'Show the list: Day' }).click();
  await expect(birth.getByRole('option')).toHaveCount(28);
  await birth.getByRole('option', { name: '28', exact: true }).click();
  await expect(birth.getByText('28/02/91')).toBeVisible();
  await part('Year').focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(birth.getByRole('option')).toHaveCount(120);
  await expect(birth.getByRole('option').first()).toHaveText('2024');
  await expect(birth.getByRole('option').last()).toHaveText('1905');
  await page.keyboard.press('Escape');

  const expiry = page.getByRole('group', { name: 'Expiry date of the card' }).first();
  await expiry.getByRole('combobox', { name: 'Year' }).fill('2026');
  await expiry.getByRole('button', { name: 'Show the list: Month' }).click();
  await expect(expiry.getByRole('option')).toHaveText(['11November', '12December']);
  await expiry.getByRole('option').last().click();
  await expect(expiry.getByRole('status').filter({ hasText: '2026-12' })).toHaveCount(1);
});

test('an address is searched for, looked over and mended; where the search fails it is typed in', {
  tag: '@desktop',
}, async ({ page }) => {
  await page.route('**/api/config/addressLengths', (route) =>
    route.fulfill({ json: { AddressLine1: 30, AddressLine2: 28, State: 18, PostCode: 6 } }),
  );
  await open(page, 'address');
  const home = page.getByRole('group', { name: 'Home address' });
  const search = home.getByRole('combobox', { name: 'Search for the address' });
  await page.getByRole('button', { name: 'Check the address' }).first().click();
  await expect(search).toHaveAccessibleDescription(/Enter an address/);
  await search.pressSequentially('lantern str');
  await expect(home.getByRole('option')).toHaveCount(10);
  await search.pressSequentially(' geelong');
  await expect(home.getByRole('option')).toHaveText([/Lantern Street, Geelong VIC 3220$/]);
  await expect(search).toHaveAccessibleDescription(/Choose an address from the list/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(home.getByLabel('Address line 1')).toBeFocused();
  await expect(home.getByLabel('Address line 1')).toHaveValue(/Lantern Street$/);
  await expect(home.getByLabel('State')).toHaveValue('VIC');
  await expect(home.getByLabel('Postcode')).toHaveValue('3220');
  await expect(home.getByRole('status').filter({ hasText: 'Address found' })).toHaveCount(1);
  await expect(home.getByLabel('Address line 1')).toHaveAttribute('maxlength', '30');
  await expect(home.getByLabel('Address line 2')).toHaveAttribute('maxlength', '28');
  await expect(home.getByLabel('Postcode')).toHaveAttribute('maxlength', '6');
  await expect(home.getByLabel('Suburb')).toHaveAttribute('autocomplete', 'section-home-address address-level2');
  // Only a country with states has a list of them.
  await home.getByRole('combobox', { name: 'Country' }).fill('New Zealand');
  await expect(home.getByRole('textbox', { name: 'State' })).toHaveValue('');

  const mail = page.getByRole('group', { name: 'Postal address' });
  await mail.getByRole('combobox', { name: 'Search for the address' }).pressSequentially('7 Nowhere');
  await expect(mail.getByRole('status').filter({ hasText: 'does not answer' })).toHaveCount(1);
  await expect(mail.getByLabel('Address line 1')).toHaveValue(/^7 N/);
  await expect(mail.getByLabel('Address line 1')).toBeFocused();
  await page.getByRole('button', { name: 'Check the address' }).last().click();
  await expect(mail.getByLabel('Suburb')).toHaveAccessibleDescription(/Enter the suburb/);
});

test('what is wrong with a form is said above it and at its fields', { tag: '@phone' }, async ({ page }) => {
  const form = await open(page, 'form');
  await form.getByLabel('Activation code').fill('13579');
  await form.getByRole('button', { name: 'Activate card' }).click();
  const summary = form.getByRole('alert');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveText([
    'Enter the name on the card',
    'Enter all 6 digits of the activation code',
    'Tick this box once you have read the terms',
  ]);
  await summary.getByRole('link').nth(2).click();
  await expect(form.getByRole('checkbox')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(summary.getByRole('link')).toHaveCount(2);
  await expect(form.getByLabel('Activation code')).toHaveValue('');

  const group = page.locator('#choices').getByRole('group', { name: 'What happened to the card?' });
  await group.first().getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(group.first().getByRole('radio', { name: 'It is lost' })).toBeChecked();
  await expect(group.nth(1)).toHaveAccessibleDescription('Choose what happened');
});

test.describe('in Chinese, at 400% and with forced colours', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 320, height: 256 }, isMobile: false, forcedColors: 'active' });

  test('everything fits, and the active option of a list is outlined', { tag: '@desktop' }, async ({ page }) => {
    await open(page, 'birth-dates', 'stumps');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const birth = page.getByRole('group', { name: '出生日期' }).first();
    await birth.getByRole('combobox', { name: '月', exact: true }).fill('三月');
    await page.keyboard.press('Tab');
    await expect(birth.getByRole('combobox', { name: '月', exact: true })).toHaveValue('3');
    const year = birth.getByRole('combobox', { name: '年', exact: true });
    await year.focus();
    await page.keyboard.press('ArrowDown');
    await expect(birth.getByRole('listbox')).toBeInViewport();
    await expect(birth.getByRole('option').first()).toHaveCSS('outline-style', 'solid');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});
